/**
 * One property for each filter operator: over random data, a server finds exactly what an in-memory oracle finds.
 */
import { operators } from '@headwater/catalog';
import { idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { filterQuery } from '../../oracle/filter-query.js';
import { type Condition, recordMatches } from '../../oracle/matches.js';
import { expectInOrder, renderOrderBy, type SortKey } from '../../oracle/order.js';
import { createSampleAccounts, type SampleAccounts } from '../../oracle/sample-accounts.js';
import { randomCondition } from './random-condition.js';

const spec = 'v100#/components/parameters/FilterOp';

async function expectAsOracle(
  { rest }: CheckContext,
  { records, query }: SampleAccounts,
  conditions: readonly Condition[],
  keys: readonly SortKey[] = [],
): Promise<void> {
  const orderBy = keys.length === 0 ? {} : { 'order-by': renderOrderBy(keys) };
  const page = await rest.list('Accounts', { ...query, ...filterQuery(conditions), ...orderBy, first: 100 });
  const found = records.filter((record) => conditions.every((condition) => recordMatches(record, condition)));
  expectInOrder(idsOf(page.records), found, keys, `ids found by ${JSON.stringify({ conditions, ...orderBy })}`);
}

const operatorChecks = operators.map(
  ({ name, description }): Check => ({
    id: `filter.operator.${name}`,
    sentence: `MUST find with \`${name}\` exactly the records of which it holds: ${asClause(description)}`,
    spec,
    run: async (context) => {
      const sample = await createSampleAccounts(context.fixtures, context.random, 24);
      for (let round = 0; round < 16; round += 1) {
        const condition = randomCondition(name, sample.records, context.random);
        await expectAsOracle(context, sample, [condition]);
      }
    },
  }),
);

/** A sentence of the spec as the end of another one. */
function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

const sortable = ['name', 'address', 'city', 'account_class', 'created', 'is_unsubscribed'];

function randomKeys({ random }: CheckContext): SortKey[] {
  const fields = random.shuffle(sortable).slice(0, random.integer(0, 3));
  return fields.map((field) => ({ field, descending: random.chance(0.5) }));
}

export const filterOperatorChecks: readonly Check[] = [
  ...operatorChecks,
  {
    id: 'filter.random',
    sentence:
      'MUST find exactly the records that meet all conditions, in the order requested, for random filters and orders',
    spec: 'v100#/components/parameters/Filter',
    run: async (context) => {
      const { fixtures, random } = context;
      const sample = await createSampleAccounts(fixtures, random, 40);
      for (let round = 0; round < 40; round += 1) {
        const conditions: Condition[] = [];
        const count = random.integer(1, 3);
        while (conditions.length < count) {
          const name = random.pick(operators).name;
          conditions.push(
            randomCondition(
              name,
              sample.records,
              random,
              conditions.map(({ field }) => field),
            ),
          );
        }
        await expectAsOracle(context, sample, conditions, randomKeys(context));
      }
    },
  },
];
