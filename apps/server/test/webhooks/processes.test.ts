/**
 * What webhooks deliver when several processes do it, when one dies between an attempt and its record, and where they may not deliver to.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { onDatabaseInTurn } from '../fixture.js';
import { useSecondServer } from '../second-server.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Receiver, until } from './receiver.js';

const webhooks = { privateAddresses: 'all', timeoutMs: 2_000, atOnce: 4 } as const;

const accounts = (space: TestSpace, count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, owner_id: space.ids.ownerId }));

const hook = (space: TestSpace, { url }: Receiver, options: Json = {}): Promise<TestRecord> =>
  space.create('Webhooks', { url, events: ['Account.*'], insecure_ssl: false, options });

onDatabaseInTurn(
  (running) => {
    const second = useSecondServer(running);
    const workers: DeliveryWorker[] = [];
    let receiver: Receiver;
    let hooked: TestRecord;
    beforeAll(async () => {
      receiver = await Receiver.start();
      hooked = await hook(running.space, receiver, { chunk_size: 10 });
    });
    beforeEach(() => {
      receiver.received.length = 0;
    });
    const onFailure = (error: unknown) => running.server.failures.push(error);
    const states = () => running.server.deps.db.knex('webhook_states').where({ webhook_id: hooked.id });
    afterAll(async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await receiver.stop();
      expect(running.server.failures).toEqual([]);
    });

    it('counts no more statements of a write for any number of changes', async () => {
      const write = (count: number, name: string) =>
        running.server.statementsOf(() =>
          running.space.send('POST', 'Accounts/batch-modify', { body: accounts(running.space, count, name) }),
        );
      const few = await write(20, 'Few');
      const many = await write(1_000, 'Many');
      expect(many.filter(({ text }) => /webhook/i.test(text))).toEqual([]);
      expect(many.length).toBeLessThanOrEqual(few.length + 2);
    });

    it('delivers with one process at a time', async () => {
      workers.push(startDeliveryWorker(running.server.deps, onFailure));
      workers.push(startDeliveryWorker({ ...second.deps, webhooks }, onFailure));
      await until(() => receiver.items.length >= 1_020);
      receiver.received.length = 0;
      receiver.mostOpen = 0;
      receiver.answer = (response) => void setTimeout(() => response.end(), 20);
      for (let round = 0; round < 5; round++) {
        for (const space of [running.space, second.space]) {
          await space.send('POST', 'Accounts/batch-modify', { body: accounts(space, 20, `R${round}`) });
        }
      }
      await until(() => receiver.items.length >= 200);
      expect(receiver.mostOpen).toBe(1);
      const cursors = receiver.items.map(({ change }) => change.cursor);
      expect(new Set(cursors).size).toBe(200);
      const revisions = receiver.items.map(({ change }) => change.revision);
      expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    });

    it('sends again under the same id what a process had sent when it died', async () => {
      receiver.answer = () => {};
      await running.space.newAccount({ name: 'Sent' });
      await until(() => receiver.received.length === 1);
      await until(async () => (await states())[0]?.message_id !== null);
      // As if the process were gone for the time of a lease: what it records from now on is not taken.
      await states().update({ lease_owner: 'a process that died', leased_until: 0 });
      receiver.answer = (response) => response.end();
      await until(() => receiver.received.length >= 2);
      const [once, again] = receiver.received;
      expect(again?.headers['webhook-id']).toBe(once?.headers['webhook-id']);
      expect(again?.body.data).toEqual(once?.body.data);
      await running.space.newAccount({ name: 'Next' });
      await until(() => receiver.items.some(({ record }) => record?.name === 'Next'));
      expect(receiver.items.filter(({ record }) => record?.name === 'Sent')).toHaveLength(2);
      expect(receiver.items.filter(({ record }) => record?.name === 'Next')).toHaveLength(1);
    });

    it('breaks off an attempt that hangs when it stops, and others send the message at once', async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      receiver.answer = () => {};
      const slow = { ...webhooks, timeoutMs: 600_000 };
      const stopped = startDeliveryWorker({ ...running.server.deps, webhooks: slow }, onFailure);
      await running.space.newAccount({ name: 'Hanging' });
      await until(() => receiver.received.length === 1);
      await stopped.stop();
      expect(await states()).toMatchObject([{ lease_owner: null, failures: 0, message_id: expect.any(String) }]);
      receiver.answer = (response) => response.end();
      workers.push(startDeliveryWorker(running.server.deps, onFailure));
      await until(() => receiver.received.length === 2);
      const [once, again] = receiver.received;
      expect(again?.headers['webhook-id']).toBe(once?.headers['webhook-id']);
      expect(again?.body.data).toEqual(once?.body.data);
      const filter = { 'filter[message_id]': String(once?.headers['webhook-id']) };
      // An attempt is noted when its answer has come.
      await until(async () => (await running.space.list('WebhookDeliveries', filter)).data.length > 0);
      const { data } = await running.space.list('WebhookDeliveries', filter);
      expect(data).toMatchObject([{ attempt: 1, status: 200 }]);
    });
  },
  { webhooks },
);

onDatabaseInTurn((running) => {
  it.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://169.254.169.254/',
    'http://[::1]:9/',
    'http://10.0.0.1/',
  ])('does not send to %s unless that is allowed', async (url) => {
    const body = { url, events: ['Account.*'], insecure_ssl: true };
    const webhook = await running.space.create('Webhooks', body);
    const ping = await running.space.send('POST', `Webhooks/${webhook.id}/ping`);
    expect(ping.body.data).toMatchObject({ status: null, error: expect.stringMatching(/is not allowed/) });
  });

  it.each(['ftp://example.com/', 'example.com', 'file:///etc/passwd'])('takes no address such as %s', async (url) => {
    const body = { url, events: ['Account.*'], insecure_ssl: false };
    expect((await running.space.send('POST', 'Webhooks', { body })).status).toBe(422);
  });

  it('shows nobody the secret of a webhook', async () => {
    const secret = '5d0c1f0e-27b4-4f3e-9a46-0d2b8c51e7aa';
    const body = { url: 'https://hooks.example.com/', events: ['*'], insecure_ssl: false, signature: secret };
    const webhook = await running.space.create('Webhooks', body);
    await running.space.send('POST', `Webhooks/${webhook.id}/ping`);
    for (const path of [`Webhooks/${webhook.id}/history`, 'WebhookDeliveries', 'AuditEntries']) {
      expect((await running.space.send('GET', path)).text).not.toContain(secret);
    }
  });
});
