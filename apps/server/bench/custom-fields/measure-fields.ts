/**
 * Lets a server for each space answer in turn, and divides what records with custom fields cost by what those without cost.
 */
import { startServer } from '@headwater/server';
import { Contestant, type MeasuredLoad } from '../contestants/contestant.js';
import type { ServerTask } from '../contestants/server-process.js';
import { loadBuild } from '../data/build.js';
import { copyPrepared } from '../data/prepare-space.js';
import { folderOfThisRun } from '../data/temporary.js';
import { ascending, median, percentile } from '../load/percentile.js';
import { createCase, type FieldCase, fieldCases, type WideSpace } from './field-cases.js';
import { measurePlaces } from './places-floor.js';
import { makeSpace, type Variant, variants } from './wide-contacts.js';

export interface FieldCost {
  readonly title: string;
  readonly variant: Variant;
  readonly answerBytes: number;
  /** Of the server's process; the median over the rounds. */
  readonly cpuMsPerRequest: number;
  /** CPU time divided by that of the space without custom fields in the same round; the median. */
  readonly cpuRatio: number;
  readonly p50Ms: number;
}

const roundCount = 9;
const warmUpShare = 0.25;

/** Power failures are no part of what is measured: hand-written floors do not wait for the disk either. */
const quiet = { port: 0, logLevel: 'warn', databaseSettings: { synchronous: 'NORMAL' } } as const;

export interface FieldCosts {
  readonly costs: readonly FieldCost[];
  /** Milliseconds for the places of a record's values alone (`places-floor.ts`); undefined where creates were not measured, and on PostgreSQL. */
  readonly placesMs: number | undefined;
}

/**
 * @param databaseUrl undefined: SQLite
 * @param cases names; all when empty
 * @param seconds of load for each case, shared by all spaces
 */
export async function measureFields(
  databaseUrl: string | undefined,
  cases: readonly string[],
  seconds: number,
  say: (text: string) => void,
): Promise<FieldCosts> {
  const dataDir = folderOfThisRun('fields');
  say('Making the spaces.');
  const spaces = await makeSpaces(databaseUrl === undefined ? { dataDir } : { databaseUrl });
  const { file } = await loadBuild();
  const contestants: Contestant[] = [];
  try {
    for (const { id } of spaces) {
      const store = databaseUrl === undefined ? { dataDir: copyPrepared(dataDir) } : { databaseUrl };
      const task: ServerTask = { file, store, synchronous: 'NORMAL', spaces: [id] };
      contestants.push(await Contestant.start({ program: 'server-process', args: [JSON.stringify(task)] }));
    }
    const costs: FieldCost[] = [];
    for (const one of fieldCases) {
      if (cases.length > 0 && !cases.includes(one.name)) continue;
      say(one.title);
      costs.push(...(await measureCase(one, spaces, contestants, seconds)));
    }
    const all = spaces.find(({ variant }) => variant === 'all');
    const isFloorWanted = all && databaseUrl === undefined && costs.some(({ title }) => title === createCase.title);
    return { costs, placesMs: isFloorWanted ? await measurePlaces(dataDir, all.id) : undefined };
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.stop()));
  }
}

/** New ones in every run. */
async function makeSpaces(store: { dataDir: string } | { databaseUrl: string }): Promise<WideSpace[]> {
  const server = await startServer({ ...quiet, ...store });
  const run = Date.now().toString(36);
  try {
    const spaces: WideSpace[] = [];
    for (const variant of variants) {
      const id = `bench-fields-${variant}-${run}`;
      spaces.push({ id, variant, named: await makeSpace(server, id, variant) });
    }
    const { knex, dialect } = server.deps.db;
    if (dialect.name === 'postgres') await knex.raw('ANALYZE');
    return spaces;
  } finally {
    await server.close();
  }
}

async function measureCase(
  { title, status, requests }: FieldCase,
  spaces: readonly WideSpace[],
  contestants: readonly Contestant[],
  seconds: number,
): Promise<FieldCost[]> {
  const runners = await Promise.all(
    spaces.map(async (space, index) => {
      const contestant = contestants[index] as Contestant;
      const asked = requests(space);
      const answer = await contestant.ask(asked[0] as (typeof asked)[number]);
      return { ...space, contestant, bytes: contestant.bytesOf(asked), answerBytes: Buffer.byteLength(answer.body) };
    }),
  );
  const share = seconds / runners.length;
  const measure = ({ contestant, bytes }: (typeof runners)[number], loadSeconds: number) =>
    contestant.measure({ requests: bytes, status, seconds: loadSeconds });
  for (const runner of runners) await measure(runner, share * warmUpShare);
  const rounds = new Map(variants.map((variant) => [variant, [] as MeasuredLoad[]]));
  for (let round = 0; round < roundCount; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(round + turn) % runners.length] as (typeof runners)[number];
      rounds.get(runner.variant)?.push(await measure(runner, (share * (1 - warmUpShare)) / roundCount));
    }
  }
  const without = (rounds.get('none') ?? []).map(cpuMsPerRequest);
  return runners.map(({ variant, answerBytes }) => {
    const loads = rounds.get(variant) ?? [];
    const cpu = loads.map(cpuMsPerRequest);
    return {
      ...{ title, variant, answerBytes },
      cpuMsPerRequest: median(cpu),
      cpuRatio: median(cpu.map((ms, round) => ms / (without[round] ?? Number.NaN))),
      p50Ms: percentile(ascending(loads.flatMap(({ latenciesMs }) => latenciesMs)), 50),
    };
  });
}

function cpuMsPerRequest({ requests, cpuMs }: MeasuredLoad): number {
  return cpuMs / requests;
}
