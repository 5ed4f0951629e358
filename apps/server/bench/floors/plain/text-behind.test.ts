import { expect, it } from 'vitest';
import { textBehind } from './text-behind.js';

it('is behind everything that begins with the prefix, and ahead of all that does not', () => {
  expect(textBehind('sm')).toBe('sn');
  expect(['sl', 'sm', 'smzzz', 'sn'].filter((text) => text >= 'sm' && text < textBehind('sm'))).toEqual([
    'sm',
    'smzzz',
  ]);
});
