/**
 * What is crashed: a database with one server, or two on PostgreSQL.
 */
import { statSync, truncateSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/open-database.js';
import { Freezer } from '../databases/freeze.js';
import { type TestDatabase, testConfig } from '../fixture.js';
import { sqliteFile, templateSpace } from '../prepare-databases.js';
import { ServerProcess } from '../processes/server-process.js';
import type { Random } from '../random.js';
import { TestSpace } from '../test-space.js';
import type { CrashTemplate } from './crash-template.js';

/**
 * `power`: SQLite loses what it has not waited for. `database`: all processes of PostgreSQL are killed, and it is started again.
 * `everything`: they and the servers.
 */
export type CrashKind = 'one server' | 'servers' | 'power' | 'database' | 'everything';

const kinds: Readonly<Record<CrashTemplate['database'], readonly (readonly [CrashKind, number])[]>> = {
  sqlite: [
    ['servers', 3],
    ['power', 1],
  ],
  postgres: [
    ['servers', 6],
    ['one server', 2],
    ['database', 2],
    ['everything', 1],
  ],
};

/** A log that has become longer is written from its beginning again, so that its length says nothing. */
const maxLogSize = 12_000_000;

/** Long after everything should be back. */
const patienceMs = 60_000;

export class CrashTarget {
  private freezer: Freezer | undefined;

  private constructor(
    private readonly template: CrashTemplate,
    private readonly stored: TestDatabase,
    private readonly servers: readonly ServerProcess[],
  ) {}

  /** @param more variables of the environment of the servers */
  static async open(template: CrashTemplate, more: Readonly<Record<string, string>> = {}): Promise<CrashTarget> {
    const stored = await template.copy();
    const { dataDir, databaseUrl } = stored.location;
    const env = {
      HEADWATER_PUBLIC_URL: 'http://crm.example',
      HEADWATER_DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { HEADWATER_DATABASE_URL: databaseUrl }),
      ...more,
    };
    const servers = Array.from({ length: databaseUrl === undefined ? 1 : 2 }, () => new ServerProcess(env));
    const target = new CrashTarget(template, stored, servers);
    await target.start();
    return target;
  }

  get location(): TestDatabase['location'] {
    return this.stored.location;
  }

  /** @returns what the servers have logged as failures since the last call */
  takeFailures(): readonly string[] {
    return this.servers.flatMap(({ failures }) => failures.splice(0));
  }

  chooseKind(random: Random): CrashKind {
    return random.pickWeighted(kinds[this.template.database]);
  }

  /** @param which any number: servers take turns */
  space(which: number): TestSpace {
    return this.spaceAt(this.servers[which % this.servers.length]?.url ?? 'http://127.0.0.1:1');
  }

  /** @returns the space at one of the servers that run; undefined while none does */
  spaceSomewhere(random: Random): TestSpace | undefined {
    const urls = this.servers.flatMap(({ url }) => url ?? []);
    return urls.length === 0 ? undefined : this.spaceAt(random.pick(urls));
  }

  private spaceAt(url: string): TestSpace {
    return new TestSpace(url, templateSpace, this.template.authorization, '');
  }

  /** Bytes of the log that SQLite writes commits to; 0 for PostgreSQL. */
  get logSize(): number {
    if (this.template.database !== 'sqlite') return 0;
    return statSync(`${sqliteFile(this.location.dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Kills at once; resolves when what was killed is gone. */
  async kill(kind: CrashKind, random: Random): Promise<void> {
    if (kind === 'database' || kind === 'everything') this.freezer?.kill();
    const killed = kind === 'database' ? [] : kind === 'one server' ? [random.pick(this.servers)] : this.servers;
    await Promise.all(killed.map((server) => server.kill()));
  }

  /** Cuts the log of SQLite anywhere. @param kept bytes that were on the disk for certain */
  losePower(random: Random, kept: number): void {
    const { logSize } = this;
    if (logSize > maxLogSize || logSize <= kept) return;
    truncateSync(`${sqliteFile(this.location.dataDir)}-wal`, random.integer(kept, logSize));
  }

  /** Starts what is dead, and waits until all serve. */
  async start(): Promise<void> {
    const { databaseUrl } = this.location;
    if (databaseUrl !== undefined) this.freezer = await within(() => Freezer.of(databaseUrl));
    await Promise.all(this.servers.filter(({ url }) => url === undefined).map((server) => server.start()));
    for (const which of this.servers.keys()) await within(() => this.space(which).list('Clients'));
  }

  /** Waits until the database has finished what servers have sent, dead ones included. */
  async untilQuiet(): Promise<void> {
    const { databaseUrl } = this.location;
    if (databaseUrl !== undefined) await within(() => requireQuiet(databaseUrl));
  }

  /** @param work gets the database as the servers have it */
  async withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const { dataDir, databaseUrl } = this.location;
    const location = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
    const db = await openDatabase(location, testConfig.databaseSettings);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.stored.drop();
  }

  /** Stops the servers and keeps the database. */
  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
  }
}

/** Tries until it succeeds. @throws what it throws after a minute */
export async function within<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

/** PostgreSQL finishes what a server has sent, whether that server is dead or not. @throws Error while it is at something */
async function requireQuiet(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headwater' AND state <> 'idle'",
    );
    if (rowCount !== 0) throw new Error('the database is still at work');
  } finally {
    await client.end();
  }
}
