import { expect, it } from 'vitest';
import { closestName } from './closest-name.js';

const names = ['ID', 'CREATED', 'MODIFIED', 'ORGANIZATION', 'OWNER_ID'];

it.each([
  ['ORGANISATION', 'ORGANIZATION'],
  ['organization', 'ORGANIZATION'],
  ['OWNERID', 'OWNER_ID'],
  ['MODIFED', 'MODIFIED'],
  ['IDD', 'ID'],
])('%s probably means %s', (wrong, meant) => {
  expect(closestName(wrong, names)).toBe(meant);
});

it('means the nearest of several names', () => {
  expect(closestName('CREATE', ['CREATED', 'CREATION'])).toBe('CREATED');
});

it.each(['', 'PHONE', 'X', 'SOMETHING_ELSE'])('%j means none of them', (wrong) => {
  expect(closestName(wrong, names)).toBeUndefined();
});
