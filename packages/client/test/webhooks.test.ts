/** Messages that the real server sends, verified as a receiver would, and what a stranger may send instead. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unwrap, verifyWebhook, WebhookVerificationError } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

interface Delivery {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

const secrets = ['whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==', 'plain sécret'] as const;

let server: RealServer;
const deliveries = new Map<string, Delivery>();
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const delivery = { body: Buffer.concat(chunks), headers: request.headers };
  if (delivery.body.includes('"changes"')) deliveries.set(request.url ?? '', delivery);
  response.writeHead(204).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const webhooks = { privateAddresses: 'all', timeoutMs: 5_000, atOnce: 2 } as const;
  server = await startRealServer('webhooks', { webhooks });
  const { port } = receiver.address() as AddressInfo;
  for (const [at, signature] of secrets.entries()) {
    const url = `http://127.0.0.1:${port}/${at}`;
    const body = { url, signature, events: ['Contact.Create'], insecure_ssl: false };
    await unwrap(server.client.POST('/entities/Webhooks', { body }));
  }
  const body = { owner_id: server.ownerId, last_name: 'Žižek', city: '東京' };
  await unwrap(server.client.POST('/entities/Contacts', { body }));
  await vi.waitFor(() => expect(deliveries.size).toBe(2), 20_000);
});

afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});

describe.each(secrets.map((secret, at) => ({ secret, at })))('a message signed with $secret', ({ secret, at }) => {
  const delivery = () => deliveries.get(`/${at}`)!;
  const verified = (changes: Partial<Delivery>, options = {}) =>
    verifyWebhook({ ...delivery(), ...changes }, secret, options);

  it('is read', async () => {
    const message = await verified({});
    expect(message).toMatchObject({ type: 'changes', space: 'webhooks', id: delivery().headers['webhook-id'] });
    expect(message.data).toMatchObject([
      {
        events: ['Contact.Create'],
        entity: 'Contact',
        change: { act: 'created', members: { last_name: { from: null, to: 'Žižek' } } },
        record: { last_name: 'Žižek', city: '東京' },
      },
    ]);
  });

  it('is read of a Request, and of a text', async () => {
    const { body, headers } = delivery();
    const request = new Request('http://receiver.example', {
      method: 'POST',
      body: new Uint8Array(body),
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
    const message = await verified({});
    expect(await verifyWebhook(request, secret)).toEqual(message);
    expect(await verifyWebhook({ body: body.toString('utf8'), headers }, secret)).toEqual(message);
  });

  it.each<[string, (given: Delivery) => Partial<Delivery>]>([
    ['another body', ({ body }) => ({ body: Buffer.concat([body, Buffer.from(' ')]) })],
    ['no signature', ({ headers: { 'webhook-signature': _, ...headers } }) => ({ headers })],
    ['an empty signature', ({ headers }) => ({ headers: { ...headers, 'webhook-signature': '' } })],
    [
      'the signature of another body',
      ({ headers }) => ({ headers: { ...headers, 'webhook-signature': `v1,${btoa('x')}` } }),
    ],
    ['a signature that is none', ({ headers }) => ({ headers: { ...headers, 'webhook-signature': 'v1,*' } })],
  ])('is rejected with %s', async (_case, changed) => {
    await expect(verified(changed(delivery()))).rejects.toThrow(WebhookVerificationError);
  });

  it('is rejected by another secret', async () => {
    await expect(verifyWebhook(delivery(), secrets[1 - at]!)).rejects.toThrow(WebhookVerificationError);
    const alike = secret.replace(/.(?=.{6}$)/, 'Q');
    await expect(verifyWebhook(delivery(), alike)).rejects.toThrow(WebhookVerificationError);
  });

  it.each([-301, 301])('is rejected %i seconds from when it was sent', async (seconds) => {
    const sentAt = Number(delivery().headers['webhook-timestamp']) * 1000;
    const now = sentAt + (seconds + Math.sign(seconds)) * 1000;
    await expect(verified({}, { now })).rejects.toThrow('within 300 seconds');
    await expect(verified({}, { now, toleranceSeconds: 310 })).resolves.toMatchObject({ type: 'changes' });
  });
});

it('takes one of several signatures of Standard Webhooks, and no other version', async () => {
  const { body, headers } = deliveries.get('/0')!;
  const signature = String(headers['webhook-signature']);
  const signed = (text: string) => ({ body, headers: { ...headers, 'webhook-signature': text } });
  await expect(verifyWebhook(signed(`v1,AAAA ${signature}`), secrets[0])).resolves.toMatchObject({ type: 'changes' });
  const other = signature.replace('v1,', 'v2,');
  await expect(verifyWebhook(signed(other), secrets[0])).rejects.toThrow(WebhookVerificationError);
});

it.each(['', 'whsec_', 'whsec_*'])('rejects the secret %j by name', async (secret) => {
  await expect(verifyWebhook(deliveries.get('/0')!, secret)).rejects.toThrow(TypeError);
});
