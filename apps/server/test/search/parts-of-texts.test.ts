/**
 * Texts are found by any part of them: every operator over texts of many kinds answers what the texts say, whether an index finds
 * them or not, also after they have changed.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../src/sql/filter/fold.js';
import { onBothDatabases } from '../fixture.js';
import { runsOf } from '../properties/runs.js';
import { seed } from '../properties/seed.js';
import type { TestSpace } from '../test-space.js';
import { fillAll } from './fill-all.js';

const runs = runsOf(240);

/** By id. */
type Names = Map<string, string>;

const meets = {
  contains: (text, part) => text.includes(part),
  icontains: (text, part) => fold(text).includes(fold(part)),
  ends: (text, part) => text.endsWith(part),
  iends: (text, part) => fold(text).endsWith(fold(part)),
  eq: (text, part) => text === part,
  ieq: (text, part) => fold(text) === fold(part),
  starts: (text, part) => text.startsWith(part),
  istarts: (text, part) => fold(text).startsWith(fold(part)),
} satisfies Record<string, (text: string, part: string) => boolean>;

const operators = Object.keys(meets) as (keyof typeof meets)[];

const words = [
  ...[
    'Harbour',
    'harbourline',
    'STRASSE',
    'Straße',
    'straẞe',
    'İstanbul',
    'istanbul',
    'ΟΔΟΣ',
    'οδός',
    'Übung',
    'übung',
  ],
  ...[
    '100%',
    '50%_off',
    'a_b',
    'axb',
    'back\\slash',
    '\\',
    "O'Neil",
    '"quoted"',
    '東京都',
    '東京',
    '😀😁😂',
    '...',
    'ab',
    'x',
  ],
];
const texts = fc
  .array(fc.constantFrom(...words, ' ', '-', '%', '_'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));

onBothDatabases((running) => {
  let space: TestSpace;
  const names: Names = new Map();
  beforeAll(async () => {
    space = await running.server.newSpace('search');
    for (const [index, word] of [...words, ...fc.sample(texts, { seed, numRuns: 50 })].entries()) {
      const { id } = await space.newAccount({ name: word, country: word, email1: `${index}@example.com` });
      names.set(id, word);
      // The index knows some of the records, where it is filled later than they are written.
      if (index === words.length) await fillAll(running.server.deps);
    }
  }, 60_000);

  const found = async (operator: string, part: string, more = {}, member = 'name') => {
    const filter = { [`filter[${member}]`]: part, [`filter-op[${member}]`]: operator };
    const query = { 'load-only': 'id', first: 100, ...filter, ...more };
    return (await space.list('Accounts', query)).data.map(({ id }) => id).sort();
  };
  const wanted = (operator: keyof typeof meets, part: string) =>
    [...names].flatMap(([id, name]) => (meets[operator](name, part) ? [id] : [])).sort();

  it(`parts of random texts find what has them (${runs} runs)`, { timeout: 120_000 }, async () => {
    const parts = fc
      .tuple(fc.oneof(fc.constantFrom(...words), texts), fc.nat(6), fc.nat(8), fc.constantFrom(0, 1, 2))
      .map(([text, from, length, form]) => {
        const part =
          Array.from(text)
            .slice(from, from + length + 1)
            .join('') || text;
        return [part, part.toUpperCase(), part.toLowerCase()][form] ?? part;
      });
    const property = fc.asyncProperty(fc.constantFrom(...operators), parts, async (operator, part) => {
      // The country has no other index.
      for (const member of ['name', 'country']) {
        const ids = await found(operator, part, {}, member);
        expect(ids, `${member} ${operator} ${JSON.stringify(part)}`).toEqual(wanted(operator, part));
      }
    });
    await fc.assert(property, { seed, numRuns: runs });
    expect(running.server.failures).toEqual([]);
  });

  describe('after a change', () => {
    it.each(['contains', 'icontains'] as const)('%s finds the new text, and the old one no more', async (operator) => {
      const { id } = await space.newAccount({ name: 'Quibblesnorp' });
      const by = async (part: string) => (await found(operator, part)).includes(id);
      const inAll = async () => {
        const unfilled = [await by('snorp'), await by('waddle')];
        await fillAll(running.server.deps);
        expect([await by('snorp'), await by('waddle')]).toEqual(unfilled);
        return unfilled;
      };
      expect(await inAll()).toEqual([true, false]);
      await space.update('Accounts', id, { name: 'Twaddlewump' });
      expect(await inAll()).toEqual([false, true]);
      await space.delete('Accounts', id);
      expect(await by('waddle')).toBe(false);
      expect(await found(operator, 'waddle', { 'include-deleted': true })).toContain(id);
      expect((await space.send('POST', 'Accounts/batch-restore', { body: [id] })).status).toBe(200);
      expect(await by('waddle')).toBe(true);
      await space.delete('Accounts', id);
    });
  });
});
