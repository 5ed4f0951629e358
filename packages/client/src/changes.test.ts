/** How long somebody waits for an answer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { patiently } from './changes.js';
import { apiErrorOf } from './errors/api-error-of.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();
const failure = (status: number) => apiErrorOf(new Response(null, { status }), undefined);

/** @param statuses of the failures; then there is an answer @returns what came of it, and how often it was asked */
async function outcomeOf(statuses: readonly number[], isPatient = true) {
  const left = [...statuses];
  const ask = vi.fn(async () => {
    const status = left.shift();
    if (status !== undefined) throw failure(status);
    return 'answer';
  });
  const outcome = patiently(ask, isPatient, signal).catch((error) => error.status as number);
  await vi.runAllTimersAsync();
  return [await outcome, ask.mock.calls.length];
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

it('outlasts failures of the server, up to ten in a row', async () => {
  expect(await outcomeOf(times(1, 500))).toEqual(['answer', 2]);
  expect(await outcomeOf(times(9, 500))).toEqual(['answer', 10]);
  expect(await outcomeOf(times(10, 500))).toEqual([500, 10]);
  expect(await outcomeOf([...times(9, 500), 503, ...times(9, 500)])).toEqual(['answer', 20]);
});

it('outlasts a server that cannot answer for as long as that takes, and no other error', async () => {
  expect(await outcomeOf(times(40, 503))).toEqual(['answer', 41]);
  expect(await outcomeOf([503, 500, 401])).toEqual([401, 3]);
  expect(await outcomeOf([500], false)).toEqual([500, 1]);
});
