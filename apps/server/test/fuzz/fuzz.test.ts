/**
 * A short run of the fuzzer. In `npm test` it sends the same each time, so that it does not fail by chance; `npm run check`, and so CI, takes
 * a seed and with it a database that change from commit to commit.
 */
import { expect, it } from 'vitest';
import { newDatabase } from '../fixture.js';
import { fuzz } from './fuzz.js';

const seconds = Number(process.env.HEADWATER_FUZZ_SECONDS ?? 15);
const seed = Number(process.env.HEADWATER_FUZZ_SEED ?? 1);
const database = seed % 2 === 1 ? 'sqlite' : 'postgres';
const command = `npm run fuzz -- --minutes ${Math.ceil(seconds / 60)} --seed ${seed} --database ${database}`;

it(
  `answers whatever is sent as its documents say; again: ${command}`,
  async () => {
    const stored = await newDatabase(database, 'tables');
    const { failures, counts, heldTimes } = await fuzz({
      seconds,
      seed,
      location: stored.location,
      // The machine runs other tests as well. `npm run fuzz` takes a quarter of it.
      mostHeldMs: 1_000,
      onProgress: console.log,
    });
    await stored.drop();
    console.log(`${command}: ${heldTimes}`);
    expect(failures.join('\n'), command).toBe('');
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '201', '400', '404']));
  },
  seconds * 1_000 + 120_000,
);
