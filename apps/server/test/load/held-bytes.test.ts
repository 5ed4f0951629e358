/**
 * The bytes of an answer are bounded while they come from the database, those of all requests together as well.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { HeldBytes } from '../../src/request/held-bytes.js';
import { onDatabaseInTurn, onOneDatabase, type Running } from '../fixture.js';

const megabyte = 1_048_576;
const limits = { records: 25_000, bytes: 2 * megabyte };
/** Of the comments of an account. */
const length = 150_000;

const tooLong = {
  status: 400,
  body: {
    code: 117,
    message: expect.stringMatching(`^The answer would be longer than ${limits.bytes} bytes, which are allowed.`),
  },
};

async function createAccounts({ space }: Running, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await space.newAccount({ name: `Long ${i}`, comments: 'x'.repeat(length) });
    ids.push(id);
  }
  return ids;
}

onDatabaseInTurn(
  (running) => {
    let ids: string[];
    beforeAll(async () => {
      ids = await createAccounts(running, 20);
    });
    const list = (first: number) => running.space.send('GET', 'Accounts', { query: { 'filter[id]': ids, first } });
    const nothingIsHeld = () => expect.poll(() => running.server.deps.heldBytes.total).toBe(0);

    it('a list of long records is answered up to the bound, and rejected beyond it', async () => {
      for (let again = 0; again < 2; again++) {
        const answer = await list(10);
        expect(answer).toMatchObject({ status: 200, body: { data: { length: 10 } } });
        expect(answer.text.length).toBeGreaterThan(10 * length);
        expect(await list(20)).toMatchObject(tooLong);
      }
      await nothingIsHeld();
    });

    it('a rejected list reads no more than is allowed, and some', async () => {
      const { deps } = running.server;
      let most = 0;
      const bytes = new HeldBytes(64 * megabyte).ofRequest('acme', limits.bytes);
      const count = (read: number) => {
        most += read;
        bytes.read(read);
      };
      const values = [running.space.id];
      const text = `SELECT a."comments" AS d FROM "accounts" a, "accounts" b WHERE a."space_id" = ${deps.db.dialect.placeholder(1)} AND b."space_id" = a."space_id"`;
      await expect(deps.db.read({ text, values }, { count })).rejects.toThrow('The answer would be longer');
      expect(most).toBeGreaterThan(limits.bytes);
      expect(most).toBeLessThan(2 * limits.bytes);
    });

    it('short records are read as before, before and after', async () => {
      const short = await running.space.send('GET', 'Contacts', { query: { first: 5 } });
      expect(short.status).toBe(200);
      expect((await list(1)).status).toBe(200);
      await nothingIsHeld();
    });

    it('a batch whose answer is too long changes nothing', async () => {
      const body = ids.map((id) => ({ id, name: 'Was not renamed' }));
      expect(await running.space.send('POST', 'Accounts/batch-modify', { body })).toMatchObject(tooLong);
      const { body: found } = await list(1);
      expect(JSON.stringify(found)).not.toContain('Was not renamed');
      await nothingIsHeld();
    });

    it('GraphQL has the same bound', async () => {
      const query = '{ accounts(first: 100) { nodes { name comments } } }';
      const answer = await running.space.send('POST', '../../../../graphql/spaces/acme', { body: { query } });
      expect(JSON.stringify(answer.body)).toContain(`longer than ${limits.bytes} bytes`);
      await nothingIsHeld();
    });

    it('so has REST v1', async () => {
      const path = '../../../../../../rest_services/v1/acme/Accounts';
      const listV1 = (limit: number) => running.space.send('GET', path, { query: { limit, sort: '-CREATED' } });
      expect((await listV1(10)).status).toBe(200);
      const answer = await listV1(20);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`longer than ${limits.bytes} bytes`);
      await nothingIsHeld();
    });
  },
  { answerLimits: limits },
);

onOneDatabase(
  (running) => {
    it('a body is rejected when requests hold too much, and nothing of it is kept', async () => {
      const body = Array.from({ length: 4 }, () => ({ name: 'Long', comments: 'x'.repeat(length) }));
      const answer = await running.space.send('POST', 'Accounts/batch-modify', { body });
      expect(answer).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('Requests in work hold more than 200000 bytes.') },
      });
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
      expect((await running.space.send('GET', 'Accounts')).status).toBe(200);
      await expect.poll(() => running.server.deps.heldBytes.total).toBe(0);
    });
  },
  { maxHeldBytes: 200_000 },
);

