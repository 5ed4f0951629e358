/**
 * Process of the server under test. Arguments: a data folder or the address of a PostgreSQL database, and how many changes the log gets.
 * It makes a space, fills its log, reports where it is, and answers each message with the memory that it holds.
 */
import { createSpaceWithKey, startServer } from '@headwater/server';
import { SpaceClient } from '../data/space-client.js';
import { fillLog } from './fill-log.js';

/** What the process reports once it listens. */
export interface Listening {
  readonly url: string;
  readonly space: string;
  readonly authorization: string;
  /** The changes lie behind this revision, one in each. */
  readonly from: number;
  /** Ids of contacts to write to. */
  readonly contacts: readonly string[];
}

/** Writers each have one. */
const contactCount = 64;

const [, , location = '', count = '0'] = process.argv;
const store = location.startsWith('postgres') ? { databaseUrl: location } : { dataDir: location };
const server = await startServer({ ...store, port: 0, logLevel: 'fatal' });
const space = 'changes';
const client = new SpaceClient(server.url, space, await createSpaceWithKey(server, space));
const { id: owner_id } = await client.first('Clients');
const contacts: string[] = [];
for (let index = 0; index < contactCount; index++) {
  const made = await client.ask('POST', 'Contacts', { owner_id, last_name: `Contact ${index}` });
  contacts.push((made as { id: string }).id);
}
const from = await fillLog(server.deps.db, space, contacts[0]!, Number(count));
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
process.on('disconnect', () => void server.close());
process.send?.({ url: server.url, space, authorization: client.authorization, from, contacts } satisfies Listening);
