/** Conditions as phrases. */
import { expect, it } from 'vitest';
import { toPhrases } from './to-phrases.js';

it.each([
  [{ SURNAME: 'Smith' }, 'SURNAME::Smith::eq'],
  [{ SURNAME: { ll: 'Sm' }, GENDER: 1 }, 'SURNAME::Sm::ll|GENDER::1::eq'],
  [{ CREATED: { ge: '2026-01-01 00:00:00', lt: '2026' } }, 'CREATED::2026-01-01 00\\:00\\:00::ge|CREATED::2026::lt'],
  [{ CITY: { in: ['a:b', 'c|d', 'e\\f'] } }, 'CITY::a\\:b:c\\|d:e\\\\f::in'],
])('writes %j', (where, phrases) => {
  expect(toPhrases(where)).toBe(phrases);
});

it('rejects a value that would be one with the next', () => {
  expect(() => toPhrases({ CITY: { in: ['a:', 'b'] } })).toThrow('ends in a colon');
  expect(toPhrases({ CITY: { in: ['a:'] } })).toBe('CITY::a\\:::in');
});

it.each([{ CITY: undefined }, { CITY: null }, { CITY: {} }, { CITY: { in: [] } }, { CITY: { eq: undefined } }])(
  'rejects %j',
  (where) => {
    expect(() => toPhrases(where)).toThrow(/^where: "CITY" /);
  },
);
