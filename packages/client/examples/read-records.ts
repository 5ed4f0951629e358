/** All contacts of two cities, from newest to oldest, with their owners. */
import { client } from './client.js';

const contacts = client.contacts.list({
  where: {
    city: ['Leeds', 'York'],
    created: { gte: new Date('2020-01-01') },
    email1: { notEmpty: true },
    owner: { email: { notNull: true } },
  },
  orderBy: ['-created'],
  only: ['formatted_name', 'email1', { owner: ['formatted_name'] }],
});

for await (const contact of contacts) {
  console.log(`${contact.formatted_name} <${contact.email1}>, looked after by ${contact.owner.formatted_name}`);
}
