/** The queries that GraphiQL opens with, taken from its page, run against the demo space and bring something up. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../demo-server.js';

type Data = Readonly<Record<string, unknown>>;

let server: DemoServer;
let queries: readonly string[];

beforeAll(async () => {
  server = await startDemoServer();
  const page = await (await fetch(address(), { headers: { Accept: 'text/html' } })).text();
  const [, options = '{}'] = /querySelector\('#root'\),\s*(\{.*\}),\s*\);/.exec(page.slice(-50_000)) ?? [];
  const { defaultTabs } = JSON.parse(options) as { readonly defaultTabs: readonly { readonly query: string }[] };
  queries = defaultTabs.map(({ query }) => query);
}, 60_000);

afterAll(() => server.close());

const address = () => `${server.url}/api/v100/graphql/spaces/demo`;

async function run(name: string): Promise<Data> {
  const query = queries.find((text) => new RegExp(`^(query|mutation) ${name} `, 'm').test(text));
  const response = await fetch(address(), {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('demo:demo')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { readonly data: Data; readonly errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

it('are one of each sort, named like their tabs', () => {
  const names = queries.map((query) => /^(?:query|mutation) (\w+)/m.exec(query)?.[1]);
  expect(names).toEqual(['OpenDeals', 'KeyFigures', 'Agenda', 'WonByQuarter', 'NewTask']);
});

it('list open deals, the largest first', async () => {
  const { opportunities } = (await run('OpenDeals')) as {
    readonly opportunities: {
      readonly nodes: readonly { readonly value: { readonly baseValue: number }; readonly owner: { email: string } }[];
    };
  };
  const values = opportunities.nodes.map(({ value }) => value.baseValue);
  expect(values).toHaveLength(5);
  expect(values).toEqual([...values].sort((a, b) => b - a));
});

it('show key figures of units and the best users', async () => {
  const { insights, indicators } = (await run('KeyFigures')) as {
    readonly insights: { readonly items: readonly { readonly salesUnitName: string; readonly kpiData: Data }[] };
    readonly indicators: { readonly items: readonly { readonly kpiValue: number }[] };
  };
  expect(insights.items.some(({ kpiData }) => Number(kpiData.WonAmount) > 0)).toBe(true);
  expect(indicators.items).toHaveLength(3);
});

it('show what a user has to do', async () => {
  const { navigatorAgenda } = (await run('Agenda')) as {
    readonly navigatorAgenda: readonly { readonly items: readonly { readonly date: string }[] }[];
  };
  expect(navigatorAgenda).toHaveLength(1);
  expect(navigatorAgenda[0]?.items.length).toBeGreaterThan(0);
});

it('make a pivot table with totals', async () => {
  const { evaluateReport } = (await run('WonByQuarter')) as {
    readonly evaluateReport: {
      readonly items: readonly [
        { readonly result: Readonly<Record<'rows' | 'columns' | 'cells', readonly unknown[]>> },
      ];
    };
  };
  const { rows, columns, cells } = evaluateReport.items[0].result;
  expect(rows.length).toBeGreaterThan(2);
  expect(columns.length).toBeGreaterThan(2);
  expect(cells.length).toBeGreaterThan(rows.length);
});

it('write a task', async () => {
  const { createTask } = await run('NewTask');
  expect(createTask).toMatchObject({
    subject: 'Call back',
    dueDate: '2030-01-31',
    owner: { email: expect.any(String) },
  });
});
