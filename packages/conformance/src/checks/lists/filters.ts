/**
 * Promises about filters beyond the meaning of each operator: defaults, lists of values, special characters, paths.
 */

import { idOf, idsOf } from '../../api/record.js';
import { readPage } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectSameItems } from '../../expectation.js';
import type { Json } from '../../http/json.js';
import type { Query } from '../../http/query.js';

const spec = 'v100#/components/parameters/Filter';
const operatorSpec = 'v100#/components/parameters/FilterOp';

/** Creates accounts that differ in the members given, and a lookup that names those found by their place. */
async function accounts({ rest, fixtures }: CheckContext, members: readonly Record<string, Json>[]) {
  const state_province = fixtures.uniqueText();
  const ids = idsOf(
    await fixtures.createAll(
      'Account',
      members.map((each) => ({ ...each, state_province })),
    ),
  );
  return {
    ids,
    tag: { 'filter[state_province]': state_province },
    async expectFound(query: Query, places: readonly number[]): Promise<void> {
      const page = await rest.list('Accounts', { 'filter[state_province]': state_province, ...query, first: 100 });
      const found = idsOf(page.records).map((id) => `account ${ids.indexOf(id)}`);
      expectSameItems(
        found,
        places.map((place) => `account ${place}`),
        `found by ${JSON.stringify(query)}`,
      );
    },
  };
}

