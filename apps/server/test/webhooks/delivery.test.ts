/**
 * What webhooks deliver: which changes, in which order, signed how, and what becomes of receivers that fail.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deliverChanges } from '../../src/webhooks/deliver-changes.js';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { claimWebhooks } from '../../src/webhooks/webhook-state.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import { merge } from '../merge/merge.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Receiver, until } from './receiver.js';

const webhooks = { privateAddresses: 'all', timeoutMs: 1_000, atOnce: 2 } as const;

onDatabaseInTurn(
  (running) => {
    let space: TestSpace;
    let receiver: Receiver;
    let worker: DeliveryWorker | undefined;
    beforeEach(async () => {
      space = await running.server.newSpace(`hooks-${Math.random().toString(36).slice(2, 10)}`);
      receiver = await Receiver.start();
      worker = startDeliveryWorker(running.server.deps, (error) => running.server.failures.push(error));
    });
    afterEach(async () => {
      await receiver.stop();
      await worker?.stop();
      worker = undefined;
      expect(running.server.failures).toEqual([]);
    });

    const hook = (events: readonly string[], more: Json = {}): Promise<TestRecord> =>
      space.create('Webhooks', { url: receiver.url, events, insecure_ssl: false, ...more });
    const deliveries = async (query: Record<string, string> = {}) => {
      const answer = await space.send('GET', 'WebhookDeliveries', { query });
      expect(answer.status, answer.text).toBe(200);
      return (answer.body as { data: Json[] }).data;
    };
    const state = (id: string) =>
      running.server.deps.db.knex('webhook_states').where({ space_id: space.id, webhook_id: id });
    /** What was put off is due now. */
    const hurry = async (id: string) => {
      await state(id).update({ next_attempt_at: 0 });
      await space.newAccount({ name: 'Waker' });
    };

    it('delivers what was committed after it was created, in order, with the record as it is', async () => {
      await space.newAccount({ name: 'Before' });
      const webhook = await hook(['Account.*', 'Contact.Create'], {
        options: { entity: { Account: { 'load-only': ['name'] } } },
      });
      const account = await space.newAccount({ name: 'One' });
      await space.update('Accounts', account.id, { name: 'Two' });
      const contact = await space.newContact();
      await space.update('Contacts', contact.id, { city: 'Graz' });
      await space.delete('Accounts', account.id);
      await until(async () => (await deliveries()).reduce((sum, one) => sum + Number(one.changes), 0) === 4);
      expect(receiver.items.map(({ events }) => events.join())).toEqual([
        ...['Account.Create', 'Account.Update', 'Contact.Create', 'Account.Delete'],
      ]);
      expect(receiver.items[1]).toMatchObject({
        ...{ entity: 'Account', entity_id: account.id },
        change: { act: 'updated', members: { name: { from: 'One', to: 'Two' } } },
        record: { id: account.id, name: 'Two' },
      });
      expect(receiver.received[0]?.body).toMatchObject({ type: 'changes', space: space.id, webhook_id: webhook.id });
      const sent = await deliveries({ 'filter[webhook_id]': webhook.id });
      expect(sent.at(-1)).toMatchObject({ kind: 'changes', attempt: 1, status: 200, answer: 'thanks', error: null });
    });

    it('asks the filters of lists which records it is about', async () => {
      const options = {
        entity: { Account: { filter: { name: ['Ann', 'Bob'], city: 'Gr' }, 'filter-op': { city: 'contains' } } },
      };
      await hook(['Account.*'], { options });
      await space.newAccount({ name: 'Ann', city: 'Graz' });
      await space.newAccount({ name: 'Bob', city: 'Wien' });
      await space.newAccount({ name: 'Cid', city: 'Graz' });
      const last = await space.newAccount({ name: 'Bob', city: 'Grado' });
      await until(() => receiver.items.some(({ entity_id }) => entity_id === last.id));
      expect(receiver.items.map(({ record }) => record?.city)).toEqual(['Graz', 'Grado']);
    });

    it('tells of moves, outcomes, owners, comments, documents, conversions and merges', async () => {
      await hook(['*']);
      const { stepIds } = space.ids;
      const deal = await space.newOpportunity();
      await space.update('Opportunities', deal.id, { step_id: stepIds.at(-1) });
      const lost = await space.newOpportunity();
      await space.update('Opportunities', lost.id, { is_archived: true });
      const task = await space.create('Tasks', { subject: 'Call', owner_id: space.ids.ownerId });
      await space.create('ActivityComments', { activity_id: task.id, comment: 'Done', owner_id: space.ids.ownerId });
      const [master, other] = [await space.newAccount(), await space.newAccount()];
      await merge(space, 'Accounts', { id: master.id }, [other]);
      const last = await space.newContact();
      await until(() => receiver.items.some(({ entity_id }) => entity_id === last.id));
      const eventsOf = (id: string) =>
        receiver.items.filter((one) => one.entity_id === id).flatMap(({ events }) => events);
      expect(eventsOf(deal.id)).toEqual([
        ...['Opportunity.Create', 'Opportunity.Update', 'Opportunity.Move', 'Opportunity.Won'],
      ]);
      expect(eventsOf(lost.id)).toEqual(expect.arrayContaining(['Opportunity.Lost']));
      expect(eventsOf(task.id)).toEqual(['Task.Create', 'Task.Comment']);
      expect(eventsOf(other.id)).toContain('Account.Delete');
      expect(eventsOf(master.id)).toContain('Account.Update');
    });

    it('leaves out writes that name one of its skip keys', async () => {
      await hook(['Account.*'], { options: { skip_keys: ['nightly'] } });
      const headers = { 'Webhook-Skip-Key': 'nightly' };
      const body = { name: 'Skipped', owner_id: space.ids.ownerId };
      expect((await space.send('POST', 'Accounts', { body, headers })).status).toBe(201);
      const heard = await space.newAccount({ name: 'Heard' });
      await until(() => receiver.items.length > 0);
      expect(receiver.items.map(({ entity_id }) => entity_id)).toEqual([heard.id]);
    });

    it('signs as the interface does, and as Standard Webhooks by a secret of theirs', async () => {
      const [plain, standard] = [
        '5d0c1f0e-27b4-4f3e-9a46-0d2b8c51e7aa',
        `whsec_${Buffer.from('a secret').toString('base64')}`,
      ];
      const ids = [await hook(['Account.*'], { signature: plain }), await hook(['Account.*'], { signature: standard })];
      await space.newAccount();
      await until(() => receiver.received.length === 2);
      const of = (index: number) => receiver.received.find(({ body }) => body.webhook_id === ids[index]?.id)!;
      const expected = createHmac('sha256', plain).update(of(0).text).digest('hex');
      expect(of(0).headers['webhook-signature']).toBe(expected);
      const verified = new Webhook(standard).verify(of(1).text, of(1).headers as Record<string, string>);
      expect(verified).toEqual(of(1).body);
      expect(() => new Webhook(standard).verify(`${of(1).text} `, of(1).headers as Record<string, string>)).toThrow();
    });

    it.each<[string, (answer: Receiver) => void, RegExp]>([
      [
        '500',
        (to) => {
          to.answer = (response) => response.writeHead(500).end('no');
        },
        /status 500/,
      ],
      [
        'a redirect',
        (to) => {
          to.answer = (response) => response.writeHead(302, { location: to.url }).end();
        },
        /redirects are not followed/,
      ],
      [
        'nothing',
        (to) => {
          to.answer = () => {};
        },
        /within 1 seconds/,
      ],
      [
        'half an answer',
        (to) => {
          to.answer = (response) => {
            response.writeHead(200).write('a');
          };
        },
        /within 1 seconds/,
      ],
      [
        'a broken connection',
        (to) => {
          to.answer = (response) => response.destroy();
        },
        /could not be reached/,
      ],
    ])('sends again what was answered with %s, as it was and under the same id', async (_, fail, error) => {
      const webhook = await hook(['Account.*'], { options: { entity: { Account: { 'load-only': ['name'] } } } });
      fail(receiver);
      const first = await space.newAccount({ name: 'First' });
      await until(async () => (await deliveries()).length === 1);
      expect((await deliveries())[0]).toMatchObject({ attempt: 1, error: expect.stringMatching(error) });
      expect(await state(webhook.id)).toMatchObject([{ failures: 1 }]);
      receiver.answer = (response) => response.end();
      await hurry(webhook.id);
      await until(() => receiver.items.length >= 3);
      const [once, again, then] = receiver.received;
      expect(again?.headers['webhook-id']).toBe(once?.headers['webhook-id']);
      expect(again?.body.data).toEqual(once?.body.data);
      expect(again?.body.data.map(({ entity_id }) => entity_id)).toEqual([first.id]);
      expect(then?.headers['webhook-id']).not.toBe(once?.headers['webhook-id']);
      await until(async () => (await deliveries()).length === 3);
      expect((await deliveries()).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    });

    it('takes no more of an answer than it needs', async () => {
      await hook(['Account.*']);
      receiver.answer = (response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(10_000)));
        };
        response.on('drain', more);
        more();
      };
      await space.newAccount();
      await until(async () => (await deliveries()).length === 1);
      expect((await deliveries())[0]).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(500) });
    });

    it('pauses at once for 410 and says why, and goes on when it is paused no more', async () => {
      const webhook = await hook(['Account.*']);
      receiver.answer = (response) => response.writeHead(410).end();
      await space.newAccount({ name: 'One' });
      await until(async () => (await space.get('Webhooks', webhook.id)).is_paused === true);
      expect((await space.get('Webhooks', webhook.id)).paused_reason).toMatch(/410/);
      receiver.answer = (response) => response.end();
      await space.newAccount({ name: 'Two' });
      await space.update('Webhooks', webhook.id, { is_paused: false });
      await until(() => receiver.items.length >= 3);
      expect(receiver.items.map(({ record }) => record?.name)).toEqual(['One', 'One', 'Two']);
      expect(await space.get('Webhooks', webhook.id)).toMatchObject({ is_paused: false, paused_reason: null });
    });

    it('gives up after three days', async () => {
      const webhook = await hook(['Account.*']);
      receiver.answer = (response) => response.writeHead(503).end();
      await space.newAccount();
      await until(async () => (await deliveries()).length === 1);
      await state(webhook.id).update({ failing_since: Date.now() - 3 * 24 * 3_600_000 });
      await hurry(webhook.id);
      await until(async () => (await space.get('Webhooks', webhook.id)).is_paused === true);
      expect((await space.get('Webhooks', webhook.id)).paused_reason).toMatch(/3 days.*status 503/);
    });

    it('stops when it is deleted, and begins again when it is restored', async () => {
      const webhook = await hook(['Account.*']);
      await space.delete('Webhooks', webhook.id);
      await space.newAccount({ name: 'Unheard' });
      const restored = await space.send('POST', 'Webhooks/batch-restore', { body: [webhook.id] });
      expect(restored.status, restored.text).toBe(200);
      await space.newAccount({ name: 'Heard' });
      await until(() => receiver.items.length > 0);
      expect(receiver.items.map(({ record }) => record?.name)).toEqual(['Heard']);
    });

    /** @returns a process that delivers when it is called */
    const slow = async () => {
      await worker?.stop();
      const { stores } = running.server.deps;
      const never = new AbortController().signal;
      return {
        ...{ stores, store: await stores.of(space.id), space: space.id, owner: 'slow', origin: 'http://localhost' },
        ...{ rules: webhooks, stop: { soon: never, now: never }, onAttempt: () => {} },
      };
    };

    it('begins again behind a restore that it meets while it delivers', async () => {
      const webhook = await hook(['Account.*']);
      const delivering = await slow();
      const [state] = await claimWebhooks(delivering, [webhook.id], 1, Date.now());
      await space.delete('Webhooks', webhook.id);
      await space.newAccount({ name: 'Unheard' });
      await space.send('POST', 'Webhooks/batch-restore', { body: [webhook.id] });
      await space.newAccount({ name: 'Heard' });
      await deliverChanges(delivering, state!);
      expect(receiver.items.map(({ record }) => record?.name)).toEqual(['Heard']);
    });

    it('takes a change by what the webhook wants by then', async () => {
      const webhook = await hook(['Contact.*']);
      const delivering = await slow();
      const [state] = await claimWebhooks(delivering, [webhook.id], 1, Date.now());
      const { db } = delivering.store;
      let count = 0;
      const read: typeof db.read = async (...given) => {
        // The webhook and its further events have been read, and the changes have not.
        if (++count === 3) {
          await space.update('Webhooks', webhook.id, { events: ['Account.*'] });
          await space.newAccount({ name: 'Wanted by now' });
        }
        return db.read(...given);
      };
      const store = Object.create(delivering.store, { db: { value: Object.create(db, { read: { value: read } }) } });
      await deliverChanges({ ...delivering, store }, state!);
      expect(receiver.items.map(({ record }) => record?.name)).toEqual(['Wanted by now']);
    });

    it('delivers in chunks, to no more receivers at a time than it may', async () => {
      for (let count = 0; count < 4; count++) await hook(['Account.*'], { options: { chunk_size: 10 } });
      receiver.answer = (response) => void setTimeout(() => response.end(), 50);
      const body = Array.from({ length: 35 }, (_, index) => ({ name: `A${index}`, owner_id: space.ids.ownerId }));
      expect((await space.send('POST', 'Accounts/batch-modify', { body })).status).toBe(200);
      await until(() => receiver.items.length === 140);
      expect(Math.max(...receiver.received.map(({ body: { data } }) => data.length))).toBe(10);
      expect(receiver.mostOpen).toBe(2);
      const ofOne = receiver.received.filter(
        ({ body: { webhook_id } }) => webhook_id === receiver.received[0]?.body.webhook_id,
      );
      expect(ofOne.flatMap(({ body: { data } }) => data.map(({ record }) => record?.name))).toEqual(
        body.map(({ name }) => name),
      );
    });

    const manyAccounts = async (count: number) => {
      const body = Array.from({ length: count }, (_, index) => ({ name: `A${index}`, owner_id: space.ids.ownerId }));
      expect((await space.send('POST', 'Accounts/batch-modify', { body })).status).toBe(200);
      return body.map(({ name }) => name);
    };
    const names = () => receiver.items.map(({ record }) => record?.name);

    it('goes on within the last revision, though nobody writes any more', { timeout: 120_000 }, async () => {
      const webhook = await hook(['Account.*'], { options: { chunk_size: 10 } });
      receiver.answer = (response, index) => response.writeHead(index === 1 ? 500 : 200).end();
      const all = await manyAccounts(25);
      await until(async () => (await deliveries()).some(({ status }) => status === 500));
      await state(webhook.id).update({ next_attempt_at: 0 });
      await until(() => receiver.received.length === 4);
      expect(names()).toEqual([...all.slice(0, 20), ...all.slice(10)]);
    });

    it('gathers changes for as long as it may', { timeout: 120_000 }, async () => {
      await hook(['Account.*'], { options: { chunk_size: 10, chunk_delay: 2 } });
      const all = await manyAccounts(15);
      await until(() => receiver.items.length === 10);
      const last = await space.newAccount({ name: 'Last' });
      await until(() => receiver.items.length === 16);
      expect(names()).toEqual([...all, last.name]);
      expect(receiver.received).toHaveLength(2);
    });

    it('knows what was defined while it had much to do', { timeout: 120_000 }, async () => {
      let answerFirst = () => {};
      receiver.answer = (response, index) => {
        if (index > 0) response.end();
        else answerFirst = () => void response.end();
      };
      await hook(['*'], { options: { chunk_size: 1 } });
      await space.newAccount();
      await until(() => receiver.received.length === 1);
      const boats = await defineEntityType(space, 'Boat');
      const boat = await boats.create();
      answerFirst();
      await until(() => receiver.items.some(({ entity_id }) => entity_id === boat.id));
    });

    it('answers a ping with what came of it', async () => {
      const webhook = await hook(['Account.*']);
      const ping = await space.send('POST', `Webhooks/${webhook.id}/ping`);
      expect(ping.status, ping.text).toBe(200);
      expect(ping.body.data).toMatchObject({
        kind: 'ping',
        status: 200,
        error: null,
        changes: 0,
        webhook_id: webhook.id,
      });
      expect(receiver.received[0]?.body).toMatchObject({ type: 'ping', data: [] });
      expect(await deliveries({ 'filter[kind]': 'ping' })).toEqual([ping.body.data]);
      receiver.answer = (response) => response.writeHead(404).end();
      const failed = await space.send('POST', `Webhooks/${webhook.id}/ping`);
      expect(failed.body.data).toMatchObject({ status: 404, error: expect.stringContaining('404') });
    });

    it('delivers again from a delivery or a cursor on', async () => {
      const webhook = await hook(['Account.*']);
      await space.newAccount({ name: 'One' });
      await until(async () => (await deliveries()).length === 1);
      await space.newAccount({ name: 'Two' });
      await until(async () => (await deliveries()).length === 2);
      const [second] = await deliveries();
      const again = (body: Json) => space.send('POST', `Webhooks/${webhook.id}/redeliver`, { body });
      expect((await again({ delivery_id: second?.id })).status).toBe(200);
      await until(() => receiver.items.length === 3);
      expect(receiver.items.map(({ record }) => record?.name)).toEqual(['One', 'Two', 'Two']);
      expect((await again({ cursor: receiver.items[0]?.change.cursor })).status).toBe(200);
      await until(() => receiver.items.length === 4);
      expect((await again({ cursor: String(webhook.revision) })).status).toBe(200);
      await until(() => receiver.items.length === 6);
      expect((await again({})).status).toBe(400);
      expect((await again({ delivery_id: webhook.id })).status).toBe(400);
    });
  },
  { webhooks },
);
