import { describe, expect, it } from 'vitest';
import { unitsBelow } from './read-subjects.js';

const unit = (id: string, parent: string | null) => ({ id, parent });

describe('unitsBelow', () => {
  const below = unitsBelow([unit('a', null), unit('b', 'a'), unit('c', 'b'), unit('d', 'a'), unit('e', 'not given')]);

  it.each([
    ['a', ['a', 'b', 'c', 'd']],
    ['b', ['b', 'c']],
    ['d', ['d']],
    ['e', ['e']],
  ])('%s and what lies below it', (id, units) => {
    expect([...below(id)].sort()).toEqual(units);
  });

  it('ends where units go round in a circle', () => {
    const around = unitsBelow([unit('a', 'c'), unit('b', 'a'), unit('c', 'b')]);
    expect([...around('b')].sort()).toEqual(['a', 'b', 'c']);
  });
});