export const filterChecks: readonly Check[] = [
  {
    id: 'filter.default-operator',
    sentence: 'MUST compare with `eq`, case-sensitive, when `filter-op` is left out',
    spec: operatorSpec,
    run: async (context) => {
      const { expectFound } = await accounts(context, [
        { city: 'Ulm' },
        { city: 'ulm' },
        { city: 'Ulmen' },
        { city: null },
      ]);
      await expectFound({ 'filter[city]': 'Ulm' }, [0]);
    },
  },
  {
    id: 'filter.eq.case',
    sentence:
      'MUST distinguish upper from lower case in `eq`, `contains`, `starts` and `ends`, and not in `ieq` and its kin',
    spec: operatorSpec,
    run: async (context) => {
      const { expectFound } = await accounts(context, [{ city: 'ÄBÄ' }, { city: 'äbä' }]);
      for (const operator of ['eq', 'contains', 'starts', 'ends']) {
        await expectFound({ 'filter[city]': 'ÄBÄ', 'filter-op[city]': operator }, [0]);
        await expectFound({ 'filter[city]': 'äBä', 'filter-op[city]': `i${operator}` }, [0, 1]);
      }
    },
  },
  {
    id: 'filter.several',
    sentence: 'MUST join conditions on several fields by AND',
    spec,
    run: async (context) => {
      const { expectFound } = await accounts(context, [
        { city: 'a', country: 'x' },
        { city: 'a', country: 'y' },
        { city: 'b', country: 'x' },
      ]);
      await expectFound({ 'filter[city]': 'a', 'filter[country]': 'x' }, [0]);
    },
  },
  {
    id: 'filter.any-of',
    sentence: 'MUST take a repeated value as any of them with `eq` and none of them with `not-eq`, which null matches',
    spec,
    run: async (context) => {
      const { expectFound } = await accounts(context, [{ city: 'a' }, { city: 'b' }, { city: 'c' }, { city: null }]);
      await expectFound({ 'filter[city]': ['a', 'b'] }, [0, 1]);
      await expectFound({ 'filter[city]': ['a', 'b'], 'filter-op[city]': 'not-eq' }, [2, 3]);
    },
  },
  {
    id: 'filter.between.forms',
    sentence: 'MUST take the bounds of `between` as `a,b` and as two values, both ends included',
    spec: operatorSpec,
    run: async (context) => {
      const { expectFound } = await accounts(
        context,
        [1, 2, 3, 4].map((account_class) => ({ account_class })),
      );
      const operator = { 'filter-op[account_class]': 'between' };
      await expectFound({ ...operator, 'filter[account_class]': '2,3' }, [1, 2]);
      await expectFound({ ...operator, 'filter[account_class]': ['2', '3'] }, [1, 2]);
    },
  },
  {
    id: 'filter.operator-alone',
    sentence: 'MUST take `null`, `not-null`, `empty` and `not-empty` with `filter-op` alone',
    spec: operatorSpec,
    run: async (context) => {
      const { expectFound } = await accounts(context, [{ city: null }, { city: '' }, { city: 'a' }]);
      await expectFound({ 'filter-op[city]': 'null' }, [0]);
      await expectFound({ 'filter-op[city]': 'not-null' }, [1, 2]);
      await expectFound({ 'filter-op[city]': 'empty' }, [0, 1]);
      await expectFound({ 'filter-op[city]': 'not-empty' }, [2]);
    },
  },
  {
    id: 'filter.plain-characters',
    sentence: 'MUST take `%`, `_`, `\\`, quotes and commas in values as plain characters',
    spec,
    run: async (context) => {
      const texts = ['50% off', '50 off', 'a_b', 'axb', 'c\\d', 'cd', "it's", 'its', '"q"', 'q', 'x,y', 'x'];
      const { expectFound } = await accounts(
        context,
        texts.map((city) => ({ city })),
      );
      for (const [place, operand] of [
        [0, '0% o'],
        [2, 'a_b'],
        [4, 'c\\d'],
        [6, "t's"],
        [8, '"q'],
        [10, 'x,y'],
      ] as const) {
        for (const operator of ['contains', 'icontains']) {
          await expectFound({ 'filter[city]': operand, 'filter-op[city]': operator }, [place]);
        }
      }
      await expectFound({ 'filter[city]': 'x,y' }, [10]);
    },
  },
  {
    id: 'filter.raw-brackets',
    sentence: 'MUST take the brackets of `filter[name]` raw and percent-encoded',
    spec,
    run: async ({ rest, http, fixtures }) => {
      const name = fixtures.uniqueText();
      const id = idOf(await fixtures.create('Account', { name }));
      for (const parameter of [`filter[name]=${name}`, `filter%5Bname%5D=${name}`]) {
        const page = readPage(await http.send('GET', `${rest.path('Accounts')}?${parameter}`));
        expectSameItems(idsOf(page.records), [id], `found by ${parameter}`);
      }
    },
  },
  {
    id: 'filter.date-time.forms',
    sentence:
      'MUST take date-times in filters with `T` or a blank, with and without fraction, `Z` or an offset, all meaning UTC',
    spec,
    run: async (context) => {
      const created = ['2021-05-01T09:59:59.000000', '2021-05-01T10:00:00.000000', '2021-05-01T10:00:00.000001'];
      const { expectFound } = await accounts(
        context,
        created.map((moment) => ({ created: moment })),
      );
      const forms = [
        '2021-05-01 10:00:00',
        '2021-05-01T10:00:00',
        '2021-05-01T10:00:00.000',
        '2021-05-01T10:00:00Z',
        '2021-05-01T12:00:00+02:00',
      ];
      for (const form of forms) await expectFound({ 'filter[created]': form, 'filter-op[created]': 'gte' }, [1, 2]);
    },
  },
  {
    id: 'filter.dates',
    sentence: 'MUST compare dates as days',
    spec,
    run: async ({ rest, fixtures }) => {
      const quick_phone = fixtures.uniqueText();
      const days = ['2026-01-31', '2026-02-01', '2026-02-28'];
      const ids = idsOf(
        await fixtures.createAll(
          'Opportunity',
          days.map((closing_date) => ({ closing_date, quick_phone })),
        ),
      );
      const query = { 'filter[quick_phone]': quick_phone, 'filter[closing_date]': '2026-02-01' };
      const { records } = await rest.list('Opportunities', { ...query, 'filter-op[closing_date]': 'gte' });
      expectSameItems(idsOf(records), ids.slice(1), 'closing dates from 2026-02-01 on');
    },
  },
  {
    id: 'filter.is-deleted',
    sentence: 'MUST filter by system members such as `is_deleted` and `revision`',
    spec,
    run: async ({ rest, fixtures }) => {
      const [kept, deleted] = await fixtures.createAll('Account', [{}, {}]);
      if (kept === undefined || deleted === undefined) return;
      await rest.delete('Accounts', idOf(deleted));
      const query = { 'filter[id]': [idOf(kept), idOf(deleted)], 'include-deleted': true };
      const live = await rest.list('Accounts', { ...query, 'filter[is_deleted]': false });
      expectSameItems(idsOf(live.records), [idOf(kept)], 'records that are not deleted');
      const newer = { 'filter[revision]': String(kept.revision), 'filter-op[revision]': 'gt' };
      expectSameItems(
        idsOf((await rest.list('Accounts', { ...query, ...newer })).records),
        [idOf(deleted)],
        'later revisions',
      );
    },
  },
];
