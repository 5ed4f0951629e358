import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { spaceBinder } from '../binder.js';
import { sqlite } from '../dialects/dialect.js';
import { selectFound } from './search-index.js';

const account = buildCatalog(entityTypes).existing('Account');

/** @returns what MATCH is asked for */
function asked(part: string): string {
  const binder = spaceBinder(sqlite, 'acme');
  selectFound({ dialect: sqlite, binder }, account, [{ member: 0, part }]);
  return String(binder.values.at(-1));
}

it('asks for groups of three characters, six at most', () => {
  expect(asked('ada')).toBe('"ada"');
  expect(asked('a"😀b')).toBe('"a""😀" AND """😀b"');
  expect(asked('aaaaaaaaaa')).toBe('"aaa"');
  expect(asked('abcdefghijklmnopq').split(' AND ')).toEqual(['"abc"', '"def"', '"ghi"', '"jkl"', '"mno"']);
});

it('looks at the beginning of a long text only, and at no half of a character', () => {
  const text = `${'0123456789'.repeat(9)}a${'😀'.repeat(100_000)}`;
  for (const token of asked(text).split(' AND ')) {
    expect(Buffer.from(token).toString()).toBe(token);
    expect(text).toContain(token.slice(1, -1));
  }
  expect(asked(text)).toBe(asked(`${text}${'x'.repeat(1_000_000)}`));
});
