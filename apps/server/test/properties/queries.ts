/**
 * Random list queries over the records of the property tests, and how they are written in a URL.
 */
import fc from 'fast-check';
import type { Operator } from '../../src/request/filter.js';
import type { QueryValue } from '../test-space.js';
import type { Fixture } from './fixture.js';
import {
  type Condition,
  equality,
  ordering,
  presence,
  type Query,
  type SortKey,
  search,
  type Thing,
  type Value,
} from './oracle.js';
import { amounts, dates, dateTimes, integers, texts } from './scheme.js';

type Kind =
  | 'text'
  | 'integer'
  | 'amount'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'user'
  | 'account'
  | 'row'
  | 'json'
  | 'rows';

/** Members and paths that conditions ask for. */
const filterable: Readonly<Record<string, Kind>> = {
  name: 'text',
  description: 'text',
  quick_account_name: 'text',
  formatted_name: 'text',
  table_name: 'text',
  is_favorite: 'boolean',
  ranking: 'integer',
  was_qualified: 'boolean',
  closing_date: 'date',
  won_date: 'dateTime',
  created: 'dateTime',
  value: 'amount',
  'value.value_foreign': 'amount',
  owner_id: 'user',
  owner: 'user',
  'owner.id': 'user',
  'owner.first_name': 'text',
  'owner.position': 'text',
  primary_account: 'account',
  'primary_account.name': 'text',
  'primary_account.city': 'text',
  'primary_account.parent_account': 'account',
  'primary_account.parent_account.city': 'text',
  'step.sort_order': 'integer',
  reason_of_close_id: 'user',
  product_sections: 'json',
  account_relations: 'rows',
  'account_relations.id': 'row',
  'account_relations.account_id': 'account',
  'account_relations.is_primary': 'boolean',
  'account_relations.account.name': 'text',
  'account_relations.account.city': 'text',
  'account_relations.account.parent_account.city': 'text',
};

const sortable = [
  ...['name', 'description', 'quick_account_name', 'ranking', 'was_qualified', 'closing_date', 'won_date', 'created'],
  ...[
    'value',
    'value.value_foreign',
    'owner_id',
    'owner.email',
    'owner.first_name',
    'owner.position',
    'table_name',
    'is_favorite',
  ],
  ...['primary_account', 'primary_account.city', 'primary_account.parent_account.city', 'step.sort_order'],
];

function operatorsOf(kind: Kind): readonly Operator[] {
  if (kind === 'json') return presence;
  if (kind === 'rows' || kind === 'row') return [...presence, 'eq', 'not-eq'];
  if (kind === 'boolean') return [...presence, ...equality];
  return [...presence, ...equality, ...ordering, ...(kind === 'text' ? [...search, ...search] : [])];
}

/** Operands that often hit: values that are there, and parts of them in another case. */
function operandsOf(fixture: Fixture, path: string, kind: Kind): fc.Arbitrary<Exclude<Value, null>> {
  switch (kind) {
    case 'text': {
      const there = [...new Set(fixture.opportunities.flatMap((thing) => textsAt(thing, path.split('.'))))];
      const parts = fc
        .tuple(fc.constantFrom('', ...there), fc.nat(4), fc.nat(4), fc.constantFrom('as it is', 'upper', 'lower'))
        .map(([text, start, length, change]) => inCase([...text].slice(start, start + length).join(''), change));
      return fc.oneof(
        texts,
        parts,
        fc.constantFrom('', ...there).map((text) => inCase(text, 'upper')),
      );
    }
    case 'integer':
      return integers;
    case 'amount':
      return amounts;
    case 'boolean':
      return fc.boolean();
    case 'date':
      return dates;
    case 'dateTime':
      return dateTimes;
    case 'rows':
    case 'row':
      return fc.constantFrom(...fixture.ids.row);
    case 'user':
    case 'account':
      return fc.constantFrom(...fixture.ids[kind], '00000000-0000-0000-0000-000000000000');
    case 'json':
      return fc.constant('');
  }
}

function inCase(text: string, change: 'as it is' | 'upper' | 'lower' | string): string {
  if (change === 'upper') return text.toUpperCase();
  return change === 'lower' ? text.toLowerCase() : text;
}

function textsAt(thing: Thing, [name = '', ...rest]: readonly string[]): string[] {
  const own = rest.length === 0 ? thing.values[name] : undefined;
  if (typeof own === 'string') return [own];
  const next = [thing.one[name], ...(thing.many[name] ?? [])].filter((one) => one !== undefined && one !== null);
  return next.flatMap((one) => textsAt(one, rest));
}

function conditions(fixture: Fixture): fc.Arbitrary<Condition> {
  return fc.constantFrom(...Object.entries(filterable)).chain(([path, kind]) =>
    fc.constantFrom(...operatorsOf(kind)).chain((operator) => {
      const [minLength, maxLength] = presence.includes(operator)
        ? [0, 0]
        : operator === 'between'
          ? [2, 2]
          : [1, equality.includes(operator) ? 3 : 1];
      const operands = fc.array(operandsOf(fixture, path, kind), { minLength, maxLength });
      return operands.map((given) => ({ path, operator, operands: given }));
    }),
  );
}

export const orders: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({ path: fc.constantFrom(...sortable), descending: fc.boolean() }),
  { maxLength: 3, selector: ({ path }) => path },
);

export function queries(fixture: Fixture): fc.Arbitrary<Query> {
  return fc.record({
    conditions: fc.uniqueArray(conditions(fixture), { maxLength: 3, selector: ({ path }) => path }),
    order: orders,
    includeDeleted: fc.boolean(),
  });
}

/** @returns the parameters of the query in REST v100 */
export function parametersOf({ conditions: given, order, includeDeleted }: Query): Record<string, QueryValue> {
  const parameters: Record<string, QueryValue> = {};
  for (const { path, operator, operands } of given) {
    if (operator !== 'eq') parameters[`filter-op[${path}]`] = operator;
    if (operands.length > 0) parameters[`filter[${path}]`] = operands;
  }
  if (order.length > 0)
    parameters['order-by'] = order.map(({ path, descending }) => `${descending ? '-' : ''}${path}`).join();
  if (includeDeleted) parameters['include-deleted'] = true;
  return parameters;
}
