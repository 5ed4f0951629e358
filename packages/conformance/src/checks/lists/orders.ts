/**
 * Promises about `order-by`: nulls, letters, several keys, relations.
 */

import { idOf, idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectSameList } from '../../expectation.js';
import type { Json } from '../../http/json.js';
import { expectInOrder, renderOrderBy } from '../../oracle/order.js';
import { createSampleAccounts } from '../../oracle/sample-accounts.js';

const spec = 'v100#/components/parameters/OrderBy';

/** Creates accounts with the values of one member, shuffled, and expects them in the order given. */
async function expectOrder(
  { rest, fixtures, random }: CheckContext,
  member: string,
  orderBy: string,
  values: readonly Json[],
) {
  const state_province = fixtures.uniqueText();
  await fixtures.createAll(
    'Account',
    random.shuffle(values).map((value) => ({ [member]: value, state_province })),
  );
  const page = await rest.list('Accounts', {
    'filter[state_province]': state_province,
    'order-by': orderBy,
    first: 100,
  });
  const got = page.records.map((record) => JSON.stringify(record[member]));
  expectSameList(
    got,
    values.map((value) => JSON.stringify(value)),
    `${member} by ${orderBy}`,
  );
}

/** The same for a whole number that has no default: the chance of winning in a step. */
async function expectPercentOrder({ rest, fixtures, random }: CheckContext, orderBy: string, values: readonly Json[]) {
  const pipeline_id = idOf(await fixtures.create('Pipeline'));
  await fixtures.createAll(
    'Step',
    random.shuffle(values).map((percent) => ({ percent, pipeline_id })),
  );
  const page = await rest.list('Steps', { 'filter[pipeline_id]': pipeline_id, 'order-by': orderBy });
  expectSameList(
    page.records.map((step) => String(step.percent)),
    values.map(String),
    `percent by ${orderBy}`,
  );
}

/** Mixed case, digits, accents, scripts; the fullwidth letter comes ahead of the emoji by code point and behind it by UTF-16 unit. */
const byCodePoint = ['', '10', '9', 'A', 'B', 'Zz', 'a', 'aa', 'b', 'É', 'é', 'Ж', 'ж', '漢', 'Ａ', '😀'];

export const orderChecks: readonly Check[] = [
  {
    id: 'order.nulls.ascending',
    sentence: 'MUST sort null ahead of every value in ascending order',
    spec,
    run: async (context) => {
      await expectOrder(context, 'city', 'city', [null, '', 'a', 'b']);
      await expectPercentOrder(context, 'percent', [null, 0, 1, 100]);
    },
  },
  {
    id: 'order.nulls.descending',
    sentence: 'MUST sort null after every value in descending order',
    spec,
    run: async (context) => {
      await expectOrder(context, 'city', '-city', ['b', 'a', '', null]);
      await expectPercentOrder(context, '-percent', [100, 1, 0, null]);
    },
  },
  {
    id: 'order.code-point',
    sentence: 'MUST sort texts by Unicode code point',
    spec,
    run: async (context) => {
      await expectOrder(context, 'city', 'city', byCodePoint);
      await expectOrder(context, 'city', '-city', byCodePoint.toReversed());
    },
  },
  {
    id: 'order.numbers',
    sentence: 'MUST sort numbers by size',
    spec,
    run: async ({ rest, fixtures, random }) => {
      const data_set_id = fixtures.freshId();
      const sorted = [-20, -3, 0, 9, 10, 100];
      await fixtures.createAll(
        'Data',
        random.shuffle(sorted).map((sort_order) => ({ sort_order, data_set_id })),
      );
      const page = await rest.list('Data', { 'filter[data_set_id]': data_set_id, 'order-by': 'sort_order' });
      expectSameList(
        page.records.map((record) => String(record.sort_order)),
        sorted.map(String),
        'sort_order',
      );
    },
  },
  {
    id: 'order.date-times',
    sentence: 'MUST sort date-times by moment, to the microsecond',
    spec,
    run: async (context) => {
      const moments = [
        '2019-12-31T23:59:59.999999',
        '2020-01-01T00:00:00.000000',
        '2020-01-01T00:00:00.000001',
        '2020-01-01T00:00:01.000000',
      ];
      await expectOrder(context, 'created', 'created', moments);
    },
  },
  {
    id: 'order.several',
    sentence: 'MUST sort by the first key, among equals by the next, and last by id',
    spec,
    run: async ({ rest, fixtures, random }) => {
      const { records, query } = await createSampleAccounts(fixtures, random, 30);
      const keys = [
        { field: 'is_unsubscribed', descending: false },
        { field: 'city', descending: true },
      ];
      const page = await rest.list('Accounts', { ...query, 'order-by': renderOrderBy(keys), first: 100 });
      expectInOrder(idsOf(page.records), records, keys, 'ids by is_unsubscribed, -city');
    },
  },
  {
    id: 'order.relation',
    sentence: 'MUST sort by members of a to-one relation with a dotted path, unset relations as null',
    spec,
    run: async ({ rest, fixtures }) => {
      const state_province = fixtures.uniqueText();
      const [b, a] = idsOf(await fixtures.createAll('Account', [{ name: 'b' }, { name: 'a' }]));
      const made = await fixtures.createAll('Account', [
        { parent_account_id: b ?? null, state_province },
        { parent_account_id: a ?? null, state_province },
        { state_province },
      ]);
      const descending = idsOf(made);
      // Both ways, as an order that is ignored may be one of them by chance.
      for (const [orderBy, expected] of [
        ['parent_account.name', descending.toReversed()],
        ['-parent_account.name', descending],
      ] as const) {
        const page = await rest.list('Accounts', { 'filter[state_province]': state_province, 'order-by': orderBy });
        expectSameList(idsOf(page.records), expected, `ids by ${orderBy}`);
      }
    },
  },
  {
    id: 'order.rejected',
    sentence: 'MUST reject sorting by an unknown field or through a to-many relation with 400 and code 117',
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      for (const name of ['nmae', 'owner.nmae', 'account_relations.position']) {
        const query = { 'order-by': `-${name}` };
        expectParameterRejected(await rest.send('GET', 'Contacts', undefined, { query }), 'order-by');
      }
    },
  },
];
