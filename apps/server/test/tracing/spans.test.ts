/**
 * Spans of OpenTelemetry: what they say, what they leave out, and that a server sends them to a collector when it is set to.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK, tracing } from '@opentelemetry/sdk-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { keysOf, newDatabase, onDatabaseInTurn } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';
import { basic } from '../test-space.js';
import { Receiver, until } from '../webhooks/receiver.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${caller}-01`;

onDatabaseInTurn(
  (running, database) => {
    const exporter = new tracing.InMemorySpanExporter();
    const sdk = new NodeSDK({ spanProcessors: [new tracing.SimpleSpanProcessor(exporter)], instrumentations: [] });
    beforeAll(() => sdk.start());
    afterAll(async () => {
      await sdk.shutdown();
      // The next SDK of this process is not taken otherwise.
      for (const api of [trace, context, propagation]) api.disable();
    });
    beforeEach(() => exporter.reset());

    /** A request ends a moment after its answer has been sent. */
    const spanOf = (name: string) =>
      expect
        .poll(() => exporter.getFinishedSpans().map((span) => span.name))
        .toContain(name)
        .then(() => exporter.getFinishedSpans().find((span) => span.name === name));

    it('a request continues the trace of its caller, and its reads are parts of it', async () => {
      const answer = await running.space.send('GET', 'Contacts', {
        query: { 'filter[last_name]': 'Known-to-nobody' },
        headers: { traceparent },
      });
      expect(answer.status).toBe(200);
      const span = await spanOf('GET /api/v100/rest/spaces/:space/entities/:collection');
      expect(span?.spanContext().traceId).toBe(traceId);
      expect(span?.parentSpanContext?.spanId).toBe(caller);
      expect(span?.attributes).toMatchObject({
        'http.response.status_code': 200,
        'headwater.space': running.space.id,
        'headwater.request_id': answer.headers.get('x-request-id'),
      });
      const reads = exporter.getFinishedSpans().filter(({ name }) => name === 'read');
      expect(reads.length).toBeGreaterThan(0);
      for (const read of reads) {
        expect(read.parentSpanContext?.spanId).toBe(span?.spanContext().spanId);
        expect(read.attributes['db.system.name']).toBe(database === 'sqlite' ? 'sqlite' : 'postgresql');
        expect(read.attributes['db.query.text']).toMatch(/^(SELECT|WITH)/);
      }
      expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('Known-to');
    });

    it('a write holds its transaction, and no values', async () => {
      await running.space.newAccount({ name: 'Nobody reads this in a span' });
      await spanOf('POST /api/v100/rest/spaces/:space/entities/:collection');
      const spans = exporter.getFinishedSpans();
      expect(spans.map(({ name }) => name)).toContain('transaction');
      const shown = JSON.stringify(spans.map(({ attributes, events, status }) => ({ attributes, events, status })));
      expect(shown).not.toContain('Nobody reads');
      expect(shown).not.toContain(running.space.authorization.replace('Basic ', ''));
    });

    it('shows requests that are rejected, and those that no route fits', async () => {
      expect((await fetch(`${running.space.origin}/nowhere/secret`)).status).toBe(404);
      expect((await spanOf('GET'))?.attributes['http.response.status_code']).toBe(404);
      await running.space.send('GET', 'Contacts/00000000-0000-4000-8000-00000000beef');
      const span = await spanOf('GET /api/v100/rest/spaces/:space/entities/:collection/:id');
      expect(span?.attributes['http.response.status_code']).toBe(404);
    });

    it('a delivery is a span, and its receiver gets the trace', async () => {
      const receiver = await Receiver.start();
      const worker = startDeliveryWorker(running.server.deps, (error) => running.server.failures.push(error));
      await running.space.create('Webhooks', { url: receiver.url, events: ['Account.*'], insecure_ssl: false });
      const headers = { traceparent, baggage: 'user=somebody' };
      const body = { name: 'Delivered', owner_id: running.space.ids.ownerId };
      await running.space.send('POST', 'Accounts', { body, headers });
      await until(() => receiver.received.length > 0);
      const span = await spanOf('POST');
      // One look serves all spaces: it belongs to no request.
      expect(span?.parentSpanContext).toBeUndefined();
      expect(receiver.received[0]?.headers).not.toHaveProperty('baggage');
      expect(receiver.received[0]?.headers.traceparent).toContain(span?.spanContext().traceId);
      expect(span?.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
      await worker.stop();
      await receiver.stop();
    });
  },
  { webhooks: { privateAddresses: 'all', timeoutMs: 1_000, atOnce: 2 } },
);

describe('a server that is set to', () => {
  it('sends its spans to the collector, the last ones when it stops', async () => {
    const bodies: string[] = [];
    const collector = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      bodies.push(`${request.url} ${body}`);
      response.setHeader('Content-Type', 'application/json').end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const stored = await newDatabase('sqlite', 'space');
    const env = {
      HEADWATER_DATA_DIR: stored.location.dataDir,
      HEADWATER_TRACING: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    };
    const server = new ServerProcess(env, false);
    try {
      await server.start();
      const answer = await fetch(`${server.url}/api/v100/rest/spaces/acme/entities/Clients`, {
        headers: { authorization: basic(keysOf('sqlite').writer), connection: 'close' },
      });
      expect(answer.status).toBe(200);
      await answer.text();
      const [code] = await once(server.stop(), 'exit');
      expect(code).toBe(0);
      expect(bodies.join('\n')).toContain('/v1/traces');
      expect(bodies.join('\n')).toContain('GET /api/v100/rest/spaces/:space/entities/:collection');
      expect(bodies.join('\n')).toContain('"stringValue":"headwater"');
    } finally {
      await server.kill();
      collector.close();
      await stored.drop();
    }
  });
});
