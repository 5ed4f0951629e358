/**
 * Following the feed: pages that wait, and streams of events. Nothing is missed and nothing comes twice, also where many write
 * meanwhile and the reader connects again and again.
 */
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { revokeKey } from '../../src/spaces/space-keys.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { EventStream, type FeedChange } from './event-stream.js';

const writers = 8;
const writesEach = 15;

onDatabaseInTurn(
  (running) => {
    let space: TestSpace;
    beforeEach(async () => {
      space = await running.server.newSpace(`follow-${Math.random().toString(36).slice(2, 10)}`);
    });

    const page = async (query: Record<string, string | number> = {}, path = 'changes') => {
      const answer = await space.send('GET', `../${path}`, { query });
      expect(answer.status, answer.text).toBe(200);
      return answer.body as { page_info: { end_cursor: string; has_next_page: boolean }; data: FeedChange[] };
    };
    const end = async () => (await page({ first: 1_000 })).page_info.end_cursor;
    const timed = async <Value>(work: Promise<Value>) => {
      const start = performance.now();
      return { value: await work, ms: performance.now() - start };
    };

    it('a page waits for the first change that it would show', async () => {
      const after = await end();
      const waiting = timed(page({ after, wait: 20, entity: 'Account' }));
      await sleep(100);
      await space.newContact();
      await sleep(400);
      const account = await space.newAccount();
      const { value, ms } = await waiting;
      expect(value.data.map(({ entity_id }) => entity_id)).toEqual([account.id]);
      expect(ms).toBeLessThan(5_000);
      const again = await timed(page({ after, wait: 20 }));
      expect(again.value.data.length).toBeGreaterThan(1);
      expect(again.ms).toBeLessThan(5_000);
    });

    it('a page answers without changes when the time is up, and its cursor is as new as the space', async () => {
      const after = await end();
      const contact = await space.newContact();
      const { value, ms } = await timed(page({ after, wait: 1, entity: 'Account' }));
      expect(value.data).toEqual([]);
      expect(ms).toBeGreaterThan(900);
      expect((await page({ after: value.page_info.end_cursor })).data).toEqual([]);
      await space.update('Contacts', contact.id, { city: 'Graz' });
      expect((await page({ after: value.page_info.end_cursor })).data).toHaveLength(1);
      expect((await space.send('GET', '../changes', { query: { wait: 61 } })).status).toBe(400);
    });

    it('streams the changes of a space, of a collection and of a record', async () => {
      const account = await space.newAccount();
      const after = await end();
      const paths = [
        `changes?after=${after}&act=updated`,
        `entities/Accounts/changes?after=${after}`,
        `entities/Accounts/${account.id}/changes?after=${after}&load-only=name`,
      ];
      const streams = await Promise.all(paths.map((path) => EventStream.open(space, path)));
      for (const { response } of streams) {
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      }
      await space.update('Accounts', account.id, { name: 'Seeglas' });
      const found = await Promise.all(streams.map((stream) => stream.next()));
      const change = (await page({ after })).data[0]!;
      expect(found).toEqual([[change], [change], [{ ...change, record: { id: account.id, name: 'Seeglas' } }]]);
      expect(streams.map(({ lastId }) => lastId)).toEqual([change.cursor, change.cursor, change.cursor]);
      for (const stream of streams) stream.close();
    });

    it('rejects a stream as it rejects a page', async () => {
      for (const [path, lastId, status] of [
        ['changes?act=renamed', '', 400],
        ['changes', 'x', 400],
        ['entities/Nothings/changes', '', 404],
      ] as const) {
        expect((await EventStream.open(space, path, lastId)).response.status).toBe(status);
      }
      await running.server.deps.db.knex('spaces').where({ space_id: space.id }).update({ logged_from: 2 });
      const { response } = await EventStream.open(space, 'changes', '1');
      expect(response.status).toBe(410);
    });

    it('nothing is missed or doubled by a reader who connects again and again', { timeout: 60_000 }, async () => {
      const after = await end();
      const wanted = Math.random();
      const seen: FeedChange[] = [];
      const reading = (async () => {
        for (let lastId = after; ; ) {
          const isStream = Math.random() < 0.7;
          const stream = isStream ? await EventStream.open(space, 'changes?first=7', lastId) : undefined;
          const events = Math.floor(Math.random() * 4);
          for (let count = 0; count <= events; count++) {
            const changes = stream ? await stream.next() : (await page({ after: lastId, wait: 1, first: 5 })).data;
            seen.push(...changes);
            lastId = changes.at(-1)?.cursor ?? lastId;
            const isLast = changes.some(({ members }) => members.city?.to === String(wanted));
            if (isLast) {
              stream?.close();
              return;
            }
          }
          stream?.close();
        }
      })();
      const write = async (writer: number) => {
        const contact = await space.newContact({ first_name: `Writer ${writer}` });
        for (let count = 0; count < writesEach; count++) {
          if (Math.random() < 0.3) {
            const items = ['Ng', 'Ek'].map((last_name) => ({ last_name, owner_id: space.ids.ownerId }));
            await space.send('POST', 'Contacts/batch-modify', { body: items });
          } else await space.update('Contacts', contact.id, { city: `City ${count}` });
          await sleep(Math.random() * 60);
        }
      };
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      // One change alone: the reader ends with it.
      await space.update('Contacts', (await space.newContact()).id, { city: String(wanted) });
      await reading;
      const all = await everything(after);
      expect(seen).toEqual(all);
      expect(all.filter(({ act }) => act === 'updated').length).toBeGreaterThan(writers);
      const places = all.map(({ revision }) => revision);
      expect(places).toEqual([...places].sort((one, other) => one - other));
    });

    const everything = async (after: string) => {
      const all: FeedChange[] = [];
      for (let from = after; ; ) {
        const { data, page_info } = await page({ after: from, first: 1_000 });
        all.push(...data);
        if (!page_info.has_next_page) return all;
        from = page_info.end_cursor;
      }
    };

    it('one stream reads for all that are the same, and others read for themselves', async () => {
      const after = await end();
      const open = (path: string) => EventStream.open(space, path, after);
      const same = await Promise.all(Array.from({ length: 12 }, () => open('changes?act=created')));
      const other = await open('changes?act=updated');
      await sleep(300);
      const contact = await space.newContact();
      const read = await running.server.statementsOf(async () => {
        await space.update('Contacts', contact.id, { city: 'Graz' });
        await space.newAccount();
        const heard = await Promise.all(
          same.map(async (stream) => {
            const changes: FeedChange[] = [];
            while (!changes.some(({ entity }) => entity === 'Account')) changes.push(...(await stream.next()));
            return changes.map(({ cursor }) => cursor);
          }),
        );
        expect(new Set(heard.map((cursors) => cursors.join())).size).toBe(1);
        expect(heard[0]).toEqual((await page({ after, act: 'created' })).data.map(({ cursor }) => cursor));
        expect((await other.next()).map(({ act }) => act)).toEqual(['updated']);
      });
      for (const stream of [...same, other]) stream.close();
      // Two or three pages of either kind, and the page that was asked for; each takes two statements at most.
      expect(read.filter(({ text }) => text.includes('FROM changes')).length).toBeLessThan(16);
    });

    it('says where it is while much changes that it does not follow', { timeout: 60_000 }, async () => {
      const after = await end();
      const contact = await space.newContact();
      const stream = await EventStream.open(space, 'changes?act=erased', after);
      let isOver = false;
      const writing = (async () => {
        for (let count = 0; !isOver; count++) {
          await space.update('Contacts', contact.id, { city: `City ${count}` });
          await sleep(200);
        }
      })();
      await expect.poll(() => stream.lastId, { timeout: 30_000 }).not.toBe(after);
      isOver = true;
      await writing;
      stream.close();
    });

    it('asks for nothing while nobody waits, and with one statement for all who do', async () => {
      const looks = () => running.server.statementsOf(() => sleep(700));
      expect((await looks()).filter(({ text }) => text.includes('FROM spaces'))).toEqual([]);
      const after = await end();
      const streams = await Promise.all(
        Array.from({ length: 5 }, () => EventStream.open(space, `changes?after=${after}`)),
      );
      await sleep(300);
      const texts = (await looks()).map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect(texts.length).toBeLessThanOrEqual(4);
      for (const stream of streams) stream.close();
      await sleep(100);
      expect(await looks()).toEqual([]);
    });

    it('ends the stream of a key that is revoked', { timeout: 20_000 }, async () => {
      const stream = await EventStream.open(space, `changes?after=${await end()}`);
      const { token } = tokenOf(space);
      await revokeKey(running.server.deps, space.id, token);
      const { ms } = await timed(stream.ended());
      expect(ms).toBeLessThan(15_000);
    });

    it('rejects those beyond the bound of a space, and counts nobody who has gone', async () => {
      const { watch } = running.server.deps;
      const leaves = Array.from({ length: 200 }, () => watch.follow(space.id));
      const after = await end();
      const waiting = await space.send('GET', '../changes', { query: { after, wait: 1 } });
      expect(waiting.body).toMatchObject({ name: 'ERROR_OVERLOADED', http_status: 503 });
      expect((await EventStream.open(space, `changes?after=${after}`)).response.status).toBe(503);
      expect((await page({ after })).data).toEqual([]);
      leaves.pop()?.();
      const stream = await EventStream.open(space, `changes?after=${after}`);
      expect(stream.response.status).toBe(200);
      expect(() => watch.follow(space.id)).toThrow();
      stream.close();
      await sleep(200);
      watch.follow(space.id)();
      for (const leave of leaves) leave();
    });

    it('cuts off who reads nothing of the stream, and holds no slot for a stream', { timeout: 60_000 }, async () => {
      const { admission, watch } = running.server.deps;
      const account = await space.newAccount({ comments: 'x'.repeat(100_000) });
      const url = new URL(`${space.entities.replace(/entities$/, '')}changes?after=${await end()}&load-only=comments`);
      const headers = { authorization: space.authorization, accept: 'text/event-stream' };
      const sent = httpRequest(url, { headers }, (response) => response.pause());
      sent.on('error', () => {});
      sent.end();
      const others = Array.from({ length: 199 }, () => watch.follow(space.id));
      await expect.poll(() => canFollow(), { timeout: 5_000 }).toBe(false);
      expect(admission.active).toBe(0);
      for (let count = 0; count < 150; count++) await space.update('Accounts', account.id, { city: `City ${count}` });
      await expect.poll(() => canFollow(), { timeout: 40_000 }).toBe(true);
      expect(admission.active).toBe(0);
      for (const leave of others) leave();
      sent.destroy();
    });

    const canFollow = () => {
      try {
        running.server.deps.watch.follow(space.id)();
        return true;
      } catch {
        return false;
      }
    };
  },
  // What is done only now and then is done sooner.
  { timeoutMs: 9_000 },
);

function tokenOf({ authorization }: TestSpace) {
  const [token = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  return { token };
}
