/**
 * Promises of GraphQL about filters: the properties of REST filters, and logic.
 */
import { type Operator, operatorByName, operators } from '@headwater/catalog';
import { idsOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectSameItems } from '../../expectation.js';
import type { JsonObject } from '../../http/json.js';
import { type Condition, recordMatches } from '../../oracle/matches.js';
import { expectInOrder } from '../../oracle/order.js';
import { randomCondition } from '../lists/random-condition.js';
import { listAccounts, sampleAccounts } from './accounts.js';
import { memberName } from './names.js';

/** A condition of REST as GraphQL writes it; `ieq` and `not-ieq` take one operand here. */
function renderCondition({ field, operator, operands }: Condition): JsonObject {
  return { [memberName(field)]: renderTest(operatorByName(operator), operands) };
}

function renderTest({ name, operands: count, graphql }: Operator, operands: Condition['operands']): JsonObject {
  const [operand = null] = operands;
  if (!graphql) {
    const flag = operators.find(({ opposite }) => opposite === name)?.graphql;
    if (!flag) throw new Error(`GraphQL has no condition for "${name}"`);
    return { [flag.name]: false };
  }
  if (count === 'none') return { [graphql.name]: true };
  if (graphql.many && operands.length > 1) return { [graphql.many.name]: [...operands] };
  return { [graphql.name]: count === 'two' ? [...operands] : operand };
}

function randomGraphqlCondition({ random }: CheckContext, records: readonly RecordJson[]): Condition {
  const condition = randomCondition(random.pick(operators).name, records, random);
  const { operands, graphql } = operatorByName(condition.operator);
  const takesOne = operands === 'many' && !graphql?.many;
  return takesOne ? { ...condition, operands: condition.operands.slice(0, 1) } : condition;
}

export const graphqlFilterChecks: readonly Check[] = [
  {
    id: 'graphql.filter.random',
    sentence: 'MUST find exactly the records that meet the filter, for random conditions of every operator',
    spec: 'graphql#AccountFilter',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 30);
      for (let round = 0; round < 40; round += 1) {
        const condition = randomGraphqlCondition(context, records);
        const filter = { and: [tagged, renderCondition(condition)] };
        const page = await listAccounts(context, { filter, first: 100 });
        const found = records.filter((record) => recordMatches(record, condition));
        expectInOrder(page.ids, found, [], `ids found by ${JSON.stringify(filter)}`);
      }
    },
  },
  {
    id: 'graphql.filter.case',
    sentence: 'MUST distinguish upper from lower case in `eq` and not in `ieq`',
    spec: 'graphql#StringCondition.ieq',
    run: async (context) => {
      const stateProvince = { eq: context.fixtures.uniqueText() };
      const texts = ['ÄB', 'äb', 'Äb'].map((city) => ({ city, state_province: stateProvince.eq }));
      const ids = idsOf(await context.fixtures.createAll('Account', texts));
      const exact = await listAccounts(context, { filter: { stateProvince, city: { eq: 'äb' } } });
      expectSameItems(exact.ids, ids.slice(1, 2), 'ids found by eq');
      const folded = await listAccounts(context, { filter: { stateProvince, city: { ieq: 'äb' } } });
      expectSameItems(folded.ids, ids, 'ids found by ieq');
    },
  },
  {
    id: 'graphql.filter.logic',
    sentence: 'MUST take `and`, `or` and `not` of filters as logic does',
    spec: 'graphql#AccountFilter.or',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 24);
      for (let round = 0; round < 12; round += 1) {
        const [a, b, c] = [1, 2, 3].map(() => randomGraphqlCondition(context, records));
        if (a === undefined || b === undefined || c === undefined) return;
        const logic = {
          or: [renderCondition(a), { not: renderCondition(b) }],
          not: { and: [renderCondition(c), renderCondition(a)] },
        };
        const page = await listAccounts(context, { filter: { and: [tagged, logic] }, first: 100 });
        const found = records.filter(
          (record) =>
            (recordMatches(record, a) || !recordMatches(record, b)) &&
            !(recordMatches(record, c) && recordMatches(record, a)),
        );
        expectInOrder(page.ids, found, [], `ids found by ${JSON.stringify(logic)}`);
      }
    },
  },
];
