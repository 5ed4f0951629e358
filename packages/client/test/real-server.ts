/**
 * The server of this workspace, in the process of the test, with a space of its own on SQLite, or on the database that is named.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { paths } from '@headwater/openapi-types';
import { type Credentials, createKeyOf, createSpaceWithKey, startServer } from '@headwater/server';
import { createClient, type HeadwaterClient, unwrap } from '../src/index.js';

export interface RealServer {
  readonly url: string;
  readonly space: string;
  readonly credentials: Credentials;
  /** Opens the space with all rights. */
  readonly client: HeadwaterClient<paths>;
  /** Opens the space to readers only. */
  readonly reader: HeadwaterClient<paths>;
  /** Id of the first user of the space. */
  readonly ownerId: string;
  /** What was changed so far is not kept any more, as after `HEADWATER_CHANGES_DAYS`. */
  forgetChanges(): Promise<void>;
  close(): Promise<void>;
}

export async function startRealServer(
  space: string,
  options: Parameters<typeof startServer>[0] = {},
): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'headwater-client-server-'));
  const server = await startServer({
    dataDir,
    port: 0,
    logLevel: 'silent',
    databaseSettings: { synchronous: 'NORMAL' },
    ...options,
  });
  const credentials = await createSpaceWithKey(server, space);
  const readerCredentials = await createKeyOf(server, space, { readOnly: true });
  const client = createClient<paths>({ baseUrl: server.url, space, ...credentials });
  const { data: users } = await unwrap(client.GET('/entities/Clients'));
  return {
    url: server.url,
    space,
    credentials,
    client,
    reader: createClient<paths>({ baseUrl: server.url, space, ...readerCredentials }),
    ownerId: users[0]!.id,
    forgetChanges: async () => {
      const ofSpace = () => server.deps.db.knex('spaces').where({ space_id: space });
      const [{ revision }] = await ofSpace().select('revision');
      await ofSpace().update({ logged_from: revision });
    },
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
