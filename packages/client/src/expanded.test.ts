/** Relations that were expanded, and those that were not. */
import { describe, expect, it } from 'vitest';
import { expanded } from './expanded.js';

describe('expanded', () => {
  it.each<[unknown]>([[{ id: '1' }], [null], [[{ id: '1' }, { id: '2' }]], [[]]])('gives %j as it is', (relation) => {
    expect(expanded(relation)).toBe(relation);
  });

  it.each<[unknown]>([['https://crm.example.com/a'], [[{ id: '1' }, 'https://crm.example.com/a']]])(
    'rejects the address in %j',
    (relation) => {
      expect(() => expanded(relation)).toThrow('https://crm.example.com/a is an address');
    },
  );
});
