/**
 * The real server with two spaces, on a new SQLite file or on a new PostgreSQL database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpaceWithKey, startServer } from '@headwater/server';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';
import { RestApi } from '../src/api/rest-api.js';
import { CreatedRecords } from '../src/fixtures/created-records.js';
import { Http } from '../src/http/http.js';
import type { SpaceAccess } from '../src/run-checks.js';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

export interface TestServer {
  readonly url: string;
  readonly alpha: SpaceAccess;
  readonly beta: SpaceAccess;
  close(): Promise<void>;
}

/** Starts a server with the spaces alpha and beta. Closing it removes its data. */
export async function startTestServer(database: DatabaseName = 'SQLite'): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-conformance-'));
  const postgres = database === 'PostgreSQL' ? await startTestPostgres() : undefined;
  const databaseUrl = await postgres?.createDatabase();
  const server = await startServer({
    dataDir,
    databaseUrl,
    port: 0,
    logLevel: 'fatal',
    databaseSettings: { synchronous: 'NORMAL' },
  });
  const enter = async (space: string) => ({ space, ...(await createSpaceWithKey(server, space)) });
  const [alpha, beta] = [await enter('alpha'), await enter('beta')];
  return {
    url: server.url,
    alpha,
    beta,
    close: async () => {
      await server.close();
      await postgres?.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
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
