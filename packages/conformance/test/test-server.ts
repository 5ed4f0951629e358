/**
 * The real server with two spaces, on an empty SQLite file or on a PostgreSQL database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpaceWithKey, startServer } from '@headwater/server';
import type { SpaceAccess } from '../src/run-checks.js';

export interface TestServer {
  readonly url: string;
  readonly alpha: SpaceAccess;
  readonly beta: SpaceAccess;
  close(): Promise<void>;
}

/** @param databaseUrl an empty PostgreSQL database; without it SQLite */
export async function startTestServer(databaseUrl?: string): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-conformance-'));
  const server = await startServer({ dataDir, databaseUrl, port: 0, logLevel: 'fatal' });
  const enter = async (space: string) => ({ space, ...(await createSpaceWithKey(server, space)) });
  const [alpha, beta] = [await enter('alpha'), await enter('beta')];
  return {
    url: server.url,
    alpha,
    beta,
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
