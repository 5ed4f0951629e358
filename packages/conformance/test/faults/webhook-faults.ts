/**
 * Servers that answer otherwise than they declare when a webhook is tried, or sent something again, and such as send messages that they
 * should not send, or others.
 */
import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editRecords,
  type Fault,
  isRest,
  type ProxiedRequest,
  withBody,
  without,
  withoutParameters,
  withStatus,
} from './fault.js';

const isPostTo = ({ method, url }: ProxiedRequest, end: string) => method === 'POST' && url.pathname.endsWith(end);
const isOfDeliveries = (request: ProxiedRequest) =>
  isRest(request) && request.url.pathname.endsWith('/WebhookDeliveries');

/** @returns the request with the webhook edited that it creates */
function withWebhook(request: ProxiedRequest, edit: (webhook: JsonObject) => JsonObject): ProxiedRequest {
  return isPostTo(request, '/Webhooks') ? withBody(request, edit) : request;
}

/** A server that does not know an option of webhooks. */
function ignoringOption(name: string, check: `webhook.${string}`): Fault {
  return {
    name: `ignores the option \`${name}\``,
    caughtBy: [check],
    request: (request) => withWebhook(request, (webhook) => withoutAnywhere(webhook, name)),
  };
}

function withoutAnywhere(object: JsonObject, name: string): JsonObject {
  const kept = Object.entries(without(object, name));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, isJsonObject(value) ? withoutAnywhere(value, name) : value]),
  );
}

/** @returns the message with its changes edited */
function withItems(delivery: ProxiedRequest, edit: (items: readonly JsonObject[]) => readonly JsonObject[]) {
  return withBody(delivery, (body) => ({ ...body, data: edit(body.data as readonly JsonObject[]) }));
}

function withSignature({ headers, ...delivery }: ProxiedRequest, signature: string | undefined): ProxiedRequest {
  const { 'webhook-signature': _, ...others } = headers;
  return {
    ...delivery,
    headers: signature === undefined ? others : { ...others, 'webhook-signature': signature },
  };
}

/** A server that does something else in place of a request, which changes nothing. */
function instead(request: ProxiedRequest): ProxiedRequest {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/\/entities\/.*$/, '/changes');
  url.search = '?first=1';
  return { ...request, method: 'GET', url, body: '' };
}

