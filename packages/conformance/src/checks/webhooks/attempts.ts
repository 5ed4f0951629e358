/**
 * Promises about receivers that fail, about pauses, and about sending again.
 */
import { idOf } from '../../api/record.js';
import { readRecord } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import { expectError, expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { readObject } from '../../http/json.js';
import type { Delivery } from '../../receiver/inbox.js';
import {
  heardUpTo,
  itemsAbout,
  listDeliveries,
  type Message,
  messagesIn,
  readMessage,
  readUntil,
  withWebhook,
} from './subscribe.js';

const spec = 'v100#/components/schemas/Webhook';
const deliveriesSpec = 'v100#/paths/~1entities~1WebhookDeliveries/get';
const pingSpec = 'v100#/paths/~1entities~1Webhooks~1{id}~1ping/post';
const redeliverSpec = 'v100#/paths/~1entities~1Webhooks~1{id}~1redeliver/post';
const ofAccounts = { events: ['Account.*'] };
/** The second attempt follows after 5 seconds at most. */
const retryMs = 20_000;

export const webhookAttemptChecks: readonly Check[] = [
  {
    id: 'webhook.retry',
    sentence: 'MUST send a message that was answered with 500 once more, under the same id, and nothing ahead of it',
    spec,
    run: (context) =>
      withWebhook(context, ofAccounts, async (webhook) => {
        const { rest, fixtures } = context;
        const { inbox } = webhook;
        inbox.answer = () => ({ status: inbox.deliveries.items.length === 0 ? 500 : 200 });
        const ids = [idOf(await fixtures.create('Account'))];
        await inbox.deliveries.until(({ length }) => length > 0, 'a delivery');
        ids.push(idOf(await fixtures.create('Account')));
        const isSecond = ({ length }: readonly unknown[]) => length > 1;
        const [first, second] = await inbox.deliveries.until(isSecond, 'the message that was rejected', retryMs);
        if (first === undefined || second === undefined) return;
        const [rejected, again] = [readMessage(first), readMessage(second)];
        expectEqual(again.id, rejected.id, 'Webhook-Id of the second delivery');
        const changesIn = (message: Message) => message.items.map(({ change }) => change);
        expectEqual(changesIn(again), changesIn(rejected), 'changes of the second delivery');
        await heardUpTo(webhook, ...ids);
        const read = () => listDeliveries(rest, { 'filter[message_id]': rejected.id });
        const rows = await readUntil(read, ({ length }) => length > 1, 'both attempts should be among the deliveries');
        expectEqual(
          rows.map(({ attempt, status, error }) => [attempt, status, error === null]),
          [
            [2, 200, true],
            [1, 500, false],
          ],
          'attempt, status and whether there is no error',
        );
      }),
  },
  {
    id: 'webhook.redirect',
    sentence: 'MUST not follow a redirect of a receiver, and take it for a failure',
    spec: 'v100#/components/schemas/WebhookDelivery',
    run: (context) =>
      withWebhook(context, ofAccounts, async ({ inbox, id }) => {
        const { rest, fixtures } = context;
        const elsewhere = await context.openInbox();
        inbox.answer = () => ({ status: 307, headers: { location: elsewhere.url } });
        await fixtures.create('Account');
        await inbox.deliveries.until(({ length }) => length > 0, 'a delivery');
        const read = () => listDeliveries(rest, { 'filter[webhook_id]': id });
        const [row] = await readUntil(read, ({ length }) => length > 0, 'the attempt should be among the deliveries');
        expectEqual([row?.status, typeof row?.error], [307, 'string'], 'status and error of the delivery');
        expectEqual(elsewhere.deliveries.items.length, 0, 'deliveries to where the redirect leads');
        elsewhere.close();
      }),
  },
  {
    id: 'webhook.gone',
    sentence: 'MUST pause a webhook whose receiver answers 410, say why, and go on where it ended when it is set going',
    spec: `${spec}/properties/is_paused`,
    run: (context) =>
      withWebhook(context, ofAccounts, async (webhook) => {
        const { rest, fixtures } = context;
        const { inbox } = webhook;
        inbox.answer = () => ({ status: 410 });
        await fixtures.create('Account');
        const [first] = await inbox.deliveries.until(({ length }) => length > 0, 'a delivery');
        const read = () => rest.get('Webhooks', webhook.id);
        const { paused_reason } = await readUntil(
          read,
          (one) => one.is_paused === true,
          'the webhook should be paused',
        );
        expectThat(/410/.test(String(paused_reason)), `paused_reason should name 410, is ${paused_reason}`);
        inbox.answer = () => ({ status: 200 });
        const heard = inbox.deliveries.items.length;
        expectEqual((await rest.update('Webhooks', webhook.id, { is_paused: false })).paused_reason, null, 'reason');
        const ids = first === undefined ? [] : readMessage(first).items.map(({ entity_id }) => String(entity_id));
        const isAgain = (all: readonly Delivery[]) => itemsAbout(all.slice(heard), ...ids).length >= ids.length;
        await inbox.deliveries.until(isAgain, 'what was answered with 410');
      }),
  },
  {
    id: 'webhook.paused',
    sentence: 'MUST send nothing while a webhook is paused, and then what was written meanwhile',
    spec: `${spec}/properties/is_paused`,
    run: (context) =>
      withWebhook(context, { ...ofAccounts, is_paused: true }, (paused) =>
        withWebhook(context, ofAccounts, async (other) => {
          const { rest, fixtures } = context;
          const ids = [idOf(await fixtures.create('Account'))];
          // Both would hear at about the same time.
          await heardUpTo(other, ...ids);
          ids.push(idOf(await fixtures.create('Account')));
          await heardUpTo(other, ...ids);
          expectEqual(paused.inbox.deliveries.items.length, 0, 'deliveries of the paused webhook');
          await rest.update('Webhooks', paused.id, { is_paused: false });
          const heard = await heardUpTo(paused, ...ids);
          expectEqual(
            heard.map(({ entity_id }) => entity_id),
            ids,
            'accounts that were heard of',
          );
        }),
      ),
  },
  {
    id: 'webhook.deleted',
    sentence: 'MUST send nothing of what is written while a webhook is deleted, also once it is restored',
    spec,
    run: (context) =>
      withWebhook(context, ofAccounts, async (webhook) => {
        const { rest, fixtures } = context;
        await rest.delete('Webhooks', webhook.id);
        const unheard = idOf(await fixtures.create('Account'));
        expectSuccess(await rest.sendBelow('POST', 'Webhooks', 'batch-restore', { body: [webhook.id] }));
        const last = idOf(await fixtures.create('Account'));
        const heard = await heardUpTo(webhook, unheard, last);
        expectEqual(
          heard.map(({ entity_id }) => entity_id),
          [last],
          'accounts that were heard of',
        );
      }),
  },
  {
    id: 'webhook.ping',
    sentence: 'MUST send a ping without changes when it is asked to, and answer what came of it',
    spec: pingSpec,
    run: (context) =>
      withWebhook(context, { events: ['Account.Create'], is_paused: true }, async ({ inbox, id }) => {
        const ping = async () => readRecord(await context.rest.sendBelow('POST', 'Webhooks', `${id}/ping`));
        const good = await ping();
        const [delivery] = await inbox.deliveries.until(({ length }) => length > 0, 'a ping');
        const { body, id: message_id } = readMessage(delivery as NonNullable<typeof delivery>);
        expectEqual([body.type, body.webhook_id, body.data], ['ping', id, []], 'the message');
        const { kind, changes, status, error } = good;
        expectEqual([kind, changes, status, error], ['ping', 0, 200, null], 'kind, changes, status and error');
        expectEqual([good.webhook_id, good.message_id], [id, message_id], 'webhook_id and message_id');
        inbox.answer = () => ({ status: 404 });
        const bad = await ping();
        expectEqual([bad.status, typeof bad.error], [404, 'string'], 'status and error of a ping that failed');
      }),
  },
  {
    id: 'webhook.redeliver',
    sentence: 'MUST send again all from a delivery or a cursor on when it is asked to',
    spec: redeliverSpec,
    run: (context) =>
      withWebhook(context, ofAccounts, async (webhook) => {
        const { rest, fixtures } = context;
        const { deliveries } = webhook.inbox;
        const first = idOf(await fixtures.create('Account'));
        const [item] = await heardUpTo(webhook, first);
        const isOfFirst = ({ items }: Message) => items.some(({ entity_id }) => entity_id === first);
        const { id: message_id } = messagesIn(deliveries.items).find(isOfFirst) ?? {};
        const second = idOf(await fixtures.create('Account'));
        await heardUpTo(webhook, second);
        const read = () => listDeliveries(rest, { 'filter[message_id]': message_id ?? '' });
        const [row] = await readUntil(read, ({ length }) => length > 0, 'the message should be among the deliveries');
        const again = async (body: object) => {
          expectSuccess(await rest.sendBelow('POST', 'Webhooks', `${webhook.id}/redeliver`, { body }));
          // What is sent again comes ahead of what is written now.
          await heardUpTo(webhook, idOf(await fixtures.create('Account')));
        };
        const timesOf = (id: string) => itemsAbout(deliveries.items, id).length;
        await again({ delivery_id: row?.id });
        expectEqual([timesOf(first), timesOf(second)], [2, 2], 'how often both were heard of, with delivery_id');
        await again({ cursor: readObject(item?.change, 'change').cursor });
        expectEqual([timesOf(first), timesOf(second)], [2, 3], 'how often both were heard of, with cursor');
      }),
  },
  {
    id: 'webhook.redeliver.rejected',
    sentence: 'MUST reject with 400 to send again from nowhere, and with 404 for a webhook that there is not',
    spec: redeliverSpec,
    run: async ({ rest, fixtures }) => {
      const webhook = await fixtures.create('Webhook', { is_paused: true });
      const redeliver = (id: string, body: object) => rest.sendBelow('POST', 'Webhooks', `${id}/redeliver`, { body });
      const cursor = String(webhook.revision);
      for (const body of [{}, { delivery_id: fixtures.freshId() }, { cursor: 'x' }]) {
        expectError(await redeliver(idOf(webhook), body), 400);
      }
      expectError(await redeliver(idOf(webhook), { cursor, delivery_id: fixtures.freshId() }), 400);
      expectError(await redeliver(fixtures.freshId(), { cursor }), 404);
    },
  },
  {
    id: 'webhook.deliveries',
    sentence:
      'MUST list each attempt with its message, status and answer, the newest first, and find it by its members',
    spec: deliveriesSpec,
    run: (context) =>
      withWebhook(context, ofAccounts, async (webhook) => {
        const { rest, fixtures } = context;
        await heardUpTo(webhook, idOf(await fixtures.create('Account')));
        const ofWebhook = { 'filter[webhook_id]': webhook.id };
        await readUntil(
          () => listDeliveries(rest, ofWebhook),
          ({ length }) => length > 0,
          'the delivery should be listed',
        );
        webhook.inbox.answer = () => ({ status: 404 });
        await rest.sendBelow('POST', 'Webhooks', `${webhook.id}/ping`);
        const [message] = messagesIn(webhook.inbox.deliveries.items);
        // What others write is delivered as well.
        const [delivered] = await listDeliveries(rest, { ...ofWebhook, 'filter[message_id]': message?.id ?? '' });
        const { kind, attempt, changes, status, answer, error } = delivered ?? {};
        const wanted = ['changes', 1, message?.items.length, 200, 'answered 200', null];
        expectEqual([kind, attempt, changes, status, answer, error], wanted, 'the delivery');
        const times = (await listDeliveries(rest, ofWebhook)).map(({ created }) => String(created));
        expectEqual(times, times.toSorted().toReversed(), 'when they were made, the newest first');
        const pings = await listDeliveries(rest, { ...ofWebhook, 'filter[kind]': 'ping' });
        expectEqual(
          pings.map((row) => row.status),
          [404],
          'status of all pings',
        );
        const failed = await listDeliveries(rest, { ...ofWebhook, 'filter[status]': '404' });
        expectEqual(new Set(failed.map((row) => row.status)), new Set([404]), 'status of those with status 404');
        const query = { 'filter[answer]': 'x' };
        expectParameterRejected(await rest.sendInSpace('GET', 'entities/WebhookDeliveries', { query }), 'answer');
      }),
  },
];
