import { expect, it } from 'vitest';
import { newUuid } from './new-uuid.js';
import { isUuid } from './operand.js';

it('makes ids of version 7 that rise and differ', () => {
  const ids = Array.from({ length: 5_000 }, newUuid);
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id[14]).toBe('7');
  }
});
