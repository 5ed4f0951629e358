/**
 * A run that is stopped, or whose checks fail half-way, deletes what it has made.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idOf } from '../src/api/record.js';
import type { Check } from '../src/check.js';
import { ExpectationFailed } from '../src/expectation.js';
import { isConformant } from '../src/result.js';
import { type RunOptions, runChecks } from '../src/run-checks.js';
import { startTestServer, type TestServer } from './test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const common = { sentence: 'MUST be tried', spec: 'v100#/info' } as const;

function options(stop: AbortSignal): RunOptions {
  return { baseUrl: server.url, ...server.alpha, seed: '1', timeoutMs: 5000, stop };
}

/** Statuses of the records made, requested after the run. */
async function statusesOf(ids: readonly string[]): Promise<number[]> {
  const authorization = `Basic ${Buffer.from(`${server.alpha.token}:${server.alpha.password}`).toString('base64')}`;
  const get = async (id: string) =>
    (await fetch(`${server.url}/api/v100/rest/spaces/alpha/entities/Accounts/${id}`, { headers: { authorization } }))
      .status;
  return await Promise.all(ids.map(get));
}

it('deletes what a check made before it failed, and goes on with the next one', async () => {
  const made: string[] = [];
  const make =
    (outcome: () => void): Check['run'] =>
    async ({ fixtures }) => {
      made.push(idOf(await fixtures.create('Account')));
      outcome();
    };
  const checks: Check[] = [
    {
      ...common,
      id: 'a.fails',
      run: make(() => {
        throw new ExpectationFailed('broken promise');
      }),
    },
    {
      ...common,
      id: 'a.throws',
      run: make(() => {
        throw new TypeError('broken check');
      }),
    },
    { ...common, id: 'a.passes', run: make(() => {}) },
  ];
  const run = await runChecks(checks, options(new AbortController().signal));
  expect(run.results.map(({ id, outcome, message }) => [id, outcome, message])).toEqual([
    ['a.fails', 'failed', 'broken promise'],
    ['a.throws', 'error', 'TypeError: broken check'],
    ['a.passes', 'passed', undefined],
  ]);
  expect(run.results.map(({ exchanges }) => exchanges.length > 0)).toEqual([true, true, false]);
  expect(isConformant(run)).toBe(false);
  expect(await statusesOf(made)).toEqual([404, 404, 404]);
});

it('deletes what was made when it is stopped, a request under way included', async () => {
  const controller = new AbortController();
  const made: string[] = [];
  const check: Check = {
    ...common,
    id: 'a.endless',
    run: async ({ fixtures }) => {
      for (;;) {
        const creating = fixtures.create('Account');
        if (made.length === 2) controller.abort();
        made.push(idOf(await creating));
      }
    },
  };
  const run = await runChecks([check, { ...check, id: 'a.never' }], options(controller.signal));
  expect(run).toMatchObject({ stopped: true, results: [], leftovers: [] });
  expect(isConformant(run)).toBe(false);
  expect(made.length).toBeGreaterThan(1);
  expect(await statusesOf(made)).toEqual(made.map(() => 404));
});

it('waits for requests that a failed check has left under way, so that it can delete what they make', async () => {
  const making: Promise<unknown>[] = [];
  const check: Check = {
    ...common,
    id: 'a.hasty',
    run: async ({ rest, fixtures }) => {
      const body = await fixtures.body('Account');
      making.push(...Array.from({ length: 6 }, () => rest.create('Accounts', body)));
      throw new ExpectationFailed('broken promise');
    },
  };
  await runChecks([check], options(new AbortController().signal));
  const made = (await Promise.all(making)) as { readonly id: string }[];
  expect(await statusesOf(made.map(({ id }) => id))).toEqual(made.map(() => 404));
});

it('names what could not be deleted', async () => {
  const check: Check = {
    ...common,
    id: 'a.protected',
    run: async ({ rest, fixtures }) => {
      const body = await fixtures.body('AccountType', { is_delete_protected: true });
      await rest.create('AccountTypes', body, { 'validation-level': 8 });
    },
  };
  const { leftovers } = await runChecks([check], options(new AbortController().signal));
  expect(leftovers).toEqual([
    { collection: 'AccountTypes', id: expect.any(String), reason: expect.stringContaining('answered 422') },
  ]);
});
