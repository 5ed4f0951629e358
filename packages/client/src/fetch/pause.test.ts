/** Waiting, to the end and broken off. */
import { expect, it } from 'vitest';
import { pause } from './pause.js';

it('waits', async () => {
  const before = performance.now();
  await pause(30, new AbortController().signal);
  expect(performance.now() - before).toBeGreaterThanOrEqual(28);
});

it('ends at once with the reason of the signal', async () => {
  const controller = new AbortController();
  const waiting = pause(60_000, controller.signal);
  controller.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
});

it('does not begin when the signal is aborted already', async () => {
  await expect(pause(60_000, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
});
