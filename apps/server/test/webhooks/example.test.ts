/**
 * The receiver of `examples/webhook-receiver`, as a process of its own.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { onOneDatabase } from '../fixture.js';
import { until } from './receiver.js';

const example = fileURLToPath(new URL('../../../../examples/webhook-receiver/receive-webhooks.mjs', import.meta.url));
/** A copy here finds the library that it imports, as a project that has installed it does. */
const copy = fileURLToPath(new URL(`./receive-webhooks-${process.pid}.mjs`, import.meta.url));
const secret = `whsec_${Buffer.from('secret of the test').toString('base64')}`;

onOneDatabase(
  (running) => {
    let stop: (() => void) | undefined;
    let worker: DeliveryWorker | undefined;
    afterEach(async () => {
      stop?.();
      rmSync(copy, { force: true });
      await worker?.stop();
    });

    it('prints what was signed, and rejects what was not', async () => {
      writeFileSync(copy, readFileSync(example));
      const receiver = spawn(process.execPath, [copy], { env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' } });
      stop = () => receiver.kill();
      let printed = '';
      receiver.stdout.on('data', (chunk) => {
        printed += chunk;
      });
      await until(() => /listening on \d+/.test(printed));
      const url = `http://127.0.0.1:${/listening on (\d+)/.exec(printed)?.[1]}/`;
      worker = startDeliveryWorker(running.server.deps, (error) => running.server.failures.push(error));
      const hook = { url, events: ['Account.Create'], insecure_ssl: false };
      const forged = await running.space.create('Webhooks', { ...hook, signature: `${secret.slice(0, -4)}AAAA` });
      const signed = await running.space.create('Webhooks', { ...hook, signature: secret });
      const account = await running.space.newAccount({ name: 'Printed' });
      await until(() => printed.includes(account.id));
      expect(printed).toMatch(/Account\.Create .*"name":"Printed"/);
      const ping = async (id: string) => (await running.space.send('POST', `Webhooks/${id}/ping`)).body.data;
      expect(await ping(signed.id)).toMatchObject({ status: 204, error: null });
      expect(await ping(forged.id)).toMatchObject({ status: 401 });
    });
  },
  { webhooks: { privateAddresses: 'all', timeoutMs: 2_000, atOnce: 2 } },
);
