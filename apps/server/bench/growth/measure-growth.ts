/**
 * Measures the cases in spaces of each size on one database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyOf, type RunningServer, startServer, unindexedRecords } from '@headwater/server';
import { loadBuild } from '../data/build.js';
import { fillCustomFields } from '../data/fill-custom-fields.js';
import { fillEvents } from '../data/fill-events.js';
import { fillOpportunities } from '../data/fill-opportunities.js';
import { copyPrepared, preparePostgres, prepareSqlite } from '../data/prepare-space.js';
import { SpaceClient } from '../data/space-client.js';
import { spaceIdOf } from '../data/space-key.js';
import type { SpacePlan } from '../data/space-plan.js';
import { allGrowthCases } from './all-cases.js';
import type { GrowthCase } from './growth-case.js';

export interface Growth {
  readonly database: string;
  /** Contacts in each space. */
  readonly sizes: readonly number[];
  /** A figure for each size. */
  readonly rows: readonly { readonly title: string; readonly figures: readonly number[] }[];
}

/** As many in every space, so that only the number of contacts differs. */
const accounts = 2_000;

/** Power failures are no part of what is measured: hand-written floors do not wait for the disk either. */
const quiet = { port: 0, logLevel: 'warn', databaseSettings: { synchronous: 'NORMAL' } } as const;

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
  const found = new Map<string, number[]>();
  for (const contacts of sizes) {
    const plan = { contacts, accounts };
    const server = await startOn(databaseUrl, plan, say);
    try {
      const space = { client: await clientOf(server, plan), plan };
      for (const one of chosen(cases)) {
        if (one.isOnCustomFields) await fillCustomFields(server, space.client, plan, say);
        if (one.isOnEvents) await fillEvents(server, space.client, plan, say);
        if (one.isOnOpportunities) await fillOpportunities(server, space.client, plan, say);
        if (one.isOnSearch) await untilIndexed(server);
        say(`${one.name}: ${contacts.toLocaleString('en')} contacts on ${server.deps.db.dialect.name}`);
        const figures = await one.measure(space);
        one.titles.forEach((title, index) => {
          found.set(title, [...(found.get(title) ?? []), figures[index] ?? Number.NaN]);
        });
      }
    } finally {
      await server.close();
    }
  }
  const rows = [...found].map(([title, figures]) => ({ title, figures }));
  return { database: databaseUrl === undefined ? 'SQLite' : 'PostgreSQL', sizes, rows };
}

function chosen(names: readonly string[]): readonly GrowthCase[] {
  return allGrowthCases.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** A few are always left to be tested one by one. */
const mostLeft = 1_000;

async function untilIndexed({ deps }: RunningServer): Promise<void> {
  while ((await unindexedRecords(deps)).some(({ records }) => records > mostLeft)) await sleep(1_000);
}

async function startOn(
  databaseUrl: string | undefined,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<RunningServer> {
  const build = await loadBuild();
  if (databaseUrl === undefined) {
    return startServer({ ...quiet, dataDir: copyPrepared(await prepareSqlite(build, plan, say)) });
  }
  await preparePostgres(build, databaseUrl, plan, say);
  return startServer({ ...quiet, databaseUrl });
}

async function clientOf(server: RunningServer, plan: SpacePlan): Promise<SpaceClient> {
  const space = spaceIdOf(plan);
  return new SpaceClient(server.url, space, await createKeyOf(server, space));
}
