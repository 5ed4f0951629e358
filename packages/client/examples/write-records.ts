/** A contact created, changed if nobody else has changed it meanwhile, and deleted. */
import { ConflictError } from '@headwater/client';
import { client } from './client.js';

const owner = await client.clients.list().first();
if (!owner) throw new Error('the space has no user');

const contact = await client.contacts.create({ owner_id: owner.id, first_name: 'Grace', last_name: 'Okafor' });
console.log(`created ${contact.formatted_name}`);

const change = { title: 'Dr', city: 'Leeds' };
const changed = await client.contacts.update(contact.id, change, { ifMatch: contact.revision });
console.log(`moved to ${changed.city}`);

try {
  await client.contacts.update(contact.id, change, { ifMatch: contact.revision }); // no longer the last one
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.log('somebody was faster: read it again');
}

await client.contacts.delete(contact.id);
console.log('deleted');
