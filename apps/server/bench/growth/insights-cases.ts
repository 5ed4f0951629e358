/**
 * What is asked of key figures in spaces with a growing number of events.
 */
import { actorCount, actorId } from '../data/fill-actors.js';
import { momentOf } from '../data/record-id.js';
import type { SpacePlan } from '../data/space-plan.js';
import { type GrowthCase, timed } from './growth-case.js';

const times = 9;

const measures = [
  ...['CreatingLeads', 'CreatingOppties', 'QualifyingLeads', 'WinningOppties', 'LosingLeads', 'LosingOppties'],
  ...['LostAmount', 'WonAmount', 'OpptyWinRate', 'OpptyAverageTimeSpent', 'OpptySalesVelocity', 'OpptyAverageSize'],
  ...['LeadAverageTimeSpent', 'CreatingActivities', 'CompletingActivities', 'SendingEmails'],
];
const everything = measures.flatMap((name) => [name, `${name}Trend`]).join(' ');

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The later half of all days: with the period before it, every event there is. */
function laterHalf({ contacts }: SpacePlan): string {
  return `{ startDate: "${day(momentOf(contacts / 2))}", endDate: "${day(momentOf(contacts))}" }`;
}

/** Ninety days in the middle. */
function quarter({ contacts }: SpacePlan): string {
  const start = momentOf(contacts / 2);
  return `{ startDate: "${day(start)}", endDate: "${day(start + 89 * 86_400_000)}" }`;
}

const users = `clientIds: ${JSON.stringify(Array.from({ length: actorCount }, (_, user) => actorId(user)))}`;

function insights(name: string, title: string, args: (plan: SpacePlan) => string, members = everything): GrowthCase {
  return timed({
    ...{ name, title, times, isOnEvents: true },
    run: ({ client, plan }) =>
      client.query(`{ insights(${args(plan)}) { items { isDeleted kpiData { ${members} } } total { ${members} } } }`),
  });
}

export const insightsCases: readonly GrowthCase[] = [
  insights('kpi-all', 'All key figures and trends of 500 users over as many events', (plan) => {
    return `subject: Clients, ${users}, period: ${laterHalf(plan)}`;
  }),
  insights('kpi-quarter', 'The same over a quarter', (plan) => `subject: Clients, ${users}, period: ${quarter(plan)}`),
  insights(
    'kpi-won',
    'What 500 users won, over all events',
    (plan) => {
      return `subject: Clients, ${users}, period: ${laterHalf(plan)}`;
    },
    'WonAmount WonAmountTrend',
  ),
  insights('kpi-units', 'All key figures of 200 units with those below, over all events', (plan) => {
    return `subject: SalesUnits, withSubUnits: true, period: ${laterHalf(plan)}`;
  }),
  insights('kpi-filter', 'All key figures of 500 users and a tenth of the opportunities', (plan) => {
    const filterFields = '{ field: "value", operator: Less, values: [["10000"]] }';
    const filter = `filter: { mainBox: { entity: "Opportunity", filterFields: [${filterFields}] } }`;
    return `subject: Clients, ${users}, ${filter}, period: ${laterHalf(plan)}`;
  }),
];
