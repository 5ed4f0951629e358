/** Contacts by REST v1, with its names and operators. */
import { createV1Reader } from '@headwater/client/v1';

const old = createV1Reader({
  baseUrl: process.env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: 'demo',
  token: process.env.HEADWATER_DEMO_TOKEN ?? '',
  password: process.env.HEADWATER_DEMO_PASSWORD ?? '',
});

const contacts = old.list('Contacts', {
  where: { CITY: { in: ['Leeds', 'York'] }, CREATED: { ge: '2020-01-01 00:00:00' } },
  sort: ['-SURNAME'],
  only: ['FORMATTED_NAME'],
});

for await (const contact of contacts) console.log(contact.FORMATTED_NAME);
