/** A contact changed by what it holds, also when others change it meanwhile. */
import { unwrap } from '@headwater/client';
import { client } from './client.js';

const [contact] = (await unwrap(client.GET('/entities/Contacts', { params: { query: { first: 1 } } }))).data;
if (!contact) throw new Error('the space has no contact');

const updated = await client.update('/entities/Contacts/{id}', contact.id, ({ title }) =>
  title === 'Dr' ? undefined : { title: 'Dr' },
);
console.log(`${updated.title} ${updated.last_name}`);
