/**
 * Promises about feeds that go on: pages that wait, and streams of events.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf } from '../../api/record.js';
import type { RestApi } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import type { EventStream } from '../../http/event-stream.js';
import type { HttpRequest } from '../../http/http.js';
import { parseJson, readObject } from '../../http/json.js';
import { accountWithCities, changesPage, cursorsOf, memberOf, readAll } from './read-changes.js';

const waitSpec = 'v100#/components/parameters/Wait';
const eventsSpec = 'v100#/components/schemas/ChangeEvents';

async function withEvents(
  rest: RestApi,
  below: string,
  request: HttpRequest,
  use: (stream: EventStream) => Promise<void>,
): Promise<void> {
  const stream = await rest.http.openEvents(`${rest.spacePath}/${below}`, request);
  try {
    expectEqual(stream.response.status, 200, 'status of a stream of events');
    const type = stream.response.headers.get('content-type') ?? '';
    expectThat(/^text\/event-stream\b/.test(type), `Content-Type should be text/event-stream, is ${type}`);
    await use(stream);
  } finally {
    stream.close();
  }
}

/** @returns the first changes of a stream, each with the id of its event as `cursor` in place of its own */
async function firstChanges({ events }: EventStream, count: number) {
  const all = await events.until(({ length }) => length >= count, `${count} events`);
  return all.slice(0, count).map(({ id, type, data }) => {
    expectEqual(type, 'change', 'event');
    return { ...readObject(parseJson(data, 'data of an event'), 'data of an event'), cursor: id };
  });
}

export const feedLiveChecks: readonly Check[] = [
  {
    id: 'changes.wait',
    sentence: 'MUST answer a page with `wait` as soon as there is a change that it shows, and at once if there is one',
    spec: waitSpec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const id = idOf(account);
      const below = `entities/Accounts/${id}/changes`;
      const wait = 5;
      const query = { after: String(account.revision), wait, fields: 'city' };
      const began = performance.now();
      const waiting = changesPage(rest, below, query);
      await sleep(150);
      await accountWithCities(rest, account, ['Graz']);
      for (const page of [await waiting, await changesPage(rest, below, query)]) {
        expectEqual(
          page.changes.map((change) => memberOf(change, 'city')),
          [{ from: null, to: 'Graz' }],
          'changes',
        );
      }
      const ms = Math.round(performance.now() - began);
      expectThat(ms < wait * 1_000, `both pages should come before the time is up, but came after ${ms} ms`);
    },
  },
  {
    id: 'changes.wait.over',
    sentence: 'MUST answer a page with `wait` without changes when the time is up, with a cursor to go on from',
    spec: waitSpec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const below = `entities/Accounts/${idOf(account)}/changes`;
      const began = performance.now();
      const { changes, endCursor, hasNextPage } = await changesPage(rest, below, {
        after: String(account.revision),
        wait: 1,
      });
      const ms = Math.round(performance.now() - began);
      expectEqual([changes, hasNextPage], [[], false], 'changes and has_next_page');
      expectThat(ms >= 900, `the page should wait for a second, but came after ${ms} ms`);
      await accountWithCities(rest, account, ['Graz']);
      expectEqual(
        (await changesPage(rest, below, { after: endCursor })).changes.length,
        1,
        'changes behind the cursor',
      );
    },
  },
  {
    id: 'changes.events',
    sentence: 'MUST stream each change to a caller who accepts `text/event-stream`, with its cursor as `id`',
    spec: eventsSpec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Linz' });
      const below = `entities/Accounts/${idOf(account)}/changes`;
      await withEvents(rest, below, { query: { 'load-only': 'id' } }, async (stream) => {
        await firstChanges(stream, 1);
        await accountWithCities(rest, account, ['Graz', 'Wien']);
        const wanted = await readAll(rest, below, { 'load-only': 'id' });
        expectEqual(await firstChanges(stream, wanted.length), wanted, 'the changes that were streamed');
      });
    },
  },
  {
    id: 'changes.events.last-event-id',
    sentence: 'MUST go on behind the `Last-Event-ID`, which counts instead of `after`',
    spec: 'v100#/components/parameters/LastEventId',
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Linz' });
      const id = await accountWithCities(rest, account, ['Graz', 'Wien', 'Ulm']);
      const below = `entities/Accounts/${id}/changes`;
      const wanted = await readAll(rest, below, { fields: 'city' });
      const [, second = '', third = ''] = cursorsOf(wanted);
      for (const [query, lastId, from] of [
        [{}, second, 2],
        [{ after: String(account.revision) }, third, 3],
      ] as const) {
        const request = { query: { ...query, fields: 'city' }, headers: { 'last-event-id': lastId } };
        await withEvents(rest, below, request, async (stream) => {
          const behind = wanted.slice(from);
          expectEqual(await firstChanges(stream, behind.length), behind, 'the changes that were streamed');
        });
      }
    },
  },
];
