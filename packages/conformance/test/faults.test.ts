/**
 * The power of the suite: every server broken on purpose is caught by every check named for it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelOf } from '../src/check.js';
import { allChecks } from '../src/checks/all-checks.js';
import type { RunResult } from '../src/result.js';
import { runChecks, type SpaceAccess } from '../src/run-checks.js';
import { startFaultProxy } from './fault-proxy.js';
import { accessFaults, doorFaults, type Keys } from './faults/door-faults.js';
import type { Fault } from './faults/fault.js';
import { filterFaults } from './faults/filter-faults.js';
import { listFaults } from './faults/list-faults.js';
import { writeFaults } from './faults/write-faults.js';
import { startTestServer, type TestServer } from './test-server.js';

let server: TestServer;
const keys = { alpha: '', beta: '' } satisfies Keys;

beforeAll(async () => {
  server = await startTestServer();
  keys.alpha = basic(server.alpha);
  keys.beta = basic(server.beta);
});
afterAll(() => server.close());

function basic({ token, password }: SpaceAccess): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

async function runBehind(fault: Fault): Promise<RunResult> {
  const proxy = await startFaultProxy(server.url, fault);
  try {
    const checks = allChecks.filter(({ id }) => fault.caughtBy.includes(id));
    return await runChecks(checks, {
      baseUrl: proxy.url,
      ...server.alpha,
      second: server.beta,
      seed: '1',
      timeoutMs: 5000,
      stop: new AbortController().signal,
    });
  } finally {
    await proxy.close();
  }
}

const unbroken: Fault = { name: 'does everything right', caughtBy: ['list.envelope'] };
const faults = [...listFaults, ...filterFaults, ...writeFaults, ...doorFaults, ...accessFaults(keys)];

describe('a server that', () => {
  it.each(faults)('$name', async (fault) => {
    const { results } = await runBehind(fault);
    const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes).toEqual(Object.fromEntries(fault.caughtBy.map((id) => [id, 'failed'])));
  });
});

it('is told apart from one behind a proxy that changes nothing', async () => {
  const checks = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))] as [string, ...string[]];
  const { results } = await runBehind({ ...unbroken, caughtBy: checks });
  expect(results.filter(({ outcome }) => outcome !== 'passed').map(({ id, message }) => [id, message])).toEqual([]);
});

it('is caught by checks that fail a run', () => {
  const named = allChecks.filter(({ id }) => faults.some(({ caughtBy }) => caughtBy.includes(id)));
  expect(named.filter((check) => levelOf(check) !== 'MUST')).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(40);
});
