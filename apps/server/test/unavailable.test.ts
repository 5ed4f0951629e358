/**
 * A PostgreSQL that cannot be reached: 503 as long as that lasts, and the same server answers again as soon as it can.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Line } from './databases/line.js';
import { newDatabase, type TestDatabase, TestServer } from './fixture.js';

let database: TestDatabase;
let line: Line;
let server: TestServer;

beforeAll(async () => {
  database = await newDatabase('postgres', 'space');
  const url = new URL(database.location.databaseUrl ?? '');
  line = new Line(new URL(url));
  await line.open();
  url.port = String(line.port);
  server = await TestServer.start('postgres', { databaseUrl: url.href });
});

afterAll(async () => {
  await server?.close();
  await line?.cut();
  await database?.drop();
});

/** The key has been looked at within the last two seconds, so that records are what is requested next. */
beforeEach(() => server.space.list('Contacts'));

const unavailable = {
  status: 503,
  code: 9009,
  name: 'ERROR_UNAVAILABLE',
  message: expect.any(String),
  http_status: 503,
  success: false,
};

it('answers 503 to reads and writes while the database is away, and goes on when it is back', async () => {
  const contact = await server.space.newContact();
  await line.cut();
  const body = { last_name: 'Lost', owner_id: server.space.ids.ownerId };
  for (const [method, path] of [
    ['GET', 'Contacts'],
    ['GET', `Contacts/${contact.id}`],
    ['POST', 'Contacts'],
    ['PATCH', `Contacts/${contact.id}`],
    ['DELETE', `Contacts/${contact.id}`],
  ] as const) {
    const sent = method === 'POST' || method === 'PATCH' ? { body } : {};
    const answer = await server.space.send(method, path, sent);
    expect({ status: answer.status, ...answer.body }).toStrictEqual(unavailable);
    expect(answer.headers.get('Retry-After')).toBe('1');
  }
  expect((await fetch(`${server.origin}/health/ready`)).status).toBe(503);
  expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);

  await line.open();
  expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200);
  expect(await server.space.get('Contacts', contact.id)).toEqual(contact);
  expect((await server.space.list('Contacts', { 'filter[last_name]': 'Lost' })).data).toEqual([]);
});

it('answers 503 when the connection breaks in the middle of a write, of which nothing stays', async () => {
  server.onStatement = ({ text }) => {
    if (text.startsWith('INSERT INTO "contacts"')) void line.cut();
  };
  const body = { last_name: 'Half', owner_id: server.space.ids.ownerId };
  const answer = await server.space.send('POST', 'Contacts', { body });
  server.onStatement = () => {};
  expect({ status: answer.status, ...answer.body }).toStrictEqual(unavailable);
  await sleep(50);
  await line.open();
  expect((await server.space.list('Contacts', { 'filter[last_name]': 'Half' })).data).toEqual([]);
  await server.space.newContact();
});

it('does not mind connections that break while nobody uses them', async () => {
  await Promise.all(Array.from({ length: 10 }, () => server.space.list('Contacts')));
  await line.cut();
  await line.open();
  await sleep(50);
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.space.send('GET', 'Contacts')));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
});

it('answers 401 as ever when there is nothing to look up', async () => {
  await line.cut();
  const answer = await server.space.send('GET', 'Contacts', { headers: { authorization: 'Basic' } });
  expect(answer.status).toBe(401);
  await line.open();
});
