/** All contacts of two cities, from newest to oldest, with their owners. */
import { expanded } from '@headwater/client';
import { client } from './client.js';

const contacts = client.records('/entities/Contacts', {
  params: {
    query: {
      filter: { city: ['Leeds', 'York'], created: new Date('2020-01-01') },
      'filter-op': { created: 'gte', email1: 'not-empty' },
      'order-by': ['-created'],
      expand: ['owner'],
    },
  },
});

for await (const contact of contacts) {
  console.log(
    `${contact.formatted_name} <${contact.email1}>, looked after by ${expanded(contact.owner).formatted_name}`,
  );
}
