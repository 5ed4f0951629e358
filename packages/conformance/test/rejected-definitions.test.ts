/**
 * A server that lets nobody define fields or entity types may conform: what needs them is skipped, and says why.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { metadataChecks } from '../src/checks/metadata/metadata.js';
import { runChecks } from '../src/run-checks.js';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';
import { withBody, withStatus } from './faults/fault.js';
import { startTestServer, type TestServer } from './test-server.js';

let server: TestServer;
let proxy: FaultProxy;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startFaultProxy(server.url, {
    request: (request) => (isDefinition(request) ? withBody(request, () => ({})) : request),
    answer: (answer, request) => (isDefinition(request) ? withStatus(answer, 403) : answer),
  });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

function isDefinition({ method, url }: { readonly method: string; readonly url: URL }): boolean {
  return method === 'POST' && /\/entities\/(Fields|Entities)$/.test(url.pathname);
}

it('skips every check that defines something', async () => {
  const stop = new AbortController().signal;
  const options = { baseUrl: proxy.url, ...server.alpha, seed: '1', timeoutMs: 5000, stop };
  const { results } = await runChecks(metadataChecks, options);
  expect(results.length).toBeGreaterThan(15);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
  for (const { message } of results) expect(message).toMatch(/^nothing can be defined here: POST .* answered 403$/);
});
