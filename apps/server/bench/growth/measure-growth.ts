/**
 * Times the cases in spaces of each size, one request at a time, on one database.
 */
import { createKeyOf, type RunningServer, startServer } from '@headwater/server';
import { copyPrepared, preparePostgres, prepareSqlite } from '../data/prepare-space.js';
import { SpaceClient } from '../data/space-client.js';
import { spaceIdOf } from '../data/space-key.js';
import type { SpacePlan } from '../data/space-plan.js';
import { type GrowthCase, type GrowthSpace, growthCases } from './growth-case.js';

export interface Growth {
  readonly database: string;
  /** Contacts in each space. */
  readonly sizes: readonly number[];
  /** Milliseconds from request to answer, the median, by case and then by size. */
  readonly ms: ReadonlyMap<string, readonly number[]>;
}

/** As many in every space, so that only the number of contacts differs. */
const accounts = 2_000;

const quiet = { port: 0, logLevel: 'warn' } as const;

/**
 * @param databaseUrl undefined: SQLite
 * @param cases names; all when empty
 */
export async function measureGrowth(
  databaseUrl: string | undefined,
  sizes: readonly number[],
  cases: readonly string[],
  say: (text: string) => void,
): Promise<Growth> {
  const ms = new Map<string, number[]>();
  for (const contacts of sizes) {
    const plan = { contacts, accounts };
    const server = await startOn(databaseUrl, plan, say);
    try {
      const space = { client: await clientOf(server, plan), plan };
      for (const one of growthCases) {
        if (cases.length > 0 && !cases.includes(one.name)) continue;
        say(`${one.title}: ${contacts.toLocaleString('en')} contacts on ${server.deps.db.dialect.name}`);
        ms.set(one.name, [...(ms.get(one.name) ?? []), await timeCase(one, space)]);
      }
    } finally {
      await server.close();
    }
  }
  return { database: databaseUrl === undefined ? 'SQLite' : 'PostgreSQL', sizes, ms };
}

async function startOn(
  databaseUrl: string | undefined,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<RunningServer> {
  if (databaseUrl === undefined)
    return startServer({ ...quiet, dataDir: copyPrepared(await prepareSqlite(plan, say)) });
  await preparePostgres(databaseUrl, plan, say);
  return startServer({ ...quiet, databaseUrl });
}

async function clientOf(server: RunningServer, plan: SpacePlan): Promise<SpaceClient> {
  const space = spaceIdOf(plan);
  return new SpaceClient(server.url, space, await createKeyOf(server, space));
}

async function timeCase(one: GrowthCase, space: GrowthSpace): Promise<number> {
  // A run before this one may have used the first turns in the same space.
  const firstTurn = Math.floor(Date.now() / 1_000) % 1_000_000;
  const times: number[] = [];
  for (let turn = firstTurn; turn < firstTurn + one.times; turn++) {
    await one.prepare?.(space, turn);
    const start = performance.now();
    await one.run(space, turn);
    times.push(performance.now() - start);
  }
  return median(times);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
