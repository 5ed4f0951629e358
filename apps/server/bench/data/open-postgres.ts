/**
 * The PostgreSQL of a run: one that is started for it, or a given one. Each contestant gets a database of its own.
 */
import pg from 'pg';

export interface BenchPostgres {
  readonly version: string;
  readonly url: string;
  /** @returns the address of a new database, empty or a copy of `template`, which nobody may be connected to; dropped by `stop` */
  createDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Started and dropped as in tests. */
type Tools = typeof import('../../../../tools/test-postgres.mjs');

/** @param given address of an administrative database, whose user may make databases; undefined: a server is started */
export async function openPostgres(given: string | undefined): Promise<BenchPostgres> {
  // From the compiled file.
  const tools = (await import(new URL('../../../../../tools/test-postgres.mjs', import.meta.url).href)) as Tools;
  const own = given === undefined ? await tools.startTestPostgres({ onDisk: true }) : undefined;
  const url = given ?? own!.url;
  const made: string[] = [];
  return {
    url,
    version: await versionOf(url),
    createDatabase: async (template) => {
      const database = await tools.createTestDatabase(url, template);
      made.push(database);
      return database;
    },
    stop: async () => {
      for (const database of made) await tools.dropTestDatabase(url, database);
      await own?.stop();
    },
  };
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  return rows[0]!.server_version;
}
