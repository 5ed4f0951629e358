/** A merge that is tried before it is made: what would be lost, and what would move. */
import { unwrap } from '@headwater/client';
import { client } from './client-with-paths.js';

const { data: contacts } = await unwrap(
  client.GET('/entities/Contacts', { params: { query: { first: 2, 'order-by': 'last_name' } } }),
);
const [master, other] = contacts;
if (!master || !other) throw new Error('the space has no two contacts');

const { data: merged, preview } = await unwrap(
  client.POST('/entities/Contacts/merge', {
    params: { query: { 'dry-run': true } },
    body: { master: { id: master.id }, secondary_ids: [other.id] },
  }),
);
console.log(`would be ${merged.formatted_name}`);
for (const { members } of preview?.given_up ?? []) console.log(`would lose ${Object.keys(members).join(', ')}`);
for (const { entity, count } of preview?.references ?? []) console.log(`would move ${count} ${entity} records`);
