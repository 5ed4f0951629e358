/**
 * Gets the benchmark's space ready: on SQLite a file that each build makes once and that stays below the system's folder for temporary
 * files, on PostgreSQL a space in the given database.
 */
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer, StartOptions } from '@headwater/server';
import type { Build } from './build.js';
import { fillSpace } from './fill-space.js';
import { recordId } from './record-id.js';
import { SpaceClient } from './space-client.js';
import { spaceIdOf } from './space-key.js';
import type { SpacePlan } from './space-plan.js';
import { cacheDir, folderOfThisRun } from './temporary.js';

/** Nobody waits for the disk while the data is made. */
const quiet = { port: 0, logLevel: 'warn', databaseSettings: { synchronous: 'NORMAL' } } as const;

/**
 * @param say called with what takes time
 * @returns a data folder of the server; not to be written to, but to be copied
 */
export async function prepareSqlite(build: Build, plan: SpacePlan, say: (text: string) => void): Promise<string> {
  const prefix = `${plan.contacts}-contacts-${plan.accounts}-accounts-`;
  const prepared = join(cacheDir, `${prefix}${spaceIdOf(plan)}-${build.digest}`);
  if (existsSync(prepared)) return prepared;
  removeOldest(prefix);
  say(`Making ${plan.contacts.toLocaleString('en')} contacts in ${prepared} (once for each build).`);
  const making = folderOfThisRun('making');
  await makeSpace(build, { dataDir: making }, plan);
  renameSync(making, prepared);
  return prepared;
}

/** Leaves room for a build and the one that it is compared with. */
function removeOldest(prefix: string): void {
  if (!existsSync(cacheDir)) return;
  const made = readdirSync(cacheDir).filter((name) => name.startsWith(prefix));
  const byAge = made.map((name) => ({ folder: join(cacheDir, name), at: statSync(join(cacheDir, name)).mtimeMs }));
  for (const { folder } of byAge.sort((a, b) => b.at - a.at).slice(1)) rmSync(folder, { recursive: true, force: true });
}

/** @returns a copy of prepared data to write to; it goes when this process does */
export function copyPrepared(prepared: string): string {
  const copy = folderOfThisRun('run');
  cpSync(prepared, copy, { recursive: true });
  return copy;
}

/**
 * Makes the space in a PostgreSQL database, unless an earlier run has made it.
 * @throws SpaceError (rejects) when an earlier run ended while it made the space
 */
export async function preparePostgres(
  build: Build,
  databaseUrl: string,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<void> {
  say(`Making ${plan.contacts.toLocaleString('en')} contacts in PostgreSQL.`);
  await makeSpace(build, { databaseUrl }, plan);
}

async function makeSpace({ server: { startServer, createSpaceWithKey } }: Build, store: StartOptions, plan: SpacePlan) {
  const server = await startServer({ ...quiet, ...store });
  try {
    if (await isFilled(server, plan)) return;
    const space = spaceIdOf(plan);
    await fillSpace(server, new SpaceClient(server.url, space, await createSpaceWithKey(server, space)), plan);
  } finally {
    await server.close();
  }
}

/** The last contact is made last. */
async function isFilled({ deps: { db } }: RunningServer, plan: SpacePlan): Promise<boolean> {
  const p = (position: number) => db.dialect.placeholder(position);
  const text = `SELECT id FROM contacts WHERE space_id = ${p(1)} AND id = ${p(2)}`;
  const rows = await db.read({ text, values: [spaceIdOf(plan), recordId('contact', plan.contacts - 1)] });
  return rows.length > 0;
}
