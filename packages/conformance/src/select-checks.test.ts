/** Which checks a prefix picks. */
import { expect, it } from 'vitest';
import { selectChecks } from './select-checks.js';

const check = (id: string) => ({ id, sentence: 'MUST be', spec: 'v100#/info', run: async () => {} }) as const;
const checks = ['list.cursor.forward', 'list.first', 'filter.any-of'].map(check);
const picked = (...prefixes: string[]) => selectChecks(checks, prefixes).map(({ id }) => id);

it('picks by the beginning of ids, all without a prefix', () => {
  expect(picked()).toHaveLength(3);
  expect(picked('list.')).toEqual(['list.cursor.forward', 'list.first']);
  expect(picked('filter', 'list.f')).toEqual(['list.first', 'filter.any-of']);
  expect(picked('none')).toEqual([]);
  expect(picked('first', 'cursor.')).toEqual([]);
});
