/** Lists of REST v1 against the real server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuthenticationError, ParameterError } from '../src/index.js';
import { createV1Reader, type V1Reader } from '../src/v1/index.js';
import { type RealServer, startRealServer } from './real-server.js';

/** Cities that are hard to carry in a filter. */
const hard = ['a|b', 'c:d', 'e::f', 'g\\h', 'Zürich & co'];

let server: RealServer;
let old: V1Reader;

beforeAll(async () => {
  server = await startRealServer('v1');
  old = createV1Reader({ baseUrl: server.url, space: server.space, ...server.credentials });
  const { contacts } = server.client;
  for (let at = 0; at < 100; at += 1)
    await contacts.create({ owner_id: server.ownerId, last_name: `Person ${at}`, gender: 1 });
  for (const city of hard) await contacts.create({ owner_id: server.ownerId, last_name: `of ${city}`, city });
});

afterAll(() => server.close());

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

it('reads a list to its end, each record once', async () => {
  const contacts = await collect(old.list('Contacts', { sort: ['PPL_CHRONOLOGICAL'] }));
  expect(new Set(contacts.map(({ ID }) => ID)).size).toBe(105);
  expect(await collect(old.list('Contacts', { where: { GENDER: 1 } }))).toHaveLength(100);
});

it.each(hard)('finds by %s', async (CITY) => {
  const found = await collect(old.list('Contacts', { where: { CITY }, only: ['SURNAME'] }));
  expect(found).toEqual([{ ID: expect.any(String), SURNAME: `of ${CITY}` }]);
});

it('finds by operators, several of one field among them', async () => {
  const where = { SURNAME: { ge: 'Person 10', le: 'Person 12' }, CREATED: { ge: '2020-01-01 00:00:00' } };
  const found = await collect(old.list('Contacts', { where, sort: ['-SURNAME'], only: ['SURNAME'] }));
  expect(found.map(({ SURNAME }) => SURNAME)).toEqual(['Person 12', 'Person 11', 'Person 10']);
  expect(await collect(old.list('Contacts', { where: { CITY: { in: hard } } }))).toHaveLength(hard.length);
  expect(await collect(old.list('Contacts', { where: { CITY: { fl: ':' } } }))).toHaveLength(2);
});

it('throws the errors of the client', async () => {
  const stranger = createV1Reader({ baseUrl: server.url, space: server.space, ...server.credentials, password: 'x' });
  await expect(collect(stranger.list('Contacts'))).rejects.toThrow(AuthenticationError);
  const where = { NOBODY: 'x' } as object;
  await expect(collect(old.list('Contacts', { where }))).rejects.toThrow(ParameterError);
});
