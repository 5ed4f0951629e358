/** A short run of the fuzzer; `npm run fuzz -- --minutes 10 --seed 1` runs it longer. */
import { expect, it } from 'vitest';
import { newDatabase } from '../fixture.js';
import { fuzz } from './fuzz.js';

const seconds = Number(process.env.HEADWATER_FUZZ_SECONDS ?? 15);

it(
  'answers whatever is sent as its documents say',
  async () => {
    const stored = await newDatabase('sqlite', 'tables');
    const { failures, counts } = await fuzz({ seconds, seed: 1, location: stored.location });
    await stored.drop();
    expect(failures.join('\n')).toBe('');
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '201', '400', '404']));
  },
  seconds * 1_000 + 120_000,
);
