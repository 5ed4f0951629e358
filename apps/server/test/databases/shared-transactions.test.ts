/**
 * Writes of one space that share a transaction on PostgreSQL: what one of them does to the others, and what a lost connection does to all.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newDatabase, type TestDatabase, TestServer, testConfig } from '../fixture.js';
import type { Answer, TestRecord } from '../test-space.js';
import { Line } from './line.js';

let stored: TestDatabase;
let line: Line;
let server: TestServer;
/** What was sent to the database. */
let sent: string;

beforeAll(async () => {
  stored = await newDatabase('postgres', 'space');
  const through = await Line.to(stored.location.databaseUrl ?? '');
  line = through.line;
  // Texts go over the line as long as they are not prepared.
  const databaseSettings = { ...testConfig.databaseSettings, silenceMs: 2_000, isPrepared: false };
  server = await TestServer.start('postgres', { databaseUrl: through.url, databaseSettings });
});

beforeEach(() => {
  sent = '';
  line.onSent = (bytes) => {
    sent += bytes.toString('latin1');
  };
});

afterAll(async () => {
  await server?.close();
  await line?.cut();
  await stored?.drop();
});

const times = (text: string) => sent.split(text).length - 1;
const create = (name: string, body: object = {}) =>
  server.space.send('POST', 'Contacts', { body: { last_name: name, owner_id: server.space.ids.ownerId, ...body } });
const created = async (name: string) =>
  (await server.space.list('Contacts', { 'filter[last_name]': name })).data.length;
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

/** The first begins a transaction; the others wait meanwhile, and share the next one or the same. */
const createMany = (name: string, count: number) => Promise.all(Array.from({ length: count }, () => create(name)));

it('commits few times, and gives each write a revision of its own', async () => {
  const answers = await createMany('Many', 20);
  expect(statusesOf(answers)).toEqual(answers.map(() => 201));
  const revisions = answers.map(({ body }) => Number((body.data as TestRecord).revision)).sort((a, b) => a - b);
  const [first = 0] = revisions;
  expect(revisions).toEqual(revisions.map((_, index) => first + index));
  expect(times('COMMIT')).toBeLessThan(20);
  expect(times('UPDATE "spaces" SET "revision"')).toBe(times('COMMIT'));
});

it('lets a rejected write with a key keep nobody who shares its transaction', async () => {
  const headers = { 'Idempotency-Key': 'rejected beside others' };
  const rejected = server.space.send('POST', 'Contacts', { body: { last_name: 5 }, headers });
  const [answer, ...others] = await Promise.all([rejected, ...Array.from({ length: 3 }, () => create('Unharmed'))]);
  expect([answer?.status, ...statusesOf(others)]).toEqual([422, 201, 201, 201]);
  expect(times('ROLLBACK')).toBe(0);
});

it('leaves connections to short writes and to other spaces while long ones of a space are under way', async () => {
  const begun: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const long = (space: string) =>
    server.deps.db.write(
      async (transaction) => {
        await transaction.run({ text: 'SELECT 1', values: [] });
        begun.push(space);
        await ended;
      },
      { space },
    );
  const works = ['crowd', 'crowd', 'crowd', 'crowd', 'crowd', 'other', 'other', 'third'].map(long);
  await expect.poll(() => begun.length).toBe(3);
  expect(statusesOf(await createMany('Unhindered', 3))).toEqual([201, 201, 201]);
  const keyed = (name: string) =>
    server.space.send('POST', 'Contacts', {
      body: { last_name: name, owner_id: server.space.ids.ownerId },
      headers: { 'Idempotency-Key': name },
    });
  const named = await Promise.all(['Named once', 'Named once', 'Named twice'].map(keyed));
  expect(statusesOf(named)).toEqual([201, 201, 201]);
  expect(named[0]?.text).toBe(named[1]?.text);
  const { id } = (named[2]?.body.data ?? {}) as TestRecord;
  expect((await server.space.send('DELETE', `Contacts/${id}`)).status).toBe(200);
  expect(begun.sort()).toEqual(['crowd', 'crowd', 'other']);
  end();
  await Promise.all(works);
  expect(begun).toHaveLength(works.length);
});

it('sends what needs no answer of its own along with what does, and the commit by itself', async () => {
  const messages: string[] = [];
  line.onSent = (bytes) => {
    messages.push(bytes.toString('latin1'));
  };
  expect((await create('Alone')).status).toBe(201);
  const messageWith = (text: string) => messages.find((message) => message.includes(text)) ?? '';
  expect(messageWith('FOR NO KEY UPDATE')).toContain('BEGIN');
  for (const text of ['UPDATE "spaces"', 'INTO "changes"']) expect(messageWith('INTO "contacts"')).toContain(text);
  // What was written is the answer.
  expect(messageWith('row_to_json')).toBe('');
  expect(messageWith('COMMIT')).not.toContain('"contacts"');
});

