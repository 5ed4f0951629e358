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
