/**
 * Process of the server under test. Arguments: a data folder or the address of a PostgreSQL database, and what the crowd will ask. It makes
 * two spaces of a few hundred contacts each, the crowd's of many when its requests are heavy, and reports their addresses and keys.
 */
import { randomUUID } from 'node:crypto';
import { createSpaceWithKey, startServer } from '@headwater/server';
import { SpaceClient } from '../data/space-client.js';

/** What the process reports once it listens: the crowd's space comes first. */
export interface Listening {
  readonly url: string;
  readonly spaces: readonly { readonly space: string; readonly authorization: string; readonly owner: string }[];
}

const contacts = 300;
const manyContacts = 20_000;
const itemsOfBatch = 1_000;

const [, , location = '', form] = process.argv;
const store = location.startsWith('postgres') ? { databaseUrl: location } : { dataDir: location };
const server = await startServer({ ...store, port: 0, logLevel: 'fatal' });
const spaces = [];
for (const name of ['crowd', 'quiet']) {
  const space = `${name}-${randomUUID().slice(0, 8)}`;
  const client = new SpaceClient(server.url, space, await createSpaceWithKey(server, space));
  const { id: owner_id } = await client.first('Clients');
  const wanted = name === 'crowd' && form === 'heavy' ? manyContacts : contacts;
  for (let from = 0; from < wanted; from += itemsOfBatch) {
    const items = Array.from({ length: Math.min(itemsOfBatch, wanted - from) }, (_, index) => ({
      owner_id,
      first_name: 'Ann',
      last_name: `Contact ${from + index}`,
    }));
    await client.ask('POST', 'Contacts/batch-modify', items);
  }
  spaces.push({ space, authorization: client.authorization, owner: owner_id });
}
process.on('disconnect', () => void server.close());
process.send?.({ url: server.url, spaces } satisfies Listening);
