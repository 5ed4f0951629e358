/**
 * Tests that servers broken on purpose are caught, each by every check named for it.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allChecks } from '../src/checks/all-checks.js';
import type { Credentials } from '../src/http/http.js';
import { type Receiver, startReceiver } from '../src/receiver/receiver.js';
import { runChecks } from '../src/run-checks.js';
import { startFaultProxy } from './fault-proxy.js';
import { type FaultGroup, faultsOf } from './faults/all-faults.js';
import { startTestServer, type TestServer } from './test-server.js';

function authorizationOf({ token, password }: Credentials): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

/**
 * One test for each fault of the group, on a server of its own. That the healthy server passes the same checks is tested once for all,
 * by `npm test` for a fifth of them.
 */
export function catchesFaults(group: FaultGroup): void {
  describe(`a server with broken ${group} that`, () => {
    let server: TestServer;
    let receiver: Receiver;
    const keys = { alpha: '', beta: '', scoped: '' };

    beforeAll(async () => {
      server = await startTestServer();
      receiver = await startReceiver({ port: 0 });
      keys.alpha = authorizationOf(server.alpha);
      keys.beta = authorizationOf(server.beta);
      keys.scoped = authorizationOf(server.scoped);
    });
    afterAll(async () => {
      await server?.close();
      await receiver?.close();
    });

    it.each(faultsOf(keys)[group])('$name', async (fault) => {
      const proxy = await startFaultProxy(server.url, fault);
      const delivering = await startFaultProxy(receiver.url, {
        ...(fault.delivery && { request: fault.delivery }),
        ...(fault.taken && { answer: fault.taken }),
      });
      const checks = allChecks.filter(({ id }) => fault.caughtBy.includes(id));
      const { results } = await runChecks(checks, {
        baseUrl: proxy.url,
        ...server.alpha,
        second: server.beta,
        scoped: server.scoped,
        receiver: receiver.behind(delivering.url),
        seed: '1',
        timeoutMs: 15_000,
        stop: new AbortController().signal,
      }).finally(() => Promise.all([proxy.close(), delivering.close()]));
      const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
      expect(outcomes).toEqual(Object.fromEntries(fault.caughtBy.map((id) => [id, 'failed'])));
    });
  });
}
