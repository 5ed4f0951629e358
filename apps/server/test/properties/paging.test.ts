/**
 * The paging property: a window is the slice of the whole list that it says, and paging by cursors shows every record that is
 * there throughout exactly once and in order, whatever is added, changed and removed meanwhile.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Page, QueryValue } from '../test-space.js';
import { type Fixture, makeFixture } from './fixture.js';
import { answer, type Query, type SortKey, type Thing } from './oracle.js';
import { orders, parametersOf, queries } from './queries.js';
import { runsOf, shareOf } from './runs.js';
import { drawScheme } from './scheme.js';
import { seed } from './seed.js';

type Parameters = Readonly<Record<string, QueryValue>>;

const pageSizes = fc.integer({ min: 1, max: 7 });
const windows = fc.record({
  first: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  last: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  after: fc.option(fc.nat(100), { nil: undefined }),
  before: fc.option(fc.nat(100), { nil: undefined }),
});

const onlyIds = { 'load-only': 'id' };
const idsOf = (page: Page) => page.data.map((record) => record.id);

onBothDatabases((running, database) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await makeFixture(running.space, drawScheme(seed, 50));
  });

  const list = (parameters: Parameters) => running.space.list('Opportunities', { ...onlyIds, ...parameters });

  /** @returns the cursor that the record has in a list of this order */
  const cursorOf = async (query: Query, thing: Thing): Promise<string> => {
    const alone = parametersOf({ ...query, conditions: [{ path: 'id', operator: 'eq', operands: [thing.id] }] });
    return (await list(alone)).page_info.end_cursor ?? '';
  };

  it(`windows are slices (seed ${seed})`, { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(queries(fixture), windows, async (query, { first, last, after, before }) => {
      const all = answer(fixture.opportunities, query);
      const start = after === undefined || all.length === 0 ? undefined : after % all.length;
      const end = before === undefined || all.length === 0 ? undefined : before % all.length;
      const page = await list({
        ...parametersOf(query),
        ...(first === undefined ? {} : { first }),
        ...(last === undefined ? {} : { last }),
        ...(start === undefined ? {} : { after: await cursorOf(query, all[start] as Thing) }),
        ...(end === undefined ? {} : { before: await cursorOf(query, all[end] as Thing) }),
      });
      const between = all.slice(start === undefined ? 0 : start + 1, end);
      const taken = first === undefined && last !== undefined ? between : between.slice(0, first ?? 30);
      const wanted = last === undefined ? taken : taken.slice(-last);
      const isCutAtStart = wanted.length < taken.length;
      const isCutAtEnd = taken.length < between.length;
      expect(idsOf(page)).toEqual(wanted.map((thing) => thing.id));
      expect(page.page_info).toMatchObject({
        has_previous_page: wanted.length > 0 && (isCutAtStart || start !== undefined),
        has_next_page: wanted.length > 0 && (isCutAtEnd || end !== undefined),
      });
      expect(page.page_info.start_cursor === null).toBe(wanted.length === 0);
    });
    await fc.assert(property, { seed, numRuns: runsOf(150) });
  });

  it('limit and offset are slices too', async () => {
    const property = fc.asyncProperty(queries(fixture), pageSizes, fc.nat(60), async (query, limit, offset) => {
      const wanted = answer(fixture.opportunities, query).slice(offset, offset + limit);
      const page = await list({ ...parametersOf(query), limit, offset });
      expect(idsOf(page)).toEqual(wanted.map((thing) => thing.id));
    });
    await fc.assert(property, { seed, numRuns: runsOf(60) });
  });

  it(`walking both ways gives the whole list (seed ${seed})`, { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(queries(fixture), pageSizes, async (query, size) => {
      const wanted = answer(fixture.opportunities, query).map((thing) => thing.id);
      const { forward, backward } = walkers(parametersOf(query), size);
      expect((await forward(wanted.length + 1)).flat()).toEqual(wanted);
      expect((await backward(wanted.length + 1)).reverse().flat()).toEqual(wanted);
    });
    await fc.assert(property, { seed, numRuns: runsOf(25) });
  });

  /** Walks page by page until the last one says so, or `most` pages. */
  function walkers(parameters: Parameters, size: number, between: () => Promise<void> = async () => {}) {
    const walk = async (most: number, count: 'first' | 'last', cursor: 'after' | 'before') => {
      const pages: string[][] = [];
      let from: string | null = null;
      while (pages.length < most) {
        const page: Page = await list({ ...parameters, [count]: size, ...(from === null ? {} : { [cursor]: from }) });
        pages.push(idsOf(page));
        from = cursor === 'after' ? page.page_info.end_cursor : page.page_info.start_cursor;
        const goesOn = cursor === 'after' ? page.page_info.has_next_page : page.page_info.has_previous_page;
        // The last page still has cursors; the one beyond it has none. Both ends must be right.
        if (from === null || !goesOn) break;
        await between();
      }
      return pages;
    };
    return {
      forward: (most: number) => walk(most, 'first', 'after'),
      backward: (most: number) => walk(most, 'last', 'before'),
    };
  }

  describe('while others write', () => {
    const order: SortKey[][] = [
      [],
      [{ path: 'ranking', descending: false }],
      [
        { path: 'quick_account_name', descending: true },
        { path: 'value', descending: false },
      ],
      [
        { path: 'primary_account.city', descending: false },
        { path: 'won_date', descending: true },
      ],
    ];

    /** Makes, moves and deletes records of its own that lie among the others, without end. */
    const newDisturber = (ownSeed: number) => {
      const choices = fc.sample(fc.nat(1_000), { seed: ownSeed, numRuns: 4_000 });
      const drawn = drawScheme(ownSeed, 40).opportunities;
      const mine: string[] = [];
      let step = 0;
      return async () => {
        const number = choices[step++ % choices.length] ?? 0;
        const draft = drawn[number % drawn.length];
        const members = { quick_account_name: draft?.quick_account_name ?? null, ranking: draft?.ranking ?? null };
        const id = mine[number % Math.max(mine.length, 1)];
        if (id === undefined || number % 3 === 0) {
          const value = { base_value: draft?.base_value ?? 0 };
          mine.push((await running.space.newOpportunity({ ...members, value, won_date: draft?.won_date ?? null })).id);
        } else if (number % 3 === 1) {
          await running.space.update('Opportunities', id, members);
        } else {
          await running.space.delete('Opportunities', id);
          mine.splice(mine.indexOf(id), 1);
        }
      };
    };

    it.each(shareOf(order, database).map((keys) => [keys.map((key) => key.path).join() || 'id', keys] as const))(
      'nobody who was there throughout is lost or met twice, in the order of %s',
      { timeout: 60_000 },
      async (_, keys) => {
        const query = { conditions: [], order: [...keys], includeDeleted: false };
        const stable = answer(fixture.opportunities, query).map((thing) => thing.id);
        const disturbAtAnyTime = newDisturber(seed + 1);
        const disturb = newDisturber(seed + 2);
        let isWalking = true;
        const disturbing = (async () => {
          while (isWalking) await disturbAtAnyTime();
        })();
        // Between two pages something has changed for sure; while they are read it may.
        const { forward, backward } = walkers(parametersOf(query), 4, async () => {
          await disturb();
          await disturb();
        });
        const walk = async () => [(await forward(300)).flat(), (await backward(300)).reverse().flat()];
        const met = await walk().finally(async () => {
          isWalking = false;
          await disturbing;
        });
        for (const ids of met) expect(ids.filter((id) => stable.includes(id))).toEqual(stable);
      },
    );

    it('a cursor still shows the way when its own record is gone', { timeout: 60_000 }, async () => {
      const property = fc.asyncProperty(orders, fc.nat(2), fc.boolean(), async (keys, count, isForward) => {
        const query = { conditions: [], order: keys, includeDeleted: false };
        const made = await running.space.newOpportunity({
          ranking: count,
          quick_account_name: count === 0 ? null : 'm',
        });
        const parameters = parametersOf(query);
        const own = await list({ ...parameters, 'filter[id]': made.id });
        const cursor = own.page_info.end_cursor ?? '';
        const ask = () =>
          list({ ...parameters, ...(isForward ? { after: cursor, first: 5 } : { before: cursor, last: 5 }) });
        const before = await ask();
        await running.space.delete('Opportunities', made.id);
        expect(idsOf(await ask())).toEqual(idsOf(before));
      });
      await fc.assert(property, { seed, numRuns: runsOf(25) });
    });
  });
});
