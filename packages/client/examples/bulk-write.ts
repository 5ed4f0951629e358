/** Any number of contacts, written in batches. */
import { bulkWrite } from '@headwater/client';
import { client } from './client.js';

const owner = await client.clients.list().first();
if (!owner) throw new Error('the space has no user');

const people = [{ last_name: 'Lindqvist' }, { last_name: 'Okafor', email1: 'x'.repeat(300) }];
const contacts = people.map((person) => ({ ...person, owner_id: owner.id }));

for await (const { index, id, error } of bulkWrite(client, 'Contacts', contacts, { concurrency: 4 })) {
  console.log(
    id === null ? `${contacts[index]?.last_name}: ${error?.message}` : `${contacts[index]?.last_name} is there`,
  );
}
