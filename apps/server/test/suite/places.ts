/**
 * The databases on which `npm run suite` tries a server, each made for one run.
 */
import pg from 'pg';
import { startTestPostgres } from '../../../../tools/test-postgres.mjs';
import { CitusCluster } from '../citus/cluster.js';
import { findPgBouncer, startPgBouncer } from '../databases/pooler.js';

/** Where the server's records are. */
export interface Place {
  /** As the report calls it. */
  readonly name: string;
  /** Settings of the server. */
  readonly env: Readonly<Record<string, string>>;
  /** For those who write to it beside the server. */
  readonly databaseUrl?: string;
}

/** Takes what is to be done when a place is no longer used; the last is done first. */
export type OnClose = (close: () => unknown) => void;

/** @param program what the caller says where it is; a place uses what is installed otherwise. @throws MissingProgram */
type OpenPlace = (onClose: OnClose, program: string | undefined) => Promise<Place>;

/** A place needs a program that is not there; the message says how to get it. */
export class MissingProgram extends Error {}

/** By the name that the command takes. */
export const places: ReadonlyMap<string, OpenPlace> = new Map<string, OpenPlace>([
  ['sqlite', async () => ({ name: 'SQLite', env: {} })],
  ['postgres', openPostgres],
  ['pgbouncer', openPooler],
  ['citus', openCitus],
]);

async function openPostgres(onClose: OnClose): Promise<Place> {
  const { databaseUrl, name } = await newPostgres(onClose);
  return { name, databaseUrl, env: { HEADWATER_DATABASE_URL: databaseUrl } };
}

async function openPooler(onClose: OnClose, named: string | undefined): Promise<Place> {
  const program = findPgBouncer(named);
  if (program === undefined) {
    throw new MissingProgram('There is no PgBouncer. On Debian: apt-get install --no-install-recommends pgbouncer');
  }
  const { databaseUrl, name, url } = await newPostgres(onClose);
  const pooler = await startPgBouncer(program, url);
  onClose(pooler.stop);
  const env = {
    HEADWATER_DATABASE_URL: pooler.through(databaseUrl),
    HEADWATER_DATABASE_PREPARED: String(program.isPrepared),
  };
  const mode = program.isPrepared ? 'with' : 'without';
  return { name: `${name} behind PgBouncer ${program.version}, ${mode} named statements`, databaseUrl, env };
}

async function openCitus(onClose: OnClose, named: string | undefined): Promise<Place> {
  const programs = named ?? process.env.HEADWATER_TEST_CITUS_BIN;
  if (programs === undefined) {
    throw new MissingProgram(
      'Name the folder of the programs of a PostgreSQL that has the extension citus, such as --program /usr/lib/postgresql/15/bin',
    );
  }
  const cluster = await CitusCluster.start(programs);
  onClose(() => cluster.stop());
  const databaseUrl = await cluster.createDatabase('suite');
  await cluster.spread('suite');
  const [row] = await cluster.administer('suite', ["SELECT extversion FROM pg_extension WHERE extname = 'citus'"]);
  const name = `Citus ${row?.extversion} on PostgreSQL ${await versionOf(databaseUrl)}, a coordinator and two workers`;
  return { name, databaseUrl, env: { HEADWATER_DATABASE_URL: databaseUrl } };
}

async function newPostgres(onClose: OnClose) {
  const postgres = await startTestPostgres();
  onClose(postgres.stop);
  const databaseUrl = await postgres.createDatabase();
  return { url: postgres.url, databaseUrl, name: `PostgreSQL ${await versionOf(databaseUrl)}` };
}

async function versionOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('SHOW server_version');
    return String(rows[0].server_version);
  } finally {
    await client.end();
  }
}
