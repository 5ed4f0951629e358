/** A contact created, changed if nobody else has changed it meanwhile, and deleted. */
import { ConflictError, unwrap } from '@headwater/client';
import { client } from './client.js';

const { data: users } = await unwrap(client.GET('/entities/Clients', { params: { query: { first: 1 } } }));
const [owner] = users;
if (!owner) throw new Error('the space has no user');

const { data: contact } = await unwrap(
  client.POST('/entities/Contacts', { body: { owner_id: owner.id, first_name: 'Grace', last_name: 'Okafor' } }),
);
console.log(`created ${contact.formatted_name}`);

const change = (revision: number) =>
  unwrap(
    client.PATCH('/entities/Contacts/{id}', {
      params: { path: { id: contact.id }, header: { 'If-Match': `"${revision}"` } },
      body: { title: 'Dr', city: 'Leeds' },
    }),
  );

const { data: changed } = await change(contact.revision);
console.log(`moved to ${changed.city}`);

try {
  await change(contact.revision); // a revision that is no longer the last one
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.log('somebody was faster: read it again');
}

await unwrap(client.DELETE('/entities/Contacts/{id}', { params: { path: { id: contact.id } } }));
console.log('deleted');
