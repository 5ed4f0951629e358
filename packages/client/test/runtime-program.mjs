/**
 * What a program does with the installed package, in any runtime: plain JavaScript, copied into an empty project and run there. Prints what
 * it has seen as one line of JSON.
 */
import { createClient, NotFoundError, ValidationError } from '@headwater/client';
import { createV1Client } from '@headwater/client/v1';

const [baseUrl, space, token, password, owner_id, last_name] = JSON.parse(globalThis.HEADWATER_ARGUMENTS);
const client = createClient({ baseUrl, space, token, password });
const seen = [];

const over = new AbortController();
const live = client.contacts.live({ where: { last_name }, only: ['city'], throttleMs: 0, signal: over.signal });
const lists = live[Symbol.asyncIterator]();
seen.push((await lists.next()).value.length);

const made = await client.contacts.create({ owner_id, last_name, city: 'Zürich' });
for (let { value } = await lists.next(); ; { value } = await lists.next()) {
  if (value[0]?.city !== 'Zürich') continue;
  seen.push(value.length);
  break;
}
over.abort();

await client.contacts.update(made.id, ({ city }) => ({ city: `${city} 東京` }));
for await (const { city } of client.contacts.list({ where: { last_name }, only: ['city'] })) seen.push(city);
for await (const { act } of client.changes({ after: made.revision - 1, entity: 'Contact', follow: false }))
  seen.push(act);
const old = createV1Client({ baseUrl, space, token, password });
for await (const { CITY } of old.list('Contacts', { where: { SURNAME: last_name }, only: ['CITY'] })) seen.push(CITY);
await client.contacts.create({ last_name: 'x' }).catch((error) => seen.push(error instanceof ValidationError));
await client.contacts.delete(made.id);
await client.contacts.get(made.id).catch((error) => seen.push(error instanceof NotFoundError));
console.log(JSON.stringify(seen));
