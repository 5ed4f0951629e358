/**
 * The real server with two spaces, on a new SQLite file or on a new PostgreSQL database.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyOf, createSpaceWithKey, startServer } from '@headwater/server';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';
import { RestApi } from '../src/api/rest-api.js';
import { CreatedRecords } from '../src/fixtures/created-records.js';
import type { Credentials } from '../src/http/http.js';
import { Http } from '../src/http/http.js';
import type { SpaceAccess } from '../src/run-checks.js';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

export interface TestServer {
  readonly url: string;
  readonly alpha: SpaceAccess;
  readonly beta: SpaceAccess;
  /** Of the space alpha; it may read accounts and do nothing else. */
  readonly scoped: Credentials;
  close(): Promise<void>;
}

type Running = Awaited<ReturnType<typeof startServer>>;
type Spaces = Pick<TestServer, 'alpha' | 'beta' | 'scoped'>;

const newFolder = () => mkdtempSync(join(tmpdir(), 'headwater-conformance-'));
const start = (dataDir: string, databaseUrl: string | undefined): Promise<Running> =>
  startServer({
    dataDir,
    databaseUrl,
    port: 0,
    logLevel: 'fatal',
    databaseSettings: { synchronous: 'NORMAL' },
    // The receiver of the suite is on this machine.
    webhooks: { privateAddresses: 'all', timeoutMs: 10_000, atOnce: 8 },
  });

async function createSpaces(server: Running): Promise<Spaces> {
  const enter = async (space: string) => ({ space, ...(await createSpaceWithKey(server, space)) });
  const [alpha, beta] = [await enter('alpha'), await enter('beta')];
  return { alpha, beta, scoped: await createKeyOf(server, 'alpha', { scopes: ['Accounts:read'] }) };
}

/** What a SQLite file holds that has both spaces. */
export interface Template {
  readonly file: Buffer;
  readonly spaces: Spaces;
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'headwater.sqlite');
let template: Promise<Template> | undefined;

/** Made once for all files of a worker: a copy takes a fraction of the time of a migration and of two spaces. */
export async function makeTemplate(): Promise<Template> {
  const dataDir = newFolder();
  const server = await start(dataDir, undefined);
  const spaces = await createSpaces(server);
  await server.close();
  const file = readFileSync(sqliteFile(dataDir));
  rmSync(dataDir, { recursive: true });
  return { file, spaces };
}

/** Starts a server with the spaces alpha and beta. Closing it removes its data. */
export async function startTestServer(database: DatabaseName = 'SQLite'): Promise<TestServer> {
  if (database === 'SQLite') {
    template ??= makeTemplate();
    const { file, spaces } = await template;
    const dataDir = newFolder();
    writeFileSync(sqliteFile(dataDir), file);
    const server = await start(dataDir, undefined);
    return { url: server.url, ...spaces, close: () => closeAndRemove(server, dataDir) };
  }
  const dataDir = newFolder();
  const postgres = await startTestPostgres();
  const server = await start(dataDir, await postgres.createDatabase());
  return {
    url: server.url,
    ...(await createSpaces(server)),
    close: () => closeAndRemove(server, dataDir, postgres.stop),
  };
}

async function closeAndRemove(server: Running, dataDir: string, stop = async () => {}): Promise<void> {
  await server.close();
  await stop();
  rmSync(dataDir, { recursive: true });
}

/** REST v100 of the space alpha, for what a test asks outside a run. */
export function restOf({ url, alpha }: TestServer): RestApi {
  const stop = new AbortController().signal;
  return new RestApi(
    new Http({ baseUrl: url, credentials: alpha, timeoutMs: 5000, stop }),
    alpha.space,
    new CreatedRecords(),
  );
}
