/** Calls of REST v1 against the real server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuthenticationError, ConflictError, NotFoundError, ParameterError, ValidationError } from '../src/index.js';
import { createV1Client, type V1Client } from '../src/v1/index.js';
import { type RealServer, startRealServer } from './real-server.js';
import { hangUp, json, startScriptedServer } from './scripted-server.js';

/** Cities that are hard to carry in a filter. */
const hard = ['a|b', 'c:d', 'e::f', 'g\\h', 'Zürich & co'];

let server: RealServer;
let old: V1Client;
/** The number of the first user. */
let OWNER_ID: number;

beforeAll(async () => {
  server = await startRealServer('v1');
  old = createV1Client({ baseUrl: server.url, space: server.space, ...server.credentials });
  for await (const { ID } of old.list('Clients')) OWNER_ID = ID;
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
  const stranger = createV1Client({ baseUrl: server.url, space: server.space, ...server.credentials, password: 'x' });
  await expect(collect(stranger.list('Contacts'))).rejects.toThrow(AuthenticationError);
  const where = { NOBODY: 'x' } as object;
  await expect(collect(old.list('Contacts', { where }))).rejects.toThrow(ParameterError);
});

it.each(hard)('searches by %s as it lists', async (CITY) => {
  const options = { where: { CITY }, only: ['SURNAME'] } as const;
  expect(await collect(old.search('Contacts', options))).toEqual(await collect(old.list('Contacts', options)));
});

it('searches to the end, by more values than an address holds', async () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `Person ${at}`);
  const found = await collect(
    old.search('Contacts', { where: { SURNAME: { in: names } }, sort: ['PPL_CHRONOLOGICAL'] }),
  );
  expect(new Set(found.map(({ ID }) => ID)).size).toBe(100);
});

it('creates, reads, changes and deletes a record', async () => {
  const made = await old.create('Contacts', { SURNAME: 'Okafor', OWNER_ID, IS_UNSUBSCRIBED: 1 });
  expect(made).toMatchObject({ SURNAME: 'Okafor', OWNER_ID, IS_UNSUBSCRIBED: 1, CITY: null });
  const changed = await old.update('Contacts', made.ID, { CITY: 'Graz', REVISION: made.REVISION });
  expect(changed.CITY).toBe('Graz');
  const stale = old.update('Contacts', made.ID, { CITY: 'Ulm', REVISION: made.REVISION });
  await expect(stale).rejects.toThrow(ConflictError);
  expect(await old.get('Contacts', made.ID, { only: ['CITY'] })).toEqual({ ID: made.ID, CITY: 'Graz' });
  await old.delete('Contacts', made.ID);
  await expect(old.get('Contacts', made.ID)).rejects.toThrow(NotFoundError);
  expect(await old.get('Contacts', made.ID, { includeDeleted: true })).toMatchObject({ ID: made.ID, IS_DELETED: 1 });
  const where = { SURNAME: 'Okafor' };
  expect(await collect(old.list('Contacts', { where }))).toEqual([]);
  expect(await collect(old.list('Contacts', { where, includeDeleted: true }))).toHaveLength(1);
  expect(await collect(old.list('Contacts', { where: { GENDER: 1 }, modifiedAfter: '2999-01-01 00:00:00' }))).toEqual(
    [],
  );
});

it('gives a number of what has one', async () => {
  const unit = await old.create('SalesUnits', { NAME: 'North' });
  expect(unit.ID).toEqual(expect.any(Number));
  expect(await old.get('SalesUnits', unit.ID, { only: ['NAME'] })).toEqual({
    ID: unit.ID,
    NAME: 'North',
  });
});

it('writes many by each of the flags', async () => {
  const [good, bad] = [{ SURNAME: 'Good', OWNER_ID }, { CITY: 'nobody' }];
  const count = async () => (await collect(old.list('Contacts', { where: { SURNAME: 'Good' } }))).length;
  await expect(old.setEntities('Contact', [good, bad])).rejects.toThrow(ValidationError);
  expect(await count()).toBe(0);
  expect(await old.setEntities('Contact', [good, bad], { rejected: 'null' })).toEqual([expect.any(String), null]);
  const [id, error] = await old.setEntities('Contact', [good, bad], { rejected: 'error' });
  expect(error).toEqual({ errorcode: expect.any(Number), message: expect.stringContaining('OWNER_ID') });
  expect(await count()).toBe(2);
  const unknown = 'PY-7FFFFFFF-018F4B7A-6C1E-7D52-9A3B-5F0C2D9E8A11';
  const [inserted] = await old.setEntities('Contact', [{ ...good, ID: unknown }], { insertUnknown: true });
  expect(inserted).not.toBe(unknown);
  const options = { validationLevel: 9 };
  const CREATED = '2020-05-06 07:08:09';
  expect(await old.setEntities('Contact', [{ ...good, ID: unknown, CREATED }], options)).toEqual([unknown]);
  expect(await old.get('Contacts', unknown, { only: ['CREATED'] })).toEqual({ ID: unknown, CREATED });
  const none = 'PY-7FFFFFFF-018F4B7A-6C1E-7D52-9A3B-5F0C2D9E8A12';
  await expect(old.deleteEntities('Contact', [unknown, none])).rejects.toThrow();
  expect(await old.deleteEntities('Contact', [unknown, none], { rejected: 'ids' })).toEqual([none]);
  expect(await old.deleteEntities('Contact', [id as string, none], { rejected: 'null' })).toEqual([id, null]);
  await expect(old.get('Contacts', unknown)).rejects.toThrow(NotFoundError);
});

it('repeats what reads after a lost answer, and nothing that writes', async () => {
  const lost = await startScriptedServer(hangUp, json(200, []), hangUp, json(200, { ID: '1' }), hangUp);
  const client = createV1Client({ baseUrl: lost.url, space: 's', token: 't', password: 'p' });
  expect(await collect(client.search('Contacts'))).toEqual([]);
  expect(await client.get('Contacts', '1')).toEqual({ ID: '1' });
  await expect(client.create('Contacts', { SURNAME: 'x' })).rejects.toThrow('POST');
  expect(lost.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET', 'POST']);
});
