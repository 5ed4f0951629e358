/** What is asked of a collection, as parameters. */
import { expect, it } from 'vitest';
import { toQuery } from './to-query.js';

const since = new Date('2026-01-01');

it.each([
  [{ city: 'Leeds', is_archived: false }, { city: 'Leeds', is_archived: false }, {}],
  [{ city: ['Leeds', 'York'] }, { city: ['Leeds', 'York'] }, {}],
  [{ city: null }, {}, { city: 'null' }],
  [{ city: { notNull: true } }, {}, { city: 'not-null' }],
  [{ city: { notIeq: ['leeds', 'york'] } }, { city: ['leeds', 'york'] }, { city: 'not-ieq' }],
  [{ created: { gte: since } }, { created: since }, { created: 'gte' }],
  [{ created: { eq: since } }, { created: since }, { created: 'eq' }],
  [{ value: { between: [1, 2] } }, { value: [1, 2] }, { value: 'between' }],
  [{ owner: { email: { icontains: 'x' } } }, { 'owner.email': 'x' }, { 'owner.email': 'icontains' }],
  [
    { account_relations: { account: { name: 'A' }, is_primary: true } },
    { 'account_relations.account.name': 'A', 'account_relations.is_primary': true },
    {},
  ],
  [{ tags: { empty: true } }, {}, { tags: 'empty' }],
])('writes %j', (where, filter, operators) => {
  expect(toQuery({ where })).toMatchObject({ filter, 'filter-op': operators });
});

it.each([
  [{ city: undefined }, '"city" is undefined'],
  [{ owner: { email: undefined } }, '"owner.email" is undefined'],
  [{ owner: {} }, '"owner" is an empty object'],
  [{ city: { gt: 'a', lt: 'b' } }, '"city" takes one operator, not gt and lt'],
  [{ owner: { null: true, email: 'x' } }, '"owner" takes one operator, not null and email'],
  [{ city: { istarts: undefined } }, '"city" needs a value for the operator "istarts"'],
  [{ city: { eq: null } }, '"city" needs a value for the operator "eq"'],
  [{ city: { notNull: false } }, '"city" needs true for the operator "notNull"'],
])('rejects %j', (where, message) => {
  expect(() => toQuery({ where })).toThrow(TypeError);
  expect(() => toQuery({ where })).toThrow(message);
});

it('names what to order by, to expand and to load', () => {
  const request = {
    orderBy: ['-created', { owner: '-email' }, { owner: { unit: 'name' } }],
    expand: ['owner', { account_relations: ['account', { account: ['owner'] }] }],
    only: ['city', { owner: ['email', { unit: [] }] }],
  };
  expect(toQuery(request)).toMatchObject({
    'order-by': ['-created', '-owner.email', 'owner.unit.name'],
    expand: [
      'owner',
      'account_relations',
      'account_relations.account',
      'account_relations.account',
      'account_relations.account.owner',
    ],
    'load-only': ['city', 'owner.email', 'owner.unit.id'],
  });
  expect(toQuery({ only: [] })['load-only']).toEqual(['id']);
  expect(toQuery({})['load-only']).toBeUndefined();
});

it.each([
  ['orderBy', { orderBy: [{ owner: 'email', unit: 'name' }] }],
  ['expand', { expand: [{}] }],
  ['only', { only: [{ owner: ['email'], unit: ['name'] }] }],
])('takes one relation in an object of %s', (option, request) => {
  expect(() => toQuery(request)).toThrow(`${option}: an object has one relation; give one object for each`);
});
