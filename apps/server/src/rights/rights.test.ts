import { expect, it } from 'vitest';
import { Rights } from './rights.js';

it('keeps the rights that are in use, and drops those that are not', () => {
  const [inUse, left] = [Rights.of(['Accounts:read']), Rights.of(['Contacts:read'])];
  for (let index = 0; index < 2_000; index++) {
    Rights.of([`Entity${index}:read`]);
    expect(Rights.of(['Accounts:read'])).toBe(inUse);
  }
  expect(Rights.of(['Contacts:read'])).not.toBe(left);
});

const covers = (scope: string, name: string, collection = `${name}s`) =>
  Rights.of([scope]).may({ name, collection }, 'read');

it.each([
  ['Account:read', 'Account', true],
  ['Accounts:read', 'Account', true],
  ['Accoun:read', 'Account', false],
  ['*Type:read', 'AccountType', true],
  ['Account*:read', 'AccountType', true],
  ['A*t*s:read', 'Account', true],
  ['*count*ount:read', 'Account', false],
  ['Ac**t:read', 'Account', true],
  ['*ss:read', 'Account', false],
  ['Account*nts:read', 'Account', false],
])('%s covers %s: %s', (scope, name, isCovered) => {
  expect(covers(scope, name)).toBe(isCovered);
});

it('compares a name with a pattern of many wildcards without trying all ways', () => {
  const scope = `${'*a'.repeat(40)}*b:read`;
  expect(covers(scope, `A${'a'.repeat(47)}`)).toBe(false);
  expect(covers(scope, `A${'a'.repeat(47)}b`, 'x')).toBe(true);
});
