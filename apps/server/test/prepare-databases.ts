/**
 * Makes what a test run keeps its databases in, before its first file: a PostgreSQL, a folder for SQLite files, and templates of
 * both that tests copy, as a copy takes a fraction of the time of a migration. All of it goes away after the last file, with
 * whatever a test that failed has left behind.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { memoryFolder } from '../../../tools/memory-folder.mjs';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';
import { type Credentials, createKeyOf, createSpaceWithKey, type StartOptions, startServer } from '../src/index.js';
import { findPgBouncer, type Pooler, startPgBouncer } from './databases/pooler.js';

/** Where one database is, as the server's configuration says it. */
type Location = Required<Pick<StartOptions, 'dataDir' | 'databaseUrl'>>;

/** Databases to copy. Nobody is connected to them. */
export interface Templates {
  /** The tables that a server makes when it starts on an empty database. */
  readonly tables: Location;
  /** With a space as well. */
  readonly space: Location;
  /** The keys of the space. */
  readonly writer: Credentials;
  readonly reader: Credentials;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server's administrative database. */
    postgresUrl: string;
    /** Host and port of the connection pooler before it; '' without one. */
    poolerHost: string;
    /** For the files of this run. */
    testFolder: string;
    sqliteTemplates: Templates;
    postgresTemplates: Templates;
  }
}

/** A database of a test has some megabytes, and goes with the test; a few tests write a hundred thousand records. */
const neededMemory = 4 * 1024 ** 3;

/** The id of the space of the templates. */
export const templateSpace = 'acme';

export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const folder = mkdtempSync(join(memoryFolder(neededMemory) ?? tmpdir(), 'headwater-test-'));
  const newFolder = () => mkdtempSync(join(folder, 'template-'));
  const fromSqlite = await makeTemplates({ dataDir: newFolder(), databaseUrl: undefined }, async ({ dataDir }) => {
    const copy = { dataDir: newFolder(), databaseUrl: undefined };
    copyFileSync(sqliteFile(dataDir), sqliteFile(copy.dataDir));
    return copy;
  });
  const empty = { dataDir: newFolder(), databaseUrl: await postgres.createDatabase() };
  const fromPostgres = await makeTemplates(empty, async ({ databaseUrl = '' }) => {
    return { dataDir: newFolder(), databaseUrl: await postgres.createDatabase(databaseUrl) };
  });
  project.provide('postgresUrl', postgres.url);
  const pooler = await startPooler(postgres.url);
  project.provide('poolerHost', pooler === undefined ? '' : new URL(pooler.through(postgres.url)).host);
  project.provide('testFolder', folder);
  project.provide('sqliteTemplates', fromSqlite);
  project.provide('postgresTemplates', fromPostgres);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await pooler?.stop();
    await postgres.stop();
  };
}

/** @throws Error when one is wanted and there is none */
async function startPooler(url: string): Promise<Pooler | undefined> {
  if (!process.env.HEADWATER_TEST_PGBOUNCER) return undefined;
  const program = findPgBouncer();
  if (program === undefined) throw new Error('HEADWATER_TEST_PGBOUNCER is set, and there is no PgBouncer');
  return startPgBouncer(program, url);
}

/** @returns the file that the server keeps its records in */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'headwater.sqlite');
}

/** Nobody cuts the power of tests. */
const quick = { synchronous: 'NORMAL' } as const;

/** Starts the server twice, the second time with the tables there already. */
async function makeTemplates(tables: Location, copy: (from: Location) => Promise<Location>): Promise<Templates> {
  const start = (location: Location) =>
    startServer({ ...location, port: 0, logLevel: 'silent', databaseSettings: quick });
  await (await start(tables)).close();
  const space = await copy(tables);
  const server = await start(space);
  const writer = await createSpaceWithKey(server, templateSpace);
  const reader = await createKeyOf(server, templateSpace, { readOnly: true });
  await server.close();
  return { tables, space, writer, reader };
}
