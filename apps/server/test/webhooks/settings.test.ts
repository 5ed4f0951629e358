/**
 * What the operator sets of webhooks, and what a webhook says of certificates.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/main/config.js';
import { onOneDatabase, type Running } from '../fixture.js';
import { Receiver } from './receiver.js';
import { selfSigned } from './self-signed.js';

async function ping({ space }: Running, url: string, isInsecure = false) {
  const webhook = await space.create('Webhooks', { url, events: ['Account.*'], insecure_ssl: isInsecure });
  return (await space.send('POST', `Webhooks/${webhook.id}/ping`)).body.data;
}

const isSent = { status: 200, error: null };
const isNotAllowed = { status: null, error: expect.stringMatching(/is not allowed/) };

const { webhooks } = readConfig({
  HEADWATER_WEBHOOKS_PRIVATE: '127.0.0.0/30, 127.0.0.9',
  HEADWATER_WEBHOOKS_AT_ONCE: '7',
});

onOneDatabase(
  (running) => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await Receiver.start();
    });
    afterAll(() => receiver.stop());

    it('sends to the networks that are named, and to no others', async () => {
      expect(webhooks.atOnce).toBe(7);
      const at = (host: string) => ping(running, receiver.url.replace('127.0.0.1', host));
      expect(await at('127.0.0.1')).toMatchObject(isSent);
      // Where nobody listens, it is tried all the same.
      expect(await at('127.0.0.9')).toMatchObject({
        error: expect.stringMatching(/could not be reached: .*ECONNREFUSED/),
      });
      for (const host of ['127.0.0.4', '10.0.0.1', '[::1]']) expect(await at(host)).toMatchObject(isNotAllowed);
      expect(receiver.received).toHaveLength(1);
    });
  },
  { webhooks },
);

onOneDatabase(
  (running) => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await Receiver.start(selfSigned);
    });
    afterAll(() => receiver.stop());

    it('checks certificates unless the webhook says otherwise', async () => {
      const checked = await ping(running, receiver.url);
      expect(checked).toMatchObject({
        status: null,
        error: expect.stringMatching(/could not be reached: .*certificate/),
      });
      expect(receiver.received).toEqual([]);
      expect(await ping(running, receiver.url, true)).toMatchObject(isSent);
    });
  },
  { webhooks: { ...webhooks, privateAddresses: 'all' } },
);
