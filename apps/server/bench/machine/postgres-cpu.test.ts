import { expect, it } from 'vitest';
import { parseStat } from './postgres-cpu.js';

it('reads the parent and the time of ended children, whatever the name holds', () => {
  const fields = ['S', 41, 1, 1, 0, -1, 4194560, 100, 200, 0, 0, 11, 12, 13, 14, 20, 0];
  expect(parseStat(`42 (post) (gres) ${fields.join(' ')}`)).toEqual({
    name: 'post) (gres',
    parent: 41,
    endedChildrenMs: 270,
  });
});
