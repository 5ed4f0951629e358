/** Contacts by REST v1, with its names and operators. */
import { createV1Client } from '@headwater/client/v1';

const old = createV1Client({
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

const made = await old.create('Contacts', { SURNAME: 'Okafor', OWNER_ID: 1 });
const changed = await old.update('Contacts', made.ID, { CITY: 'Leeds', REVISION: made.REVISION });
console.log(`${changed.SURNAME} moved to ${changed.CITY}`);

const outcomes = await old.setEntities('Contact', [{ ID: made.ID, TITLE: 'Dr' }, { CITY: 'York' }], {
  rejected: 'error',
});
for (const outcome of outcomes) console.log(typeof outcome === 'object' ? outcome.message : `${outcome} is written`);

const kept = await old.deleteEntities('Contact', [made.ID], { rejected: 'ids' });
console.log(`${kept.length} could not be deleted`);
