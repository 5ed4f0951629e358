import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { endDeadline, startDeadline } from './deadlines.js';

/** Starts a deadline. @returns it, and when it is over */
function start(ms: number, onOver = () => {}) {
  let tell = () => {};
  const over = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const deadline = startDeadline(ms, () => {
    onOver();
    tell();
  });
  return { deadline, over };
}

it('tells once when a time has come, not before, and never when it was ended', async () => {
  const called: string[] = [];
  const startedAt = performance.now();
  const { deadline: ended } = start(10, () => called.push('ended'));
  const { over: first } = start(30, () => called.push('first'));
  const { over: second } = start(60, () => called.push('second'));
  endDeadline(ended);
  await Promise.all([first, second]);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(60);
  await sleep(50);
  expect(called).toEqual(['first', 'second']);
});

it('does not tell of what another one has ended in the same moment', async () => {
  const called: string[] = [];
  const { over } = start(1, () => endDeadline(other.deadline));
  const other = start(1, () => called.push('other'));
  await over;
  await sleep(50);
  expect(called).toEqual([]);
});

it('begins again after none was left, also from within', async () => {
  const { over } = start(1);
  await over;
  await sleep(50);
  let again: Promise<void> = Promise.resolve();
  const { over: outer } = start(1, () => {
    again = start(1).over;
  });
  await outer;
  await again;
});
