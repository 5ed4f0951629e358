import { expect, it } from 'vitest';
import { HeldTimes } from './held-times.js';

it('reports the longest of all times, and apart from it what lasts', () => {
  const times = new HeldTimes(250);
  for (const tries of [[3], [612.4, 40], [249]]) expect(times.problemOf(tries)).toBe(undefined);
  expect(times.report()).toBe(
    'the event loop was held for 612 ms at most; 1 requests held it for longer than 250 ms, but not when they were sent again; ' +
      'without these 249 ms at most',
  );
});

it('fails a request that takes too long each time, and names all of its times', () => {
  const times = new HeldTimes(250);
  expect(times.problemOf([900, 300, 299.6, 251])).toBe('others waited 900, 300, 300, 251 ms');
  expect(times.report()).toContain('held for 900 ms at most; 0 requests');
});

it('sends a request four times at most, and only as long as it takes too long', () => {
  const times = new HeldTimes(250);
  const again = [[250], [251], [300, 20], [300, 300, 300], [300, 300, 300, 300]].map((tries) =>
    times.isSentAgain(tries),
  );
  expect(again).toEqual([false, true, false, true, false]);
});
