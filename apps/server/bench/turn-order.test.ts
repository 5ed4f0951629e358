import { expect, it } from 'vitest';
import { turnOrder } from './turn-order.js';

it('begins with another one each round, every second one the other way round', () => {
  const rounds = [0, 1, 2, 3].map((round) => turnOrder(['a', 'b', 'c'], round).join(''));
  expect(rounds).toEqual(['abc', 'acb', 'cab', 'cba']);
});
