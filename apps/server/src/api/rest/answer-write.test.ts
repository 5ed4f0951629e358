import { expect, it } from 'vitest';
import { textOf } from './answer-write.js';

it.each([[[]], [['a', null, { b: [1, ','] }]], [{ a: [1] }], [null], ['text']])(
  'what a request is recognized by is its JSON: %j',
  (sent) => {
    expect([...textOf(['POST', '/a"b'], sent)].join('')).toBe(JSON.stringify(['POST', '/a"b', sent]));
  },
);

it('a long list comes in parts as short as its items', () => {
  const items = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
  for (const part of textOf(['POST'], items)) expect(part.length).toBeLessThan(1_100);
});
