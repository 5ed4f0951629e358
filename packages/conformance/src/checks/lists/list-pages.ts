/**
 * Promises about one page of a list: its envelope, its size, its default order.
 */

import { idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectSameList, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readNumber, readObject } from '../../http/json.js';
import { createSampleAccounts } from '../../oracle/sample-accounts.js';

export const listPageChecks: readonly Check[] = [
  {
    id: 'list.envelope',
    sentence: 'MUST answer a list as `success`, `page_info` with its four members and `data`',
    spec: 'v100#/components/schemas/PageInfo',
    run: async ({ rest, fixtures }) => {
      await fixtures.create('Account');
      const answer = await rest.send('GET', 'Accounts', undefined, { query: { first: 1 } });
      expectStatus(answer, 200);
      expectThat(
        answer.headers.get('content-type')?.startsWith('application/json') === true,
        'the content type should be JSON',
      );
      const body = readObject(answer.json, 'the body');
      expectEqual(body.success, true, 'success');
      expectThat(Array.isArray(body.data), 'data should be an array');
      const info = readObject(body.page_info, 'page_info');
      expectEqual(
        Object.fromEntries(Object.entries(info).map(([name, value]) => [name, typeof value])),
        { start_cursor: 'string', end_cursor: 'string', has_previous_page: 'boolean', has_next_page: 'boolean' },
        'members of page_info',
      );
    },
  },
  {
    id: 'list.first.default',
    sentence: 'MUST answer 30 records when `first` is left out',
    spec: 'v100#/components/parameters/First',
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 31);
      const page = await rest.list('Accounts', query);
      expectEqual(page.records.length, 30, 'records of the page');
      expectEqual(page.hasNextPage, true, 'has_next_page with one record to come');
    },
  },
  {
    id: 'list.first.maximum',
    sentence: 'MUST answer up to 100 records when `first` is 100',
    spec: 'v100#/components/parameters/First',
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 102);
      const page = await rest.list('Accounts', { ...query, first: 100 });
      expectEqual(page.records.length, 100, 'records of the page');
      expectEqual(page.hasNextPage, true, 'has_next_page with two records to come');
    },
  },
  {
    id: 'list.first.bounds',
    sentence: 'MUST reject a `first` or `last` that is not a whole number from 1 to 100 with 400 and code 117',
    spec: 'v100#/components/parameters/First',
    run: async ({ rest }) => {
      for (const parameter of ['first', 'last']) {
        for (const value of ['0', '-1', '101', 'ten', '1.5']) {
          const answer = await rest.send('GET', 'Accounts', undefined, { query: { [parameter]: value } });
          expectParameterRejected(answer, parameter);
        }
      }
    },
  },
  {
    id: 'list.order.default',
    sentence: 'MUST list in ascending order of ids when `order-by` is left out',
    spec: 'v100#/components/parameters/OrderBy',
    run: async ({ rest, fixtures, random }) => {
      const { records, query } = await createSampleAccounts(fixtures, random, 12);
      const page = await rest.list('Accounts', query);
      expectSameList(idsOf(page.records), idsOf(records).sort(), 'ids of the list');
    },
  },
  {
    id: 'list.parameters.unknown',
    sentence: 'MUST ignore query parameters that it does not know',
    spec: 'v100#/paths/~1entities~1Accounts/get',
    run: async ({ rest, fixtures, random }) => {
      const { records, query } = await createSampleAccounts(fixtures, random, 3);
      const page = await rest.list('Accounts', { ...query, 'no-such-parameter': '1', _: '17' });
      expectSameList(idsOf(page.records), idsOf(records).sort(), 'ids of the list');
    },
  },
  {
    id: 'list.total.requested',
    sentence: 'SHOULD count all matches in `total`, whatever the page, when `include-total` is true',
    spec: 'v100#/components/parameters/IncludeTotal',
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 7);
      for (const page of [{ first: 2 }, { first: 100 }]) {
        const { body } = await rest.list('Accounts', { ...query, ...page, 'include-total': true });
        expectEqual(readNumber(body.total, 'total'), 7, 'total');
      }
    },
  },
  {
    id: 'list.limit-offset',
    sentence: 'SHOULD take `limit` and `offset` as older clients send them, then without `page_info`',
    spec: 'v100#/components/parameters/Offset',
    run: async ({ rest, fixtures, random }) => {
      const { records, query } = await createSampleAccounts(fixtures, random, 9);
      const page = await rest.list('Accounts', { ...query, limit: 4, offset: 3 });
      expectSameList(idsOf(page.records), idsOf(records).sort().slice(3, 7), 'ids from the fourth to the seventh');
      expectThat(!('page_info' in page.body), 'page_info should be left out');
    },
  },
];
