/**
 * The properties of filters, orders and pages are true of custom fields: for any request both databases answer what the oracle says, in its
 * order, window by window.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListRequest } from '../../src/request/list-request.js';
import { runsOf } from '../properties/runs.js';
import { seed } from '../properties/seed.js';
import {
  type CustomFixture,
  type CustomQuery,
  customAnswer,
  customQueries,
  type Listed,
  makeCustomFixture,
  requestOf,
} from './custom-fixture.js';
import { onEachCustomSpace } from './custom-space.js';

const runs = Number(process.env.HEADWATER_TEST_RUNS ?? runsOf(400));

onEachCustomSpace((running) => {
  let fixture: CustomFixture;
  beforeAll(async () => {
    fixture = await makeCustomFixture(running.space, 60);
  });
  const thingsOf = (listed: Listed) => (listed === 'Contact' ? fixture.contacts : fixture.accounts);
  const idsOf = async (listed: Listed, request: Partial<ListRequest>) =>
    (await running.space.list(listed, request)).map(({ id }) => id);

  describe.each(['Contact', 'Account'] as const)('%s', (listed) => {
    it(`filters and orders (seed ${seed})`, { timeout: 60_000 }, async () => {
      const property = fc.asyncProperty(customQueries(thingsOf(listed), listed), async (query) => {
        const wanted = customAnswer(thingsOf(listed), query).map(({ id }) => id);
        const page = await running.space.page(listed, { ...requestOf(query), withTotal: true });
        expect(page.texts.map((text) => (JSON.parse(text) as { id: string }).id)).toEqual(wanted);
        expect(page.total).toBe(wanted.length);
      });
      await fc.assert(property, { seed, numRuns: listed === 'Contact' ? runs : Math.ceil(runs / 4) });
    });
  });

  const queries = () => customQueries(fixture.contacts, 'Contact');
  const sizes = fc.integer({ min: 1, max: 7 });

  it(`walks both ways through the whole list (seed ${seed})`, { timeout: 60_000 }, async () => {
    const walk = async (query: CustomQuery, size: number, isBackward: boolean) => {
      const found: string[] = [];
      for (let at: string | null = null; ; ) {
        const from = at === null ? {} : { [isBackward ? 'before' : 'after']: at };
        const window = { kind: 'cursor' as const, [isBackward ? 'last' : 'first']: size, ...from };
        const page = await running.space.page('Contact', { ...requestOf(query), window });
        const ids = page.texts.map((text) => (JSON.parse(text) as { id: string }).id);
        found.splice(isBackward ? 0 : found.length, 0, ...ids);
        if (!(isBackward ? page.hasPreviousPage : page.hasNextPage)) return found;
        at = isBackward ? page.startCursor : page.endCursor;
      }
    };
    const property = fc.asyncProperty(queries(), sizes, fc.boolean(), async (query, size, isBackward) => {
      const wanted = customAnswer(fixture.contacts, query).map(({ id }) => id);
      expect(await walk(query, size, isBackward)).toEqual(wanted);
    });
    await fc.assert(property, { seed, numRuns: runsOf(60) });
  });

  it('windows between two records, and those with an offset, are slices', { timeout: 60_000 }, async () => {
    const places = fc.tuple(fc.nat(60), fc.nat(60), sizes, fc.nat(60));
    const property = fc.asyncProperty(queries(), places, async (query, [from, to, limit, offset]) => {
      const all = customAnswer(fixture.contacts, query).map(({ id }) => id);
      const request = requestOf(query);
      const window = { kind: 'offset' as const, limit, offset };
      expect(await idsOf('Contact', { ...request, window })).toEqual(all.slice(offset, offset + limit));
      if (all.length === 0) return;
      const { cursors } = await running.space.page('Contact', request);
      const [start, end] = [from % all.length, to % all.length];
      const between = { kind: 'cursor' as const, first: 100, after: cursors[start] ?? '', before: cursors[end] ?? '' };
      expect(await idsOf('Contact', { ...request, window: between })).toEqual(all.slice(start + 1, end));
    });
    await fc.assert(property, { seed, numRuns: runsOf(80) });
  });
});
