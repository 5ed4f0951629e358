/**
 * A webhook that sends to the receiver of the run, and what has come of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, type RecordJson } from '../../api/record.js';
import { type RestApi, readPage } from '../../api/rest-api.js';
import type { CheckContext } from '../../check-context.js';
import { expectThat } from '../../expectation.js';
import { type Json, type JsonObject, parseJson, readObject, readObjects, readText } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import type { Delivery, Inbox } from '../../receiver/inbox.js';

export interface Subscription {
  readonly id: string;
  /** As it was created. */
  readonly webhook: RecordJson;
  readonly inbox: Inbox;
}

/** What one request to the receiver holds. */
export interface Message {
  /** The header `Webhook-Id`. */
  readonly id: string;
  readonly body: JsonObject;
  /** The changes in it. */
  readonly items: readonly JsonObject[];
  readonly delivery: Delivery;
}

/** How long what follows a delivery may take, such as its row in WebhookDeliveries. */
const followUpMs = 5_000;
const lookAgainMs = 50;

/** Makes a webhook for as long as `use` takes. @param members besides its address */
export async function withWebhook(
  context: CheckContext,
  members: Readonly<Record<string, Json>>,
  use: (subscription: Subscription) => Promise<void>,
): Promise<void> {
  const inbox = await context.openInbox();
  const webhook = await context.fixtures.create('Webhook', { url: inbox.url, insecure_ssl: false, ...members });
  const id = idOf(webhook);
  try {
    await use({ id, webhook, inbox });
  } finally {
    // Else it would be sent what all later checks write.
    await context.rest.send('DELETE', 'Webhooks', id);
    inbox.close();
  }
}

/** @throws ExpectationFailed for what is no message */
export function readMessage(delivery: Delivery): Message {
  const body = readObject(parseJson(delivery.text, 'the body of a delivery'), 'the body of a delivery');
  return {
    id: readText(delivery.headers['webhook-id'] as string | undefined, 'the header Webhook-Id'),
    body,
    items: readObjects(body.data, 'data of a delivery'),
    delivery,
  };
}

/** Each message once, however often it was sent. @throws ExpectationFailed for what is no message */
export function messagesIn(deliveries: readonly Delivery[]): readonly Message[] {
  const messages = new Map<string, Message>();
  for (const message of deliveries.map(readMessage)) if (!messages.has(message.id)) messages.set(message.id, message);
  return [...messages.values()];
}

/** What was heard of the records: others write at the same time. */
export function itemsAbout(deliveries: readonly Delivery[], ...ids: readonly string[]): readonly JsonObject[] {
  return messagesIn(deliveries)
    .flatMap(({ items }) => items)
    .filter(({ entity_id }) => ids.includes(String(entity_id)));
}

/**
 * Waits until the last of the records was heard of. As changes come in their order, all before it has come then.
 * @returns what was heard of all of them
 */
export async function heardUpTo({ inbox }: Subscription, ...ids: readonly string[]): Promise<readonly JsonObject[]> {
  const last = ids.at(-1) ?? '';
  const deliveries = await inbox.deliveries.until(
    (all) => itemsAbout(all, last).length > 0,
    'a delivery of the change',
  );
  return itemsAbout(deliveries, ...ids);
}

/** The names of the events of each item. */
export function eventsOf(items: readonly JsonObject[]): string[] {
  return items.map(({ events }) => (Array.isArray(events) ? events.join() : ''));
}

/** @returns the rows of WebhookDeliveries, the newest first */
export async function listDeliveries(rest: RestApi, query: Query): Promise<readonly JsonObject[]> {
  return readPage(await rest.sendInSpace('GET', 'entities/WebhookDeliveries', { query })).records;
}

/** Reads until it is as wanted: what a server does behind a delivery. @throws ExpectationFailed when it does not become so */
export async function readUntil<Value>(
  read: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
  what: string,
): Promise<Value> {
  const until = performance.now() + followUpMs;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    expectThat(performance.now() < until, `${what} within ${followUpMs} ms; got ${JSON.stringify(value)}`);
    await sleep(lookAgainMs);
  }
}