onOneDatabase((running) => {
  it('the body of a caller who has gone is counted for as long as its work goes on', async () => {
    const { deps } = running.server;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const blocking = deps.db.write(async (transaction) => {
      const { dialect } = deps.db;
      const text = `UPDATE "spaces" SET "revision" = "revision" WHERE "space_id" = ${dialect.placeholder(1)}`;
      await transaction.run({ text, values: [running.space.id] });
      await released;
    });
    const body = JSON.stringify([{ name: 'Late', owner_id: running.space.ids.ownerId, comments: 'x'.repeat(length) }]);
    const { entities, authorization, origin } = running.space;
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const path = new URL(`${entities}/Accounts/batch-modify`).pathname;
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    await expect.poll(() => deps.heldBytes.total).toBeGreaterThanOrEqual(length);
    const closed = vi.fn();
    socket.once('close', closed).destroy();
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    await sleep(200);
    expect(deps.heldBytes.total).toBeGreaterThanOrEqual(length);
    release();
    await blocking;
    await expect.poll(() => deps.heldBytes.total).toBe(0);
    const { body: found } = await running.space.send('GET', 'Accounts', { query: { 'filter[name]': 'Late' } });
    expect(found).toMatchObject({ data: [{ name: 'Late' }] });
  });
});

onOneDatabase((running) => {
  it('nothing is held for answers that wait behind another one on a connection that has ended', async () => {
    for (let i = 0; i < 3; i++) await running.space.newAccount({ comments: 'x'.repeat(length) });
    const { entities, authorization, origin } = running.space;
    const { hostname, port } = new URL(origin);
    const { heldBytes } = running.server.deps;
    const socket = connect(Number(port), hostname);
    const { body } = await running.space.send('GET', '../changes', { query: { first: '1000' } });
    const { page_info: page } = body as { page_info: { end_cursor: string } };
    const space = new URL(entities).pathname.replace(/\/entities$/, '');
    const get = (path: string) => `GET ${space}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    const waits = get(`/changes?after=${encodeURIComponent(page.end_cursor)}&wait=30`);
    socket.write([waits, ...Array(12).fill(get('/entities/Accounts?first=3')), waits].join(''));
    await expect.poll(() => heldBytes.total, { timeout: 30_000 }).toBeGreaterThan(12 * length);
    socket.destroy();
    await expect.poll(() => heldBytes.total).toBe(0);
    await expect.poll(() => running.server.deps.admission.active).toBe(0);
  });
});

onOneDatabase(
  (running) => {
    it('a caller who takes nothing of a long answer is cut off', { timeout: 120_000 }, async () => {
      // Longer than what the system takes of an answer before its reader does.
      for (let i = 0; i < 100; i++) await running.space.newAccount({ comments: 'x'.repeat(190_000) });
      const { entities, authorization, origin } = running.space;
      const { hostname, port } = new URL(origin);
      const socket = connect(Number(port), hostname);
      socket.pause();
      const path = new URL(`${entities}/Accounts`).pathname;
      socket.write(`GET ${path}?first=100 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
      const { heldBytes } = running.server.deps;
      await expect.poll(() => heldBytes.total, { timeout: 30_000 }).toBeGreaterThan(10 * megabyte);
      await expect.poll(() => heldBytes.total, { timeout: 60_000 }).toBe(0);
      socket.destroy();
    });
  },
  { timeoutMs: 4_000 },
);

describe('HeldBytes', () => {
  const ofAll = () => new HeldBytes(10 * megabyte);

  it('rejects a request that holds much when all hold too much, and ordinary ones later', () => {
    const all = ofAll();
    const [greedy, other, ordinary] = ['a', 'b', 'c'].map((space) => all.ofRequest(space, 100 * megabyte));
    greedy?.read(7 * megabyte);
    expect(() => other?.hold(4 * megabyte)).toThrow('Requests in work hold more than 10485760 bytes.');
    ordinary?.hold(1_000);
    other?.release();
    other?.read(megabyte);
    greedy?.release();
    other?.release();
    expect(all.total).toBe(1_000);
  });

  it('leaves a quarter to other spaces', () => {
    const all = ofAll();
    const hold = (space: string, bytes: number) => all.ofRequest(space, 100 * megabyte).hold(bytes);
    hold('a', 7 * megabyte);
    expect(() => hold('a', 1.5 * megabyte)).toThrow('Requests in work hold more than 10485760 bytes.');
    expect(() => hold('b', 1.4 * megabyte)).not.toThrow();
  });

  it('counts nothing for a request that has ended', () => {
    const all = ofAll();
    const request = all.ofRequest('a', megabyte);
    request.hold(1_000);
    request.end();
    request.read(1_000);
    expect(all.total).toBe(0);
  });

  it('bounds ordinary requests, too', () => {
    const all = ofAll();
    const hold = (space: string) => all.ofRequest(space, 100 * megabyte).hold(megabyte);
    for (let i = 0; i < 20; i++) hold(i < 10 ? 'a' : 'b');
    expect(() => hold('c')).toThrow('Requests in work hold more than');
  });

  it('counts what a write reads several times once for each statement', () => {
    const request = ofAll().ofRequest('a', megabyte);
    request.readForWrite(megabyte);
    request.readForWrite(megabyte);
    expect(() => request.readForWrite(megabyte + 1)).toThrow('The answer would be longer than 1048576 bytes');
  });
});
