/**
 * Promises of GraphQL about key figures. A filter by name keeps all that the space has besides out of them.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type JsonObject, readNumber, readObject, readObjects } from '../../http/json.js';
import { createTwoSteps } from '../two-steps.js';
import { expectArgumentRejected } from './errors.js';
import { tabOf } from './tabs.js';

const figures = [
  'CreatingLeads',
  'CreatingOppties',
  'LosingLeads',
  'WinningOppties',
  'LosingOppties',
  'WonAmount',
  'LostAmount',
  'OpptyWinRate',
  'OpptyAverageSize',
] as const;

/** Yesterday to tomorrow, so that a run over midnight finds what it made; in the server's clock, as far as it is right. */
function aroundToday(shift = 0): JsonObject {
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { startDate: dayFrom(shift - 1), endDate: dayFrom(shift + 1) };
}

/** A lead that is lost; opportunities of 100, 50 and 30, of which the second is won and the third lost. */
async function deals({ rest, fixtures }: CheckContext): Promise<string> {
  const name = fixtures.uniqueText();
  // Without an owner it would count for no user.
  const owner_id = await fixtures.idOf('Client');
  await fixtures.update('Lead', await fixtures.create('Lead', { name, owner_id }), { is_archived: true });
  const { open, won } = await createTwoSteps(fixtures);
  const made = await fixtures.createAll(
    'Opportunity',
    [100, 50, 30].map((base_value) => ({ name, owner_id, ...open, value: { base_value } })),
  );
  const [, second = '', third = ''] = made.map(idOf);
  await rest.update('Opportunities', second, { step_id: won });
  await rest.update('Opportunities', third, { is_archived: true });
  return name;
}

const insightsQuery = `query ($subject: InsightSubjectEnum!, $period: PeriodInput!, $filter: FilterTabInput) {
  insights(subject: $subject, period: $period, filter: $filter) {
    total { ${figures.join(' ')} CreatingOpptiesTrend CreatingActivitiesTrend WonAmountTrend }
    items {
      __typename isDeleted
      kpiData { ${figures.join(' ')} }
      ... on InsightClientItem { clientId clientLastName }
      ... on InsightSalesUnitItem { salesUnitId salesUnitName }
    }
  }
}`;

async function insights({ graphql }: CheckContext, subject: string, name: string, period = aroundToday()) {
  const filter = tabOf('LeadOppty', [['name', 'Is', name]]);
  return readObject((await graphql.run(insightsQuery, { subject, period, filter })).insights, 'insights');
}

const figuresOf = (given: JsonObject) => Object.fromEntries(figures.map((figure) => [figure, given[figure]]));

const wantedFigures = {
  CreatingLeads: 1,
  CreatingOppties: 3,
  LosingLeads: 1,
  WinningOppties: 1,
  LosingOppties: 1,
  WonAmount: 50,
  LostAmount: 30,
  OpptyWinRate: 0.5,
  OpptyAverageSize: 50,
};

