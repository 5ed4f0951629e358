/** How a run starts its checks; these send no requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Check } from './check.js';
import { expectEqual } from './expectation.js';
import { runChecks } from './run-checks.js';

/** What runs at the same time as each check, by the ids of both. */
async function runAll(plan: readonly { id: string; ms: number; serial?: string }[], concurrency?: number) {
  const running = new Set<string>();
  const beside = new Map<string, Set<string>>();
  let most = 0;
  const checks = plan.map(
    ({ ms, ...check }): Check => ({
      ...check,
      sentence: 'MUST be tried',
      spec: 'v100#/info',
      run: async () => {
        running.add(check.id);
        most = Math.max(most, running.size);
        for (const id of running) {
          beside.set(id, new Set([...(beside.get(id) ?? []), ...running]));
        }
        await sleep(ms);
        running.delete(check.id);
      },
    }),
  );
  const reported: string[] = [];
  const { results } = await runChecks(checks, {
    baseUrl: 'http://127.0.0.1:9',
    space: 'none',
    token: 't',
    password: 'p',
    seed: '1',
    timeoutMs: 100,
    stop: new AbortController().signal,
    ...(concurrency === undefined ? {} : { concurrency }),
    onResult: ({ id }) => reported.push(id),
  });
  return { most, beside, reported, ids: results.map(({ id }) => id) };
}

const eight = Array.from({ length: 8 }, (_, index) => ({ id: `a.${index}`, ms: 40 - 5 * index }));

it('reports in the order of the checks, whichever ends first', async () => {
  const { ids, reported, most } = await runAll(eight, 3);
  expect([ids, reported]).toEqual([eight.map(({ id }) => id), eight.map(({ id }) => id)]);
  expect(most).toBe(3);
});

it('runs several at a time unless another number is given', async () => {
  expect((await runAll(eight)).most).toBe(4);
  expect((await runAll(eight, 1)).most).toBe(1);
});

it('runs a serial check alone', async () => {
  const serial = { id: 'b.serial', ms: 5, serial: 'needs the space to itself' };
  const { beside, most } = await runAll([...eight.slice(0, 4), serial, ...eight.slice(4)], 4);
  expect([...(beside.get(serial.id) ?? [])]).toEqual([serial.id]);
  expect(most).toBe(4);
});

it('names no key in what it reports', async () => {
  const check: Check = {
    id: 'a.author',
    sentence: 'MUST be tried',
    spec: 'v100#/info',
    run: async ({ http }) => expectEqual({ token: http.token }, { token: 'other' }, 'the author'),
  };
  const [token, second] = ['key-of-alpha', { space: 'beta', token: 'key-of-beta', password: 'p' }];
  const { results } = await runChecks([check], {
    ...{ baseUrl: 'http://127.0.0.1:9', space: 'alpha', token, password: 'p', second, seed: '1', timeoutMs: 100 },
    stop: new AbortController().signal,
  });
  expect(results[0]?.message).toBe("the author, at token: wanted 'other', got '(token)'");
  expect(results[0]?.difference).toEqual({ path: 'token', wanted: "'other'", got: "'(token)'" });
});
