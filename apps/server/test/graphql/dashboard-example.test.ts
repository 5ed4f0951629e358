/** The example of a dashboard shows what the demo space holds: agendas with something of every kind, and key figures that add up. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../demo-server.js';
import type { Json } from '../test-space.js';

const script = fileURLToPath(new URL('../../../../examples/dashboard/dashboard.sh', import.meta.url));

interface Agenda {
  readonly items: readonly { readonly __typename: string; readonly date: string; readonly fitness?: string | null }[];
}

type Figures = Readonly<Record<string, number>>;

interface Insights {
  readonly insights: {
    readonly items: readonly { readonly salesUnitName: string; readonly kpiData: Figures }[];
    readonly total: Figures;
  };
  readonly indicators: { readonly items: readonly (Json & { readonly kpiValue: number })[] };
}

let server: DemoServer;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server?.close());

async function runExample(settings: Readonly<Record<string, string>>): Promise<[readonly Agenda[], Insights]> {
  const env = { PATH: process.env.PATH, HOME: server.folder, HEADWATER_URL: server.url, ...settings };
  const { stdout } = await promisify(execFile)('bash', [script], { env, maxBuffer: 10_000_000 });
  const [agenda, insights] = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { readonly data: unknown }).data);
  return [(agenda as { readonly navigatorAgenda: readonly Agenda[] }).navigatorAgenda, insights as Insights];
}

it('shows agendas of a month with something of every kind, day by day', async () => {
  const [agendas] = await runExample({ AGENDA: 'Next30Days' });
  expect(agendas).toHaveLength(13);
  const items = agendas.flatMap((agenda) => agenda.items);
  const kinds = new Set(items.map(({ __typename }) => __typename));
  expect(kinds).toEqual(
    new Set([
      'AgendaAppointment',
      'AgendaRecurrentAppointmentVirtualOccurence',
      'AgendaDueDateTask',
      'AgendaOpportunityClosingDate',
      'AgendaOpportunityVelocity',
    ]),
  );
  for (const agenda of agendas) {
    const dates = agenda.items.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
  }
  const levels = new Set(items.flatMap(({ fitness }) => fitness ?? []));
  expect(levels.size).toBeGreaterThan(1);
});

it('shows key figures of a year that add up, and who has won most', async () => {
  const [, { insights, indicators }] = await runExample({ INSIGHTS: 'Last365Days', TIME_ZONE: 'UTC' });
  const { items, total } = insights;
  const root = items.find(({ kpiData }) => kpiData.WonAmount === total.WonAmount);
  expect(root?.kpiData).toEqual(total);
  for (const name of ['CreatingOppties', 'QualifyingLeads', 'WinningOppties', 'LosingOppties', 'SendingEmails']) {
    expect(total[name], name).toBeGreaterThan(5);
    const below = items.filter((item) => item !== root).map(({ kpiData }) => kpiData[name] ?? 0);
    expect(
      below.reduce((sum, value) => sum + value, 0),
      name,
    ).toBe(total[name]);
  }
  const won = indicators.items.map(({ kpiValue }) => kpiValue);
  expect(won).toHaveLength(3);
  expect(won).toEqual([...won].sort((a, b) => b - a));
});
