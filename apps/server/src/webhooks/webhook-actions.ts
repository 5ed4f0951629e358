/**
 * What people do with one webhook: send it a ping, and have changes delivered again.
 */
import { ApiError } from '../errors/api-error.js';
import { isUuid } from '../plan/values/operand.js';
import type { Call } from '../records/call.js';
import { decodePlace } from '../records/changes/change-cursor.js';
import { confirmKept } from '../records/changes/read-changes.js';
import { notFound } from '../records/read/get-record.js';
import type { RecordStore } from '../records/record-store.js';
import { requireRight } from '../rights/require-right.js';
import type { ChangePlace } from '../sql/tables/read-changes.js';
import { selectRevision } from '../sql/tables/spaces.js';
import { insertDelivery, selectDeliveryPlace } from '../sql/tables/webhook-deliveries.js';
import { insertState } from '../sql/tables/webhooks.js';
import { attemptMessage, newMessageId } from './attempt.js';
import { deliveryText } from './list-deliveries.js';
import { readWebhook, type StoredWebhook } from './read-webhook.js';
import type { SendRules } from './send-message.js';
import { moveTo, placeOf } from './webhook-state.js';

/**
 * Sends a message without changes, once, and records what came of it.
 * @returns the delivery as a JSON text
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN`
 */
export async function pingWebhook(store: RecordStore, call: Call, id: string, rules: SendRules): Promise<string> {
  const webhook = await requireWebhook(store, call, id);
  const { db } = store;
  const { space } = call.principal;
  const [row] = await db.read(selectRevision(db.dialect, space));
  const message = { id: newMessageId(), type: 'ping', space, webhookId: webhook.id, items: [] } as const;
  const { delivery } = await attemptMessage(webhook, message, { revision: Number(row?.v) }, 1, rules);
  await db.write((transaction) => transaction.run(insertDelivery(db.dialect, space, delivery)));
  return deliveryText({ ...delivery, created: delivery.started_at });
}

/** Where deliveries begin again: behind a place of the change log, or with a delivery. */
export interface RedeliverRequest {
  readonly cursor?: unknown;
  readonly delivery_id?: unknown;
}

/**
 * @returns the place behind which deliveries begin again
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN`, `ERROR_PARAMETER_INVALID`; `ERROR_CHANGES_GONE` when the log reaches not so far
 */
export async function redeliver(
  store: RecordStore,
  call: Call,
  id: string,
  request: RedeliverRequest,
): Promise<ChangePlace> {
  const webhook = await requireWebhook(store, call, id);
  const place = await placeAskedFor(store, call, webhook, request);
  await confirmKept(store, call, place);
  const { space } = call.principal;
  await store.db.write(async (transaction) => {
    await transaction.run(insertState(store.db.dialect, space, webhook.id, place.revision));
    await transaction.run(moveTo({ store, space }, webhook.id, place));
  });
  store.jobSignal.emit('changed', space);
  return place;
}

async function placeAskedFor(
  { db }: RecordStore,
  { principal: { space } }: Call,
  webhook: StoredWebhook,
  { cursor, delivery_id: delivery }: RedeliverRequest,
): Promise<ChangePlace> {
  if (typeof cursor === 'string' && delivery === undefined) return decodePlace(cursor, 'cursor');
  if (typeof delivery !== 'string' || cursor !== undefined || !isUuid(delivery)) {
    throw new ApiError('ERROR_PARAMETER_INVALID', 'The body must name a cursor or a delivery_id, one of the two.');
  }
  const [row] = await db.read(selectDeliveryPlace(db.dialect, space, webhook.id, delivery.toLowerCase()));
  if (row) return placeOf(row.revision, row.position);
  const message = `delivery_id: the webhook has no delivery ${delivery}.`;
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'delivery_id' });
}

async function requireWebhook(store: RecordStore, call: Call, id: string): Promise<StoredWebhook> {
  requireRight(call.principal, store.catalog.existing('Webhook'), 'update');
  const webhook = isUuid(id) ? await readWebhook(store, call.principal.space, id.toLowerCase()) : undefined;
  if (webhook) return webhook;
  throw notFound(store.catalog.existing('Webhook'), id);
}
