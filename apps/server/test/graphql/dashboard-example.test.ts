/** The examples of dashboards show what the demo space holds: agendas with something of every kind, key figures that add up, and a page of them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { missingBrowser, openBrowser, watch } from '../browser.js';
import { type DemoServer, startDemoServer } from '../demo-server.js';
import type { Json } from '../test-space.js';

const examples = new URL('../../../../examples/', import.meta.url);
const script = fileURLToPath(new URL('dashboard/dashboard.sh', examples));
const drawing = fileURLToPath(new URL('key-figures/draw-key-figures.mjs', examples));

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

async function drawKeyFigures(): Promise<string> {
  const file = join(server.folder, 'key-figures.html');
  const env = { PATH: process.env.PATH, HEADWATER_URL: server.url, PERIOD: 'Last365Days' };
  await promisify(execFile)(process.execPath, [drawing, file], { env });
  return file;
}

const english = new Intl.NumberFormat('en');

it('draws the key figures that the queries answer', async () => {
  const page = readFileSync(await drawKeyFigures(), 'utf8');
  const [, { insights, indicators }] = await runExample({ INSIGHTS: 'Last365Days', TIME_ZONE: 'UTC' });
  const amounts = [
    insights.total,
    ...insights.items.map(({ kpiData }) => kpiData),
    ...indicators.items.map(({ kpiValue }) => ({ WonAmount: kpiValue })),
  ].map(({ WonAmount = -1 }) => english.format(Math.round(WonAmount)));
  for (const amount of amounts) expect(page).toContain(`>${amount}<`);
  for (const { salesUnitName } of insights.items) expect(page).toContain(`>${salesUnitName}<`);
  // A column for what was won in each month, and a bar for each of the ten who won most.
  expect(page.match(/<rect class="won"/g)).toHaveLength(12 + 10);
});

it.skipIf(missingBrowser !== '')(`draws a page that a browser shows whole${missingBrowser}`, async () => {
  const browser = await openBrowser();
  try {
    for (const width of [1080, 390]) {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      const { problems, origins } = watch(page);
      await page.goto(pathToFileURL(await drawKeyFigures()).href);
      expect(await page.getByRole('img').count()).toBe(2);
      expect(await page.getByRole('row').count()).toBeGreaterThan(3);
      const shown = await page.evaluate('document.documentElement.scrollWidth');
      expect(shown).toBeLessThanOrEqual(width);
      expect(problems).toEqual([]);
      expect([...origins]).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});