export const graphqlInsightChecks: readonly Check[] = [
  {
    id: 'graphql.insights.figures',
    sentence: 'MUST count what was created, won and lost in the period, with amounts, rate and average, in total',
    spec: 'graphql#InsightItemKPIData',
    run: async (context) => {
      const name = await deals(context);
      for (const subject of ['Clients', 'SalesUnits']) {
        const total = readObject((await insights(context, subject, name)).total, 'total');
        expectEqual(figuresOf(total), wantedFigures, `the figures of all ${subject}`);
      }
    },
  },
  {
    id: 'graphql.insights.items',
    sentence: 'MUST give users and units their own figures, which add up to the total',
    spec: 'graphql#InsightResult.items',
    run: async (context) => {
      const name = await deals(context);
      for (const [subject, type, id] of [
        ['Clients', 'InsightClientItem', 'clientId'],
        ['SalesUnits', 'InsightSalesUnitItem', 'salesUnitId'],
      ] as const) {
        const items = readObjects((await insights(context, subject, name)).items, 'items');
        expectThat(
          items.every((item) => item.__typename === type && typeof item[id] === 'string' && item.isDeleted === false),
          `each item should be a ${type} that is not deleted`,
        );
        for (const figure of ['CreatingOppties', 'WonAmount'] as const) {
          const values = items.map(({ kpiData }) => readNumber(readObject(kpiData, 'kpiData')[figure], figure));
          const sum = values.reduce((all, value) => all + value, 0);
          expectEqual(sum, wantedFigures[figure], `${figure} of all items of ${subject}`);
        }
      }
    },
  },
  {
    id: 'graphql.insights.period',
    sentence: 'MUST leave out what happened outside the period, and compare with the period before',
    spec: 'graphql#InsightsKPITrend',
    run: async (context) => {
      const name = await deals(context);
      const totalOf = async (shift: number) =>
        readObject((await insights(context, 'Clients', name, aroundToday(shift))).total, 'total');
      const trendsOf = (total: JsonObject) => [
        total.CreatingOpptiesTrend,
        total.WonAmountTrend,
        total.CreatingActivitiesTrend,
      ];
      const [now, later] = [await totalOf(0), await totalOf(3)];
      expectEqual(trendsOf(now).slice(0, 2), ['Rising', 'Rising'], 'trends of the period');
      const none = Object.fromEntries(figures.map((figure) => [figure, 0]));
      expectEqual(figuresOf(later), none, 'the figures of the days behind the period');
      expectEqual(trendsOf(later).slice(0, 2), ['Falling', 'Falling'], 'trends of the days behind the period');
      expectEqual(trendsOf(await totalOf(9))[0], 'Stalling', 'trend of days when nothing happened, nor before');
    },
  },
  {
    id: 'graphql.indicators',
    sentence: 'MUST rank units by one key figure as `insights` counts it, either way, and no more than `first`',
    spec: 'graphql#Query.indicators',
    run: async (context) => {
      const { rest, graphql, fixtures } = context;
      const name = fixtures.uniqueText();
      const owner_id = await fixtures.idOf('Client');
      const { open, won } = await createTwoSteps(fixtures);
      const ids = (await fixtures.createAll('SalesUnit', [{}, {}])).map(idOf);
      for (const [index, unit_id] of ids.entries()) {
        const value = { base_value: [20, 50][index] ?? 0 };
        const deal = await fixtures.create('Opportunity', { name, owner_id, unit_id, ...open, value });
        await rest.update('Opportunities', idOf(deal), { step_id: won });
      }
      const filter = tabOf('Opportunity', [['name', 'Is', name]]);
      const query = `query ($period: PeriodInput!, $ids: [UUID!], $filter: FilterTabInput, $direction: OrderDirection, $first: Int) {
        indicators(
          kpi: WonAmount, subject: SalesUnits, period: $period, salesUnitIds: $ids,
          filter: $filter, direction: $direction, first: $first
        ) { total items { kpiValue ... on IndicatorSalesUnitItem { salesUnitId } } }
      }`;
      const rank = async (more: JsonObject) =>
        (await graphql.run(query, { period: aroundToday(), ids, filter, ...more })).indicators;
      const [least, most] = ids.map((salesUnitId, index) => ({ kpiValue: [20, 50][index], salesUnitId }));
      expectEqual(await rank({ direction: 'DESC' }), { total: 70, items: [most, least] }, 'from the largest');
      expectEqual(await rank({ direction: 'ASC' }), { total: 70, items: [least, most] }, 'from the smallest');
      expectEqual(await rank({ first: 1 }), { total: 70, items: [most] }, 'the first');
    },
  },
  {
    id: 'graphql.insights.rejected',
    sentence: 'MUST reject unknown users, and a period that says both dates and a word',
    spec: 'graphql#Query.insights',
    run: async ({ graphql, fixtures }) => {
      const query = `query ($period: PeriodInput!, $ids: [UUID!]) {
        insights(subject: Clients, period: $period, clientIds: $ids) { total { WonAmount } }
      }`;
      const unknown = { period: aroundToday(), ids: [fixtures.freshId()] };
      expectArgumentRejected(await graphql.send(query, unknown), 'clientIds[0]');
      const period = { ...aroundToday(), relative: 'Today' };
      expectArgumentRejected(await graphql.send(query, { period }), 'insights.period');
    },
  },
];
