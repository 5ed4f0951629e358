/**
 * Tests that servers broken on purpose are caught, each by every check named for it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allChecks } from '../src/checks/all-checks.js';
import { runChecks, type SpaceAccess } from '../src/run-checks.js';
import { startFaultProxy } from './fault-proxy.js';
import { type FaultGroup, faultsOf } from './faults/all-faults.js';
import { startTestServer, type TestServer } from './test-server.js';

function authorizationOf({ token, password }: SpaceAccess): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

/** One test for each fault of the group, on a server of its own. That the healthy server passes the same checks is tested once for all. */
export function catchesFaults(group: FaultGroup): void {
  describe(`a server with broken ${group} that`, () => {
    let server: TestServer;
    const keys = { alpha: '', beta: '' };

    beforeAll(async () => {
      server = await startTestServer();
      keys.alpha = authorizationOf(server.alpha);
      keys.beta = authorizationOf(server.beta);
    });
    afterAll(() => server?.close());

    it.each(faultsOf(keys)[group])('$name', async (fault) => {
      const proxy = await startFaultProxy(server.url, fault);
      const checks = allChecks.filter(({ id }) => fault.caughtBy.includes(id));
      const { results } = await runChecks(checks, {
        baseUrl: proxy.url,
        ...server.alpha,
        second: server.beta,
        seed: '1',
        timeoutMs: 15_000,
        stop: new AbortController().signal,
      }).finally(() => proxy.close());
      const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
      expect(outcomes).toEqual(Object.fromEntries(fault.caughtBy.map((id) => [id, 'failed'])));
    });
  });
}