export const webhookFaults: readonly Fault[] = [
  {
    name: 'does not say what came of a ping',
    caughtBy: ['operation.pingWebhook', 'webhook.ping'],
    answer: (answer, request) => (isPostTo(request, '/ping') ? editBody(answer, () => ({ success: true })) : answer),
  },
  {
    name: 'says of each ping that it was delivered',
    caughtBy: ['webhook.ping'],
    answer: (answer, request) =>
      isPostTo(request, '/ping') ? editRecords(answer, (row) => ({ ...row, status: 200, error: null })) : answer,
  },
  {
    name: 'answers 404 to who wants something again',
    caughtBy: ['operation.redeliverWebhook', 'webhook.redeliver', 'webhook.redeliver.rejected'],
    answer: (answer, request) => (isPostTo(request, '/redeliver') ? withStatus(answer, 404) : answer),
  },
  {
    name: 'delivers nothing again',
    caughtBy: ['webhook.redeliver', 'webhook.redeliver.rejected'],
    request: (request) => (isPostTo(request, '/redeliver') ? instead(request) : request),
  },
  {
    name: 'does not sign what it sends',
    caughtBy: ['webhook.signature', 'webhook.signature.standard'],
    delivery: (delivery) => withSignature(delivery, undefined),
  },
  {
    name: 'signs by another secret',
    caughtBy: ['webhook.signature', 'webhook.signature.standard', 'webhook.signature.none'],
    delivery: (delivery) => withSignature(delivery, 'v1,c2lnbmVkIGJ5IGFub3RoZXIgc2VjcmV0Li4uLi4uLi4='),
  },
  {
    name: 'changes a message after it has signed it',
    caughtBy: ['webhook.signature', 'webhook.signature.standard'],
    delivery: (delivery) => withBody(delivery, (body) => ({ ...body, more: true })),
  },
  {
    name: 'does not say of which space and webhook a message is',
    caughtBy: ['webhook.message', 'webhook.ping'],
    delivery: (delivery) => withBody(delivery, (body) => without(body, 'space', 'webhook_id')),
  },
  {
    name: 'sends changes without the values before them',
    caughtBy: ['webhook.message'],
    delivery: (delivery) =>
      withItems(delivery, (items) =>
        items.map(({ change, ...item }) => ({ ...item, change: without(change as JsonObject, 'members') })),
      ),
  },
  {
    name: 'sends the newest changes of a message first',
    caughtBy: ['webhook.order'],
    delivery: (delivery) => withItems(delivery, (items) => items.toReversed()),
  },
  {
    name: 'has a change in a message twice',
    caughtBy: ['webhook.order', 'webhook.chunk-size', 'webhook.events'],
    delivery: (delivery) => withItems(delivery, (items) => [...items, ...items.slice(-1)]),
  },
  {
    name: 'sends all events of an entity type to who wants some',
    caughtBy: ['webhook.events', 'webhook.events.outcomes'],
    request: (request) =>
      withWebhook(request, ({ events, ...webhook }) => ({
        ...webhook,
        events: (events as readonly string[]).map((name) => name.replace(/\..*/, '.*')),
      })),
  },
  {
    name: 'ignores WebhookEvents',
    caughtBy: ['webhook.events.records'],
    request: (request) =>
      isPostTo(request, '/WebhookEvents')
        ? withBody(request, (row) => ({ ...row, event: 'Currency.Create' }))
        : request,
  },
  ignoringOption('filter', 'webhook.filter'),
  ignoringOption('on-field-change', 'webhook.on-field-change'),
  ignoringOption('load-only', 'webhook.load-only'),
  ignoringOption('related_entity', 'webhook.related-entity'),
  ignoringOption('skip_keys', 'webhook.skip-key'),
  ignoringOption('chunk_size', 'webhook.chunk-size'),
  {
    name: 'takes any `Webhook-Skip-Key` for one that a webhook has',
    caughtBy: ['webhook.skip-key'],
    delivery: (delivery) =>
      withItems(delivery, (items) => items.filter(({ change }) => (change as JsonObject).act !== 'updated')),
  },
  {
    name: 'takes a message that was answered with 500 for delivered',
    caughtBy: ['webhook.retry'],
    taken: (answer) => (answer.status === 500 ? { ...answer, status: 200 } : answer),
  },
  {
    name: 'sends a message again under another id',
    caughtBy: ['webhook.retry'],
    delivery: ({ headers, ...delivery }) => ({ ...delivery, headers: { ...headers, 'webhook-id': randomUUID() } }),
  },
  {
    name: 'takes a redirect of a receiver for an answer like others',
    caughtBy: ['webhook.redirect'],
    taken: (answer) => (answer.status === 307 ? { ...answer, status: 200 } : answer),
  },
  {
    name: 'goes on sending to who answers 410',
    caughtBy: ['webhook.gone'],
    taken: (answer) => (answer.status === 410 ? { ...answer, status: 503 } : answer),
  },
  {
    name: 'sends to webhooks that are paused',
    caughtBy: ['webhook.paused'],
    request: (request) => withWebhook(request, (webhook) => without(webhook, 'is_paused')),
  },
  {
    name: 'sends to webhooks that are deleted',
    caughtBy: ['webhook.deleted'],
    request: (request) =>
      request.method === 'DELETE' && request.url.pathname.includes('/Webhooks/') ? instead(request) : request,
  },
  {
    name: 'lists attempts to deliver as if none had failed',
    caughtBy: ['webhook.redirect', 'webhook.deliveries'],
    answer: (answer, request) =>
      isOfDeliveries(request)
        ? editRecords(answer, (row) => ({ ...row, status: 200, answer: null, error: null }))
        : answer,
  },
  {
    name: 'finds all deliveries whatever it is asked for',
    caughtBy: ['webhook.deliveries'],
    request: (request) => (isOfDeliveries(request) ? withoutParameters(request, 'filter') : request),
  },
  {
    name: 'leaves the attempt out of a delivery',
    caughtBy: ['operation.listWebhookDeliveries'],
    answer: (answer, request) =>
      isOfDeliveries(request) ? editRecords(answer, (row) => without(row, 'attempt')) : answer,
  },
];
