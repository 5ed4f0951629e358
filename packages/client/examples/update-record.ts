/** A contact changed by what it holds, also when others change it meanwhile. */
import { client } from './client.js';

const contact = await client.contacts.list().first();
if (!contact) throw new Error('the space has no contact');

const updated = await client.contacts.update(contact.id, ({ title }) => (title === 'Dr' ? undefined : { title: 'Dr' }));
console.log(`${updated.title} ${updated.last_name}`);
