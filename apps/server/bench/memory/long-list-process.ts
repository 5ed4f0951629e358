/**
 * Process of the server under test. Arguments: a data folder or the address of a PostgreSQL database, and how many notes are still to be
 * made. With a number it makes a space with so many and ends; without one it serves that space, and reports where it is.
 */
import { createKeyOf, createSpaceWithKey, startServer } from '@headwater/server';
import { SpaceClient } from '../data/space-client.js';

/** What the process reports once it listens. */
export interface Served {
  /** Of the space in REST v1. */
  readonly url: string;
  readonly authorization: string;
}

/** As many as a batch may have. */
const notesAtATime = 1_000;
const space = 'long-list';

const [, , location = '', count = '0'] = process.argv;
const store = location.startsWith('postgres') ? { databaseUrl: location } : { dataDir: location };
const notes = Number(count);
// Nobody waits for the disk while the notes are made.
const server = await startServer({
  ...store,
  port: 0,
  logLevel: 'fatal',
  databaseSettings: { synchronous: 'NORMAL' },
});
if (notes > 0) {
  await make(new SpaceClient(server.url, space, await createSpaceWithKey(server, space)));
  await server.close();
  process.disconnect?.();
} else {
  const { authorization } = new SpaceClient(server.url, space, await createKeyOf(server, space));
  process.on('disconnect', () => void server.close());
  process.send?.({ url: `${server.url}/rest_services/v1/${space}`, authorization } satisfies Served);
}

async function make(client: SpaceClient): Promise<void> {
  const { id: owner_id } = await client.first('Clients');
  const account = (await client.ask('POST', 'Accounts', { owner_id, name: 'Harbourline Logistics' })) as { id: string };
  const body = (place: number) => ({
    owner_id,
    account_id: account.id,
    note: `Note ${place}: they call back next week.`,
  });
  for (let from = 0; from < notes; from += notesAtATime) {
    const length = Math.min(notesAtATime, notes - from);
    await client.ask(
      'POST',
      'Notes/batch-modify',
      Array.from({ length }, (_, index) => body(from + index)),
    );
  }
  const { knex, dialect } = server.deps.db;
  // A running database does both by itself.
  if (dialect.name === 'postgres') await knex.raw('VACUUM ANALYZE');
}
