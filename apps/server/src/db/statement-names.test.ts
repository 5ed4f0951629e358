import { describe, expect, it } from 'vitest';
import { StatementNames } from './statement-names.js';

describe('StatementNames', () => {
  it('names a text when it comes for the third time, and then always', () => {
    const names = new StatementNames();
    expect(Array.from({ length: 5 }, () => names.nameOf('a'))).toEqual([undefined, undefined, 's0', 's0', 's0']);
    names.nameOf('b');
    names.nameOf('b');
    expect(names.nameOf('b')).toBe('s1');
  });

  it('names what is used however many texts came before, and never gives a name twice', () => {
    const names = new StatementNames();
    const given = new Set<string>();
    for (let text = 0; text < 3_000; text++) {
      for (let time = 0; time < 3; time++) {
        const name = names.nameOf(String(text));
        if (name !== undefined) given.add(name);
      }
    }
    expect(given.size).toBe(3_000);
    expect(names.nameOf('2999')).toBe('s2999');
    expect(names.nameOf('0')).toBeUndefined();
  });
});
