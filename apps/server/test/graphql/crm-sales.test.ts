/**
 * The public data set, imported, against what a few lines make of its files: key figures per sales agent and per regional office, quarter
 * by quarter, and a pivot table of what was won by office, product and quarter.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crmSalesFolder, exampleMapping, missingCrmSales } from '../cli/crm-sales.js';
import { headwater } from '../cli/headwater.js';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

const timeoutMs = 180_000;

const reason = missingCrmSales === undefined ? '' : ` (skipped: ${missingCrmSales})`;

interface Deal {
  readonly agent: string;
  readonly office: string;
  readonly product: string;
  readonly stage: string;
  /** `YYYY-MM-DD`; empty when there is none. */
  readonly engaged: string;
  readonly closed: string;
  readonly value: number;
}

/** The files have neither quotes nor commas inside their cells. */
function lines(file: string): string[][] {
  const [, ...rows] = readFileSync(join(crmSalesFolder(), file), 'utf8').trim().split(/\r?\n/);
  return rows.map((row) => row.split(','));
}

function readDeals(): Deal[] {
  const offices = new Map(lines('sales_teams.csv').map(([agent, , office]) => [agent, office]));
  const day = (cell = '') =>
    cell.replace(/^(\d+)\/(\d+)\/(\d+)$/, (_, m, d, y) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
  return lines('sales_pipeline.csv').map(([, agent = '', product = '', , stage = '', engaged, closed, value]) => ({
    // Written so in the pipeline only; the products have it with a blank.
    ...{ agent, office: offices.get(agent) ?? '', product: product.replace('GTXPro', 'GTX Pro'), stage },
    ...{ engaged: day(engaged), closed: day(closed), value: Number(value) },
  }));
}

/** Figures of deals that were closed in a quarter of 2017, by the first and the last day of it. */
function figuresOf(deals: readonly Deal[], [first, last]: readonly [string, string]): Record<string, number> {
  const ended = deals.filter(({ closed }) => closed >= first && closed <= last);
  const won = ended.filter(({ stage }) => stage === 'Won');
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const per = (total: number, count: number) => (count === 0 ? 0 : total / count);
  const wonAmount = sum(won.map(({ value }) => value));
  return {
    WinningOppties: won.length,
    LosingOppties: ended.length - won.length,
    OpptyWinRate: per(won.length, ended.length),
    WonAmount: wonAmount,
    OpptyAverageSize: per(wonAmount, won.length),
    OpptyAverageTimeSpent: per(
      sum(ended.map(({ engaged, closed }) => (Date.parse(closed) - Date.parse(engaged)) / 86_400_000)),
      ended.length,
    ),
    CreatingOppties: deals.filter(({ engaged }) => engaged >= first && engaged <= last).length,
  };
}

const quarters = [
  ['2017-01-01', '2017-03-31'],
  ['2017-04-01', '2017-06-30'],
  ['2017-07-01', '2017-09-30'],
  ['2017-10-01', '2017-12-31'],
] as const;

interface Header {
  readonly keys: readonly string[];
  readonly label: string | null;
}

interface PivotAnswer {
  readonly rows: readonly Header[];
  readonly columns: readonly Header[];
  readonly cells: readonly { readonly row: number; readonly column: number; readonly values: readonly string[] }[];
}

/** By `office/product/quarter`, with nothing in the place of what a total adds up: what was won, in how many deals. */
function wonTable(deals: readonly Deal[]): Record<string, string[]> {
  const cells = new Map<string, { sum: number; count: number }>();
  for (const { office, product, closed, value, stage } of deals) {
    if (stage !== 'Won') continue;
    const quarter = `${closed.slice(0, 4)}-${['01', '04', '07', '10'][Math.floor((Number(closed.slice(5, 7)) - 1) / 3)]}-01`;
    for (const row of ['/', `${office}/`, `${office}/${product}`]) {
      for (const key of [`${row}/`, `${row}/${quarter}`]) {
        const cell = cells.get(key) ?? { sum: 0, count: 0 };
        cells.set(key, { sum: cell.sum + value, count: cell.count + 1 });
      }
    }
  }
  return Object.fromEntries([...cells].map(([key, { sum, count }]) => [key, [String(sum), String(count)]]));
}

const wonPivot = `structure: [{ id: "won", pivotTable: {
  entityType: OpptyProductRelation
  filter: { mainBox: { entity: "OpptyProductRelation", filterFields: [{ field: "oppty.status", operator: Is, values: [["3"]] }] } }
  rows: [{ field: "oppty.unit.parent_id" }, { field: "product_id" }]
  columns: [{ field: "oppty.won_date", period: Quarter }]
  measures: [{ function: Sum, field: "amount" }, { function: Count }]
} }]`;

describe.skipIf(missingCrmSales !== undefined)(`figures of crm-sales${reason}`, () => {
  onOneDatabase((running) => {
    let deals: readonly Deal[];

    beforeAll(async () => {
      deals = readDeals();
      const { dataDir, databaseUrl } = running.server.config;
      const env = {
        HEADWATER_DATA_DIR: dataDir,
        ...(databaseUrl === undefined ? {} : { HEADWATER_DATABASE_URL: databaseUrl }),
      };
      const args = ['import', exampleMapping, '--space', running.space.id, '--csv-dir', crmSalesFolder()];
      const said = await headwater(args, { env });
      expect(said.code, said.error).toBe(0);
    }, timeoutMs);

    const ask = async (query: string): Promise<Json> => {
      const { origin, id, authorization } = running.space;
      const headers = { authorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ query });
      const answer = await fetch(`${origin}/api/v100/graphql/spaces/${id}`, { method: 'POST', headers, body });
      const { data, errors } = (await answer.json()) as { data: Json; errors?: unknown };
      expect(errors).toBeUndefined();
      return data;
    };

    type Item = { readonly name: string; readonly kpiData: Readonly<Record<string, number>> };

    const insights = async (args: string, names: readonly string[]): Promise<Item[]> => {
      const { insights: found } = (await ask(`{ insights(${args}) { items { kpiData { ${names.join(' ')} }
        ... on InsightClientItem { clientFirstName clientLastName } ... on InsightSalesUnitItem { salesUnitName } } } }`)) as {
        insights: { items: (Item & Record<string, string>)[] };
      };
      return found.items.map(({ kpiData, salesUnitName, clientFirstName, clientLastName }) => ({
        name: salesUnitName ?? `${clientFirstName} ${clientLastName}`,
        kpiData,
      }));
    };

    const names = Object.keys(figuresOf([], quarters[0]));
    const expectSame = (
      found: Readonly<Record<string, number>> | undefined,
      wanted: Readonly<Record<string, number>>,
    ) => {
      for (const name of names) expect(found?.[name], name).toBeCloseTo(wanted[name] ?? Number.NaN, 9);
    };
    // The files do not say when those were made that nobody engaged yet.
    const undated = (deal: Deal) => deal.engaged === '';

    it.each(quarters)('each sales agent, %s to %s', async (...quarter) => {
      const [startDate, endDate] = quarter;
      const period = `{ startDate: "${startDate}", endDate: "${endDate}" }`;
      const items = await insights(`subject: Clients, period: ${period}`, names);
      const agents = new Set(deals.map(({ agent }) => agent));
      expect(agents.size).toBe(30);
      for (const agent of agents) {
        const own = deals.filter((deal) => deal.agent === agent);
        const wanted = figuresOf(own, quarter);
        const late = endDate === '2017-12-31' ? own.filter(undated).length : 0;
        const found = items.find(({ name }) => name === agent);
        expectSame(found?.kpiData, { ...wanted, CreatingOppties: (wanted.CreatingOppties ?? 0) + late });
      }
    });

    it.each(quarters)('each regional office, %s to %s', async (...quarter) => {
      const [startDate, endDate] = quarter;
      const period = `{ startDate: "${startDate}", endDate: "${endDate}" }`;
      const items = await insights(`subject: SalesUnits, period: ${period}, withSubUnits: true`, names);
      for (const office of ['Central', 'East', 'West']) {
        const own = deals.filter((deal) => deal.office === office);
        const wanted = figuresOf(own, quarter);
        const late = endDate === '2017-12-31' ? own.filter(undated).length : 0;
        const found = items.find(({ name }) => name === office);
        expectSame(found?.kpiData, { ...wanted, CreatingOppties: (wanted.CreatingOppties ?? 0) + late });
      }
    });

    it('knows the quarter by a word, and how it went since the one before', async () => {
      running.server.clock = () => '2017-08-20T12:00:00.000000';
      const [office] = (
        await insights('subject: SalesUnits, period: { relative: ThisQuarter }, withSubUnits: true', [
          'WonAmount',
          'WonAmountTrend',
        ])
      ).filter(({ name }) => name === 'West');
      const own = deals.filter((deal) => deal.office === 'West');
      const { WonAmount: now = 0 } = figuresOf(own, quarters[2]);
      // As many days as the quarter has, up to the day before it.
      const { WonAmount: before = 0 } = figuresOf(own, ['2017-03-31', '2017-06-30']);
      expect(Math.abs(now - before) / before).toBeGreaterThan(0.01);
      expect(office?.kpiData).toEqual({ WonAmount: now, WonAmountTrend: now > before ? 'Rising' : 'Falling' });
    });

    it('ranks the agents by what they have won', async () => {
      const won = new Map<string, number>();
      for (const { agent, stage, value } of deals) if (stage === 'Won') won.set(agent, (won.get(agent) ?? 0) + value);
      const best = [...won].sort(([, a], [, b]) => b - a).slice(0, 5);
      const { indicators } = (await ask(`{ indicators(kpi: WonAmount, subject: Clients, first: 5,
        period: { startDate: "2017-01-01", endDate: "2017-12-31" }) {
          total items { kpiValue ... on IndicatorClientItem { clientFirstName clientLastName } } } }`)) as {
        indicators: { total: number; items: Record<string, string | number>[] };
      };
      expect(indicators.items.map((item) => [`${item.clientFirstName} ${item.clientLastName}`, item.kpiValue])).toEqual(
        best,
      );
      expect(indicators.total).toBe(10_005_534);
    });

    it('sums up in a pivot table what was won by office, product and quarter', async () => {
      let result: PivotAnswer | undefined;
      const statements = await running.server.statementsOf(async () => {
        const { evaluateReport } = (await ask(`{ evaluateReport(${wonPivot}) { items { ... on PivotTable { result {
          rows { keys label } columns { keys label } cells { row column values } } } } } }`)) as {
          evaluateReport: { items: { result: PivotAnswer }[] };
        };
        result = evaluateReport.items[0]?.result;
      });
      expect(statements).toHaveLength(1);
      const { rows = [], columns = [], cells = [] } = result ?? {};
      const officeOf = new Map(rows.filter(({ keys }) => keys.length === 1).map(({ keys, label }) => [keys[0], label]));
      const rowNames = rows.map(
        ({ keys, label }) => `${officeOf.get(keys[0]) ?? ''}/${keys.length === 2 ? label : ''}`,
      );
      const found = cells.map(({ row, column, values }) => [
        `${rowNames[row]}/${columns[column]?.keys[0] ?? ''}`,
        values,
      ]);
      const wanted = wonTable(deals);
      expect(Object.keys(wanted).length).toBeGreaterThan(80);
      expect(Object.fromEntries(found)).toEqual(wanted);
      expect(wanted['//']).toEqual(['10005534', '4238']);
    });

    it('leads from a cell of it to its line items', async () => {
      const { evaluateReport } = (await ask(`{ evaluateReport(${wonPivot}) { items { ... on PivotTable { result {
        rows { keys label } columns { keys } cells { row column values } } } } } }`)) as {
        evaluateReport: { items: { result: PivotAnswer }[] };
      };
      const { rows = [], columns = [], cells = [] } = evaluateReport.items[0]?.result ?? {};
      const row = rows.findIndex(({ keys, label }) => keys.length === 2 && label === 'GTK 500');
      const column = columns.findIndex(({ keys }) => keys[0] === '2017-07-01');
      const cell = cells.find((one) => one.row === row && one.column === column);
      const keys = `rowKeys: ${JSON.stringify(rows[row]?.keys)}, columnKeys: ${JSON.stringify(columns[column]?.keys)}`;
      const page = await ask(`{ pivotRecords(${wonPivot}, itemId: "won", ${keys}) { totalCount items { id } } }`);
      expect(Number(cell?.values[1])).toBeGreaterThan(0);
      expect(page.pivotRecords).toMatchObject({ totalCount: Number(cell?.values[1]) });
    });
  });
});
