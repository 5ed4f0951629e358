/** The words of templates, from names of one and of several words. */
import { expect, it } from 'vitest';
import { entityPlaceholders } from './words.js';

function words(one: string, many: string): Record<string, string> {
  const entity = { name: 'X', collection: 'Xs', v1: null, graphql: { one, many } };
  const { one: oneWords, many: manyWords, aOne } = entityPlaceholders(entity);
  return { one: `${oneWords}`, many: `${manyWords}`, aOne: `${aOne}` };
}

it.each([
  ['contact', 'contacts', { one: 'contact', many: 'contacts', aOne: 'a contact' }],
  ['account', 'accounts', { one: 'account', many: 'accounts', aOne: 'an account' }],
  ['salesUnit', 'salesUnits', { one: 'sales unit', many: 'sales units', aOne: 'a sales unit' }],
  ['accountKPI', 'accountKPIs', { one: 'account KPI', many: 'account KPIs', aOne: 'an account KPI' }],
])('speaks of %s in words', (one, many, expected) => {
  expect(words(one, many)).toEqual(expected);
});
