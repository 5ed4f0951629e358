/**
 * The server for programs that embed it, such as tests of clients: start one, make a space, ask it, close it.
 */
import { readConfig } from './main/config.js';
import { type RunningServer, type ServeConfig, serve } from './main/serve.js';
import { createSpace } from './spaces/create-space.js';
import { type Credentials, createKey, type NewApiKey } from './spaces/space-keys.js';

export { unindexedRecords } from './jobs/search-filler.js';
export type { RunningServer } from './main/serve.js';
export type { Credentials } from './spaces/space-keys.js';

/** All have the defaults of the environment variables; the environment itself is not read. */
export type StartOptions = Partial<Omit<ServeConfig, 'databaseSettings'>> & {
  readonly databaseSettings?: Partial<ServeConfig['databaseSettings']>;
};

/** @param options `port: 0` takes a free port */
export function startServer(options: StartOptions): Promise<RunningServer> {
  const defaults = readConfig({});
  return serve({
    ...defaults,
    ...options,
    databaseSettings: { ...defaults.databaseSettings, ...options.databaseSettings },
  });
}

/** What a key may; everything when left out. */
export type KeyOptions = Pick<NewApiKey, 'readOnly' | 'scopes' | 'client' | 'asUser'>;

/**
 * Makes a space with its seed data, and a key that may enter it.
 * @throws SpaceError when the space exists or its id is not usable
 */
export async function createSpaceWithKey(
  server: RunningServer,
  space: string,
  options: KeyOptions = {},
): Promise<Credentials> {
  await createSpace(server.deps, { id: space });
  return createKeyOf(server, space, options);
}

/** Makes a further key of a space. */
export async function createKeyOf(
  server: RunningServer,
  space: string,
  options: KeyOptions = {},
): Promise<Credentials> {
  return createKey(server.deps, { space, ...options });
}