/** Lets writes come while the row of their space is locked, so that all but the first begin together. */
async function together<T>(begin: () => Promise<T>[]): Promise<T[]> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let holdsSpace = () => {};
  const isHeld = new Promise<void>((resolve) => {
    holdsSpace = resolve;
  });
  const lock = server.deps.db.write(async (transaction) => {
    await transaction.run({ text: 'SELECT 1 FROM spaces WHERE space_id = $1 FOR UPDATE', values: [server.space.id] });
    holdsSpace();
    await released;
  });
  await isHeld;
  const answers = begin();
  // As soon as they have come, all of them wait for the row.
  await setTimeout(500);
  letGo();
  await lock;
  return Promise.all(answers);
}

it('looks up what several writes need by one message, and writes by another one', async () => {
  const messages: string[] = [];
  line.onSent = (bytes) => {
    messages.push(bytes.toString('latin1'));
  };
  const answers = await together(() => Array.from({ length: 12 }, () => create('Together')));
  expect(statusesOf(answers)).toEqual(answers.map(() => 201));
  const timesIn = (message: string, text: string) => message.split(text).length - 1;
  const most = (text: string) => Math.max(...messages.map((message) => timesIn(message, text)));
  expect(most('seen_at')).toBeGreaterThan(6);
  expect(most('INSERT INTO "contacts"')).toBeGreaterThan(6);
});

it('shows each of them what those before it have changed', async () => {
  const { id } = await server.space.newContact({ first_name: 'Ada', middle_name: null, last_name: 'Byron' });
  const patch = (body: object) => server.space.send('PATCH', `Contacts/${id}`, { body });
  const bodies = [{ city: 'Graz' }, { first_name: 'Grace' }, { last_name: 'Hopper' }, { middle_name: 'Brewster' }];
  const answers = await together(() => bodies.map(patch));
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
  const names = answers.map(({ body }) => (body.data as TestRecord).formatted_name);
  expect(names).toContain('Grace Brewster Hopper');
  expect(await server.space.get('Contacts', id)).toMatchObject({
    city: 'Graz',
    formatted_name: 'Grace Brewster Hopper',
  });
});

it('gives a unique value to one of them, and rejects the other without undoing anything', async () => {
  const body = { name: 'Lamp', sku: 'one-of-them', allowed_pipelines: 1, unit_symbol: 'pcs' };
  const answers = await together(() => [
    server.space.send('POST', 'Products', { body }),
    server.space.send('POST', 'Products', { body }),
    create('Beside a product'),
  ]);
  expect(statusesOf(answers).sort()).toEqual([201, 201, 422]);
  expect(times('ROLLBACK')).toBe(0);
});

it('rejects one that is invalid beside the others', async () => {
  const answers = await Promise.all([create('Beside'), create('Beside', { owner_id: 'nobody' }), create('Beside')]);
  expect(statusesOf(answers)).toEqual([201, 422, 201]);
  expect(await created('Beside')).toBe(2);
  expect(times('ROLLBACK')).toBe(0);
});

it('runs all again, each by itself, when a statement of one fails, and lets nobody wait who need not', async () => {
  const locked = await server.space.newContact();
  const { db } = server.deps;
  let holdsLock = () => {};
  const isLocked = new Promise<void>((resolve) => {
    holdsLock = resolve;
  });
  let letGo = () => {};
  const lock = db.write(async (transaction) => {
    const text = 'SELECT r.id FROM contacts r WHERE r.space_id = $1 AND r.id = $2 FOR NO KEY UPDATE';
    await transaction.run({ text, values: [server.space.id, locked.id] });
    holdsLock();
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
  });
  await isLocked;
  let hasEnded = false;
  const waiting = server.space.send('PATCH', `Contacts/${locked.id}`, { body: { city: 'Graz' } }).then((answer) => {
    hasEnded = true;
    return answer;
  });
  expect(statusesOf(await createMany('Free', 8))).toEqual(Array.from({ length: 8 }, () => 201));
  expect(hasEnded).toBe(false);
  letGo();
  await lock;
  expect((await waiting).status).toBe(200);
  expect(await created('Free')).toBe(8);
});

it('repeats all when the connection is lost before the commit was sent', async () => {
  line.onSent = (bytes) => {
    if (!bytes.includes('INSERT INTO "contacts"')) return;
    line.onSent = () => {};
    line.cutOpen();
  };
  const answers = await createMany('Repeated', 8);
  expect(statusesOf(answers)).toEqual(answers.map(() => 201));
  expect(await created('Repeated')).toBe(8);
});

it('says of all that they may have been written when the answer to the commit is lost', async () => {
  // One transaction is open while the others come: they share the next one, or the same.
  let isFirst = true;
  line.onSent = (bytes) => {
    if (!bytes.includes('COMMIT') || !isFirst) return;
    isFirst = false;
    line.muteAnswers();
    void setTimeout(1_000).then(() => line.cutOpen());
  };
  const answers = await createMany('Unknown', 8);
  const unknown = answers.filter(({ status }) => status === 503);
  expect(unknown.length).toBeGreaterThan(0);
  for (const { body } of unknown) expect(body).toMatchObject({ code: 9017, name: 'ERROR_OUTCOME_UNKNOWN' });
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(8 - unknown.length);
  // The database had them all: none was written twice.
  expect(await created('Unknown')).toBe(8);
});
