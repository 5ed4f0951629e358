import { expect, it } from 'vitest';
import { allOf, type Condition } from './filter.js';

it('joins filters so that all of them hold', () => {
  const [one, other] = ['city', 'zip_code'].map(
    (name): Condition => ({ kind: 'condition', path: [name], operator: 'eq', operands: ['x'], at: name }),
  ) as [Condition, Condition];
  expect(allOf([one, null, other])).toEqual({ kind: 'and', filters: [one, other] });
  expect(allOf([null, one])).toBe(one);
  expect(allOf([null])).toBeNull();
});
