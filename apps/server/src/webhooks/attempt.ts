/**
 * One attempt to send a message: it is signed, sent, and becomes a delivery.
 */
import { v7 as timedUuid } from 'uuid';
import { now } from '../records/clock.js';
import type { ChangePlace } from '../sql/tables/read-changes.js';
import type { DeliveryColumns } from '../sql/tables/webhook-deliveries.js';
import { markFailed, traceHeaders, withSpan } from '../tracing/spans.js';
import { type Message, messageBody, messageHeaders } from './message.js';
import type { StoredWebhook } from './read-webhook.js';
import { type SendRules, type Sent, sendMessage } from './send-message.js';

export interface Attempt {
  readonly sent: Sent;
  readonly delivery: DeliveryColumns;
}

/**
 * @param place behind which its changes begin
 * @param attempt its number, from 1
 * @param breakOff ends it at once
 */
export async function attemptMessage(
  webhook: StoredWebhook,
  message: Message,
  place: ChangePlace,
  attempt: number,
  rules: SendRules,
  breakOff?: AbortSignal,
): Promise<Attempt> {
  const moment = Date.now();
  const startedAt = now();
  const body = messageBody(message, moment);
  const headers = messageHeaders(message.id, body, webhook.secret, moment);
  const sent = await traced(webhook, message.id, () =>
    sendMessage(webhook.receiver, body, { ...headers, ...traceHeaders() }, rules, breakOff),
  );
  return {
    sent,
    delivery: {
      id: timedUuid(),
      webhook_id: webhook.id,
      message_id: message.id,
      kind: message.type,
      attempt,
      changes: message.items.length,
      revision: place.revision,
      position: place.position ?? null,
      started_at: startedAt,
      duration_ms: Date.now() - moment,
      status: sent.status ?? null,
      answer: sent.answer ?? null,
      error: sent.error ?? null,
    },
  };
}

/** The address may hold secrets, apart from the host. */
function traced({ id, receiver }: StoredWebhook, messageId: string, send: () => Promise<Sent>): Promise<Sent> {
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.canParse(receiver.url) ? new URL(receiver.url).hostname : '',
    'headwater.webhook': id,
    'headwater.message': messageId,
  };
  return withSpan('POST', { kind: 'CLIENT', attributes }, async (span) => {
    const sent = await send();
    if (sent.status !== undefined) span.setAttribute('http.response.status_code', sent.status);
    if (sent.error !== undefined) markFailed(span);
    return sent;
  });
}

export function newMessageId(): string {
  return `msg_${timedUuid()}`;
}
