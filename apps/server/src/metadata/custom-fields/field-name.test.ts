import { expect, test } from 'vitest';
import { apiNameFrom, isApiName, TakenNames } from './field-name.js';

test.each([
  ['Budget', 'cf_budget'],
  ['Lead source', 'cf_lead_source'],
  ['  % of  Wallet?! ', 'cf_of_wallet'],
  ['Größe (Zürich)', 'cf_grosse_zurich'],
  ['Étage n° 2', 'cf_etage_n_2'],
  ['ﬁeld', 'cf_field'],
  ['予算', 'cf_field'],
  ['__', 'cf_field'],
  [`${'a'.repeat(56)} b`, `cf_${'a'.repeat(56)}`],
  ['x'.repeat(200), `cf_${'x'.repeat(57)}`],
])('makes of %j the name %s', (name, apiName) => {
  expect(apiNameFrom(name)).toBe(apiName);
  expect(isApiName(apiName)).toBe(true);
});

test.each(['budget', 'cf_', 'cf__x', 'cf_x_', 'cf_X', 'cf_x y', `cf_${'x'.repeat(62)}`])('%j is not a name', (name) => {
  expect(isApiName(name)).toBe(false);
});

test('numbers names that are taken, also by the member of another one', () => {
  const taken = new TakenNames(['cf_source', 'cf_source1', 'cf_owner_id']);
  expect(taken.freeName('cf_source')).toBe('cf_source2');
  expect(taken.freeName('cf_source_id')).toBe('cf_source_id1');
  expect(taken.freeName('cf_owner')).toBe('cf_owner1');
  taken.take('cf_new');
  expect(taken.freeName('cf_new')).toBe('cf_new1');
  expect(taken.freeName('cf_other')).toBe('cf_other');
});
