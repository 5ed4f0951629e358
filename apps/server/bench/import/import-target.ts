/**
 * A database whose space is empty but for users, which contacts are imported into, and the same rows are written to in bulk. Each pass has
 * a copy of its own.
 */
import { join } from 'node:path';
import type { Build } from '../data/build.js';
import { fillSpace } from '../data/fill-space.js';
import type { BenchPostgres } from '../data/open-postgres.js';
import { copyPrepared } from '../data/prepare-space.js';
import { SpaceClient } from '../data/space-client.js';
import { folderOfThisRun } from '../data/temporary.js';
import type { DatabaseName, Synchronous } from '../databases.js';
import { PostgresCpu } from '../machine/postgres-cpu.js';
import { copyToPostgres, insertInSqlite, readPostgresRows, readSqliteRows } from './copy-rows.js';

export const space = 'bench-import';
/** The server's default. */
const synchronous: Synchronous = 'FULL';

/** A copy of the database. */
export interface ImportCopy {
  readonly environment: Readonly<Record<string, string>>;
  /** Reads the rows of a table. @returns what writes them to another copy */
  reader(table: string): Promise<(to: ImportCopy) => Promise<void>>;
  /** Address, or file. */
  readonly place: string;
}

export interface ImportTarget {
  readonly database: DatabaseName;
  copy(): Promise<ImportCopy>;
  /** @returns the processor time of the database's own processes so far; undefined where there are none, or they are not seen */
  cpuMs(): number | undefined;
}

export async function sqliteTarget(build: Build): Promise<ImportTarget> {
  const dataDir = folderOfThisRun('import');
  await makeSpace(build, { dataDir });
  const copyOf = (folder: string): ImportCopy => ({
    environment: { HEADWATER_DATA_DIR: folder, HEADWATER_DATABASE_URL: '' },
    place: join(folder, 'headwater.sqlite'),
    async reader(table) {
      const rows = await readSqliteRows(this.place, table);
      return (to) => insertInSqlite(to.place, synchronous, table, rows);
    },
  });
  return { database: 'sqlite', cpuMs: () => undefined, copy: async () => copyOf(copyPrepared(dataDir)) };
}

export async function postgresTarget(build: Build, postgres: BenchPostgres): Promise<ImportTarget> {
  const databaseUrl = await postgres.createDatabase();
  await makeSpace(build, { databaseUrl });
  const cpu = await PostgresCpu.of(postgres.url);
  const copyOf = (url: string): ImportCopy => ({
    environment: { HEADWATER_DATABASE_URL: url },
    place: url,
    async reader(table) {
      const rows = await readPostgresRows(url, table);
      return (to) => copyToPostgres(to.place, table, rows);
    },
  });
  return {
    database: 'postgres',
    cpuMs: () => cpu?.ms(),
    copy: async () => copyOf(await postgres.createDatabase(databaseUrl)),
  };
}

async function makeSpace(
  { server: build }: Build,
  store: { dataDir: string } | { databaseUrl: string },
): Promise<void> {
  const server = await build.startServer({ ...store, port: 0, logLevel: 'warn' });
  try {
    const client = new SpaceClient(server.url, space, await build.createSpaceWithKey(server, space));
    await fillSpace(server, client, { contacts: 0, accounts: 1 });
  } finally {
    await server.close();
  }
}
