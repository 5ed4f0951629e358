import { expect, it } from 'vitest';
import { planRetry } from './retry-plan.js';

const failed = { status: 503, error: 'It was not there.' };
const hours = 3_600_000;

/** Milliseconds until the next attempt, at the least and at the most. */
function delays(failures: number): readonly [number, number] {
  const at = (random: number) => {
    const plan = planRetry({ failures, since: 1_000 }, failed, 1_000, random);
    return 'nextAt' in plan ? plan.nextAt - 1_000 : Number.NaN;
  };
  return [at(0), at(1)];
}

it.each([
  [1, 2_500, 5_000],
  [2, 5_000, 10_000],
  [5, 40_000, 80_000],
  [30, 3 * hours, 6 * hours],
])('waits after %i failures from %i to %i ms', (failures, least, most) => {
  expect(delays(failures)).toEqual([least, most]);
});

it('gives up after three days, and at once for 410', () => {
  const at = (now: number, status = 503) => planRetry({ failures: 9, since: 0 }, { ...failed, status }, now, 0);
  expect(at(72 * hours - 1)).toHaveProperty('nextAt');
  expect(at(72 * hours)).toHaveProperty('pausedReason', expect.stringContaining('It was not there.'));
  expect(at(0, 410)).toHaveProperty('pausedReason', expect.stringContaining('410'));
});
