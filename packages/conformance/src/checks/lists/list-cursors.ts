/**
 * Properties of paging by cursor: every record once and in order, forwards and backwards.
 */

import { idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectSameList } from '../../expectation.js';
import type { Query } from '../../http/query.js';
import { expectInOrder, renderOrderBy, type SortKey } from '../../oracle/order.js';
import { createSampleAccounts } from '../../oracle/sample-accounts.js';
import { readBackward, readForward } from './read-pages.js';

const after = 'v100#/components/parameters/After';
const before = 'v100#/components/parameters/Before';

/** Orders with ties, nulls, several keys and both directions. */
const orders: readonly (readonly SortKey[])[] = [
  [],
  [{ field: 'address', descending: false }],
  [{ field: 'account_class', descending: true }],
  [
    { field: 'city', descending: true },
    { field: 'created', descending: false },
  ],
];

interface OrderedSample {
  /** With the order and the tag. */
  readonly query: Query;
  /** All ids of the sample in that order. */
  readonly ids: readonly string[];
}

/** One sample in each of the orders, as one page that holds it whole shows it. */
async function orderedSamples({ rest, fixtures, random }: CheckContext, count: number): Promise<OrderedSample[]> {
  const { records, query } = await createSampleAccounts(fixtures, random, count);
  const samples: OrderedSample[] = [];
  for (const keys of orders) {
    const ordered = keys.length === 0 ? query : { ...query, 'order-by': renderOrderBy(keys) };
    const ids = idsOf((await rest.list('Accounts', { ...ordered, first: 100 })).records);
    expectInOrder(ids, records, keys, `ids of the whole list, ${renderOrderBy(keys)}`);
    samples.push({ query: ordered, ids });
  }
  return samples;
}

export const listCursorChecks: readonly Check[] = [
  {
    id: 'list.cursor.forward',
    sentence: 'MUST visit every record exactly once and in order when a list is read forward by cursors',
    spec: after,
    run: async (context) => {
      for (const { query, ids } of await orderedSamples(context, 23)) {
        for (const size of [1, 7, 23]) {
          const pages = await readForward(context.rest, 'Accounts', query, size);
          const seen = pages.flatMap((page) => idsOf(page.records));
          expectSameList(seen, ids, `ids by pages of ${size}, ${query['order-by'] ?? 'no order'}`);
        }
      }
    },
  },
  {
    id: 'list.cursor.backward',
    sentence: 'MUST visit the same records in the same order when a list is read backward with `last` and `before`',
    spec: before,
    run: async (context) => {
      for (const { query, ids } of await orderedSamples(context, 17)) {
        const pages = await readBackward(context.rest, 'Accounts', query, 5);
        const seen = pages.reverse().flatMap((page) => idsOf(page.records));
        expectSameList(seen, ids, `ids by pages of 5 from the end, ${query['order-by'] ?? 'no order'}`);
      }
    },
  },
  {
    id: 'list.cursor.page-size',
    sentence: 'MUST fill every page but the last',
    spec: 'v100#/components/parameters/First',
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 11);
      const pages = await readForward(rest, 'Accounts', query, 4);
      expectEqual(
        pages.map((page) => page.records.length),
        [4, 4, 3],
        'sizes of the pages',
      );
    },
  },
  {
    id: 'list.cursor.flags',
    sentence: 'MUST say with `has_previous_page` and `has_next_page` whether there are records on either side',
    spec: 'v100#/components/schemas/PageInfo',
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 6);
      const pages = await readForward(rest, 'Accounts', query, 2);
      const flags = pages.map((page) => [page.hasPreviousPage, page.hasNextPage]);
      expectEqual(
        flags,
        [
          [false, true],
          [true, true],
          [true, false],
        ],
        'previous and next of the three pages',
      );
      const whole = await rest.list('Accounts', { ...query, first: 6 });
      expectEqual(
        [whole.hasPreviousPage, whole.hasNextPage],
        [false, false],
        'previous and next when one page holds all',
      );
    },
  },
  {
    id: 'list.cursor.after-last',
    sentence: 'MUST answer an empty page with null cursors and both flags false after the last record',
    spec: after,
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 3);
      const { endCursor } = await rest.list('Accounts', query);
      const page = await rest.list('Accounts', { ...query, after: endCursor ?? '' });
      expectEqual(page.records, [], 'records after the last');
      expectEqual(
        page.body.page_info,
        { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
        'page_info after the last',
      );
    },
  },
  {
    id: 'list.cursor.empty-list',
    sentence: 'MUST answer an empty page with null cursors when nothing matches',
    spec: 'v100#/components/schemas/PageInfo',
    run: async ({ rest, fixtures }) => {
      const page = await rest.list('Accounts', { 'filter[name]': fixtures.uniqueText() });
      expectEqual(page.records, [], 'records');
      expectEqual(
        page.body.page_info,
        { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
        'page_info',
      );
    },
  },
  {
    id: 'list.cursor.last-of-first',
    sentence: 'MUST answer the last M of the first N records when `first` and `last` are given together',
    spec: 'v100#/components/parameters/Last',
    run: async (context) => {
      for (const { query, ids } of await orderedSamples(context, 9)) {
        for (const [first, last] of [
          [6, 2],
          [4, 4],
          [3, 8],
          [20, 3],
        ] as const) {
          const page = await context.rest.list('Accounts', { ...query, first, last });
          expectSameList(idsOf(page.records), ids.slice(0, first).slice(-last), `last ${last} of the first ${first}`);
        }
      }
    },
  },
  {
    id: 'list.cursor.last-alone',
    sentence: 'MUST answer the last records of the whole list, in list order, when only `last` is given',
    spec: 'v100#/components/parameters/Last',
    run: async (context) => {
      for (const { query, ids } of await orderedSamples(context, 8)) {
        const page = await context.rest.list('Accounts', { ...query, last: 3 });
        expectSameList(idsOf(page.records), ids.slice(-3), 'the last three');
        expectEqual([page.hasPreviousPage, page.hasNextPage], [true, false], 'previous and next');
      }
    },
  },
  {
    id: 'list.cursor.between',
    sentence: 'MUST answer only records strictly between the cursors when `after` and `before` are given together',
    spec: before,
    run: async (context) => {
      for (const { query, ids } of await orderedSamples(context, 9)) {
        const head = await context.rest.list('Accounts', { ...query, first: 2 });
        const tail = await context.rest.list('Accounts', { ...query, last: 3 });
        const cursors = { after: head.endCursor ?? '', before: tail.startCursor ?? '' };
        const page = await context.rest.list('Accounts', { ...query, ...cursors });
        expectSameList(idsOf(page.records), ids.slice(2, -3), 'ids between the cursors');
      }
    },
  },
];
