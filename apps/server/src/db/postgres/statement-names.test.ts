import { describe, expect, it } from 'vitest';
import { StatementNames } from './statement-names.js';

describe('StatementNames', () => {
  it('names a text when it comes for the third time, and then always', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 5 }, () => names.nameOf('a'));
    const name = expect.stringMatching(/^[\w-]{32}$/);
    expect(given).toEqual([undefined, undefined, name, name, name]);
    expect(new Set(given.slice(2)).size).toBe(1);
  });

  it('gives a text the same name in all processes', () => {
    const [one, other] = [new StatementNames(), new StatementNames()];
    for (const text of ['x', 'x', 'x']) other.nameOf(text);
    for (const text of ['a', 'a', 'b', 'b']) for (const names of [one, other]) names.nameOf(text);
    expect(one.nameOf('a')).toBe(other.nameOf('a'));
    expect(one.nameOf('b')).not.toBe(one.nameOf('a'));
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
    expect(given).toContain(names.nameOf('2999'));
    expect(names.nameOf('0')).toBeUndefined();
  });
});
