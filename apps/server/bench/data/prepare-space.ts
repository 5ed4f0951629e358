/**
 * Gets the benchmark's space ready: on SQLite a file that is made once and kept below the system's folder for temporary files,
 * on PostgreSQL a space in the given database that later runs find again.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpaceWithKey, type RunningServer, startServer } from '@headwater/server';
import { fillSpace } from './fill-space.js';
import { recordId } from './record-id.js';
import { digestOf, spaceIdOf } from './space-key.js';
import type { SpacePlan } from './space-plan.js';

/** Power failures are no part of what is measured: hand-written floors do not wait for the disk either. */
const quiet = { port: 0, logLevel: 'warn', databaseSettings: { synchronous: 'NORMAL' } } as const;

/** Prepared data is kept here until the system clears it away. */
const cacheDir = join(tmpdir(), 'headwater-bench');

/**
 * @param say called with what takes time
 * @returns a data folder of the server; not to be written to, but to be copied
 */
export async function prepareSqlite(plan: SpacePlan, say: (text: string) => void): Promise<string> {
  const making = folderOfThisRun('making');
  const server = await startServer({ ...quiet, dataDir: making });
  const kept = join(cacheDir, `${keptPrefix(plan)}${spaceIdOf(plan)}-${await schemaDigest(server)}`);
  const isKept = existsSync(kept);
  if (!isKept) {
    removeOutdated(plan);
    say(`Making ${plan.contacts.toLocaleString('en')} contacts in ${kept} (once).`);
    await makeSpace(server, plan);
  }
  await server.close();
  if (!isKept) renameSync(making, kept);
  return kept;
}

/** @returns a new folder that goes when this process does */
export function folderOfThisRun(purpose: string): string {
  mkdirSync(cacheDir, { recursive: true });
  const folder = mkdtempSync(join(cacheDir, `${purpose}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function keptPrefix({ contacts }: SpacePlan): string {
  return `${contacts}-contacts-`;
}

/** Data of as many contacts for other tables or entity types: nobody will ask for it again. */
function removeOutdated(plan: SpacePlan): void {
  for (const name of readdirSync(cacheDir)) {
    if (name.startsWith(keptPrefix(plan))) rmSync(join(cacheDir, name), { recursive: true, force: true });
  }
}

/** @returns a copy of prepared data for one contestant to write to; it goes when this process does */
export function copyPrepared(prepared: string): string {
  const copy = folderOfThisRun('run');
  cpSync(prepared, copy, { recursive: true });
  return copy;
}

/**
 * Makes the space in a PostgreSQL database, unless an earlier run has made it.
 * @returns the version of the database
 * @throws SpaceError (rejects) when an earlier run ended while it made the space
 */
export async function preparePostgres(
  databaseUrl: string,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<string> {
  const server = await startServer({ ...quiet, databaseUrl });
  try {
    if (!(await isFilled(server, plan))) {
      say(`Making ${plan.contacts.toLocaleString('en')} contacts in the space ${spaceIdOf(plan)} (once).`);
      await makeSpace(server, plan);
    }
    const [row] = await server.deps.db.read({ text: 'SHOW server_version', values: [] });
    return String(row?.server_version);
  } finally {
    await server.close();
  }
}

async function makeSpace(server: RunningServer, plan: SpacePlan): Promise<void> {
  const space = spaceIdOf(plan);
  await fillSpace(server, space, await createSpaceWithKey(server, space), plan);
}

/** Relations of the last contact are written last. */
async function isFilled({ deps: { db } }: RunningServer, plan: SpacePlan): Promise<boolean> {
  const p = (position: number) => db.dialect.placeholder(position);
  const text = `SELECT id FROM contact_account_relations WHERE space_id = ${p(1)} AND contact_id = ${p(2)}`;
  const rows = await db.read({ text, values: [spaceIdOf(plan), recordId('contact', plan.contacts - 1)] });
  return rows.length > 0;
}

/** Stands for the tables and indexes of this version of the server. */
async function schemaDigest({ deps: { db } }: RunningServer): Promise<string> {
  return digestOf(await db.read({ text: 'SELECT sql FROM sqlite_master ORDER BY name', values: [] }));
}
