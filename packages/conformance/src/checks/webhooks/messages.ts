/**
 * Promises about what webhooks send: the message, its signature, and the order.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectSameList, expectThat } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { type Json, readObject, readText } from '../../http/json.js';
import type { Delivery } from '../../receiver/inbox.js';
import { before, changesOf, cursorsOf, readAll } from '../changes/read-changes.js';
import { heardUpTo, itemsAbout, messagesIn, readMessage, type Subscription, withWebhook } from './subscribe.js';

const webhookSpec = 'v100#/components/schemas/Webhook';
const signatureSpec = `${webhookSpec}/properties/signature`;
const ofAccounts = { events: ['Account.*'] };

/** @returns the delivery that has a change of the record, as it came first */
async function firstDelivery(subscription: Subscription, id: string): Promise<Delivery> {
  const { deliveries } = subscription.inbox;
  await heardUpTo(subscription, id);
  return deliveries.items.find((each) => itemsAbout([each], id).length > 0) as Delivery;
}

export const webhookMessageChecks: readonly Check[] = [
  {
    id: 'webhook.message',
    sentence:
      'MUST send a message of JSON with its space, its webhook, its time and the changes as the feed shows them',
    spec: webhookSpec,
    run: (context) =>
      withWebhook(context, ofAccounts, async (subscription) => {
        const { rest, fixtures } = context;
        const account = await fixtures.create('Account', { city: 'Graz' });
        const id = idOf(account);
        const delivery = await firstDelivery(subscription, id);
        const { body } = readMessage(delivery);
        expectEqual(delivery.method, 'POST', 'method');
        expectThat(/^application\/json\b/.test(delivery.headers['content-type'] ?? ''), 'a message should be JSON');
        expectEqual([body.type, body.space, body.webhook_id], ['changes', rest.space, subscription.id], 'the message');
        const time = readText(body.timestamp, 'timestamp');
        expectEqual(new Date(time).toISOString(), time, 'timestamp, in ISO 8601');
        const seconds = Number(delivery.headers['webhook-timestamp']);
        expectThat(Math.abs(seconds - Date.parse(time) / 1000) <= 2, 'Webhook-Timestamp should be the same time');
        const [item] = itemsAbout([delivery], id);
        expectEqual(item?.events, ['Account.Create'], 'events');
        expectEqual(item?.entity, 'Account', 'entity');
        const [change] = changesOf(await readAll(rest, 'changes', { after: before(account) }), id);
        expectEqual(item?.change, change, 'change');
        const record = readObject(item?.record, 'record');
        expectEqual([record.id, record.name, record.city], [id, account.name, 'Graz'], 'record');
      }),
  },
  {
    id: 'webhook.signature',
    sentence: 'MUST sign a message in `WebHook-Signature` with the HMAC-SHA256 of its body in hexadecimal',
    spec: signatureSpec,
    run: (context) => {
      const signature = context.fixtures.freshId();
      return withWebhook(context, { ...ofAccounts, signature }, async (subscription) => {
        const id = idOf(await context.fixtures.create('Account'));
        const { headers, text } = await firstDelivery(subscription, id);
        const wanted = createHmac('sha256', signature).update(text).digest('hex');
        expectEqual(headers['webhook-signature'], wanted, 'WebHook-Signature');
      });
    },
  },
  {
    id: 'webhook.signature.standard',
    sentence: 'MUST sign a message as Standard Webhooks do when the secret begins with `whsec_`',
    spec: signatureSpec,
    run: (context) => {
      const signature = `whsec_${Buffer.from(context.fixtures.freshId()).toString('base64')}`;
      return withWebhook(context, { ...ofAccounts, signature }, async (subscription) => {
        const id = idOf(await context.fixtures.create('Account'));
        const { headers, text } = await firstDelivery(subscription, id);
        try {
          new Webhook(signature).verify(text, headers as Record<string, string>);
        } catch (error) {
          expectThat(false, `a library of Standard Webhooks should verify the message, but says: ${String(error)}`);
        }
      });
    },
  },
  {
    id: 'webhook.signature.none',
    sentence: 'MUST send no `WebHook-Signature` for a webhook without a secret',
    spec: signatureSpec,
    run: (context) =>
      withWebhook(context, ofAccounts, async (subscription) => {
        const id = idOf(await context.fixtures.create('Account'));
        const { headers } = await firstDelivery(subscription, id);
        expectEqual(headers['webhook-signature'], undefined, 'WebHook-Signature');
      }),
  },
  {
    id: 'webhook.order',
    sentence: 'MUST send each change of a record once, in the order of commits',
    spec: webhookSpec,
    run: (context) =>
      withWebhook(context, { ...ofAccounts, is_paused: true }, async (subscription) => {
        const { rest, fixtures } = context;
        const account = await fixtures.create('Account');
        const id = idOf(account);
        for (const city of ['a', 'b']) await rest.update('Accounts', id, { city });
        // What was written while it was paused comes together, the rest as it is written.
        await rest.update('Webhooks', subscription.id, { is_paused: false });
        for (const city of ['c', 'd']) await rest.update('Accounts', id, { city });
        await rest.delete('Accounts', id);
        const last = idOf(await fixtures.create('Account'));
        const heard = await heardUpTo(subscription, id, last);
        const wanted = changesOf(await readAll(rest, 'changes', { after: before(account) }), id, last);
        const changes = heard.map(({ change }) => readObject(change, 'change'));
        expectSameList(cursorsOf(changes), cursorsOf(wanted).slice(0, heard.length), 'cursors of the changes');
        expectEqual(changes.length, 7, 'number of changes');
      }),
  },
  {
    id: 'webhook.chunk-size',
    sentence: 'MUST send at most `chunk_size` changes in a message, and all of them',
    spec: webhookSpec,
    run: (context) =>
      withWebhook(context, { ...ofAccounts, options: { chunk_size: 2 } }, async (subscription) => {
        const { rest, fixtures } = context;
        const body = await Promise.all(Array.from({ length: 5 }, () => fixtures.body('Account')));
        const answer = await rest.sendBelow('POST', 'Accounts', 'batch-modify', { body });
        expectSuccess(answer);
        const ids = (readObject(answer.json, 'the body').data as Json[]).map((id) => readText(id, 'an id in data'));
        const heard = await heardUpTo(subscription, ...ids, idOf(await fixtures.create('Account')));
        expectEqual(heard.length, 6, 'number of changes');
        const sizes = messagesIn(subscription.inbox.deliveries.items).map(({ items }) => items.length);
        expectThat(Math.max(...sizes) <= 2, `a message should have 2 changes at most, but has ${Math.max(...sizes)}`);
      }),
  },
];
