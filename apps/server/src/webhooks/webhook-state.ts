/**
 * How far a webhook has come in the change log, and who delivers to it: rows that processes share. A process has a webhook under a lease;
 * what it writes without the lease is not written.
 */
import type { Row } from '../db/database.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { type WriteContext, withWriteContext } from '../records/write/write-context.js';
import { writeRecord } from '../records/write/write-records.js';
import type { Statement } from '../sql/binder.js';
import type { ChangePlace } from '../sql/tables/read-changes.js';
import { selectRevision } from '../sql/tables/spaces.js';
import { type DeliveryColumns, insertDelivery } from '../sql/tables/webhook-deliveries.js';
import { insertState, lockStates, selectStarts, updateState } from '../sql/tables/webhooks.js';
import type { Failing } from './retry-plan.js';

/** Another process has taken the webhook over, or it was put to another place. */
export class LostLease extends Error {}

export interface WebhookState {
  readonly webhookId: string;
  /** All up to it is delivered. */
  readonly place: ChangePlace;
  /** The message that was begun: it is sent again as it was. */
  readonly message: { readonly id: string; readonly end: ChangePlace } | undefined;
  readonly failing: Failing | undefined;
}

/** Longer than an attempt takes. */
const leaseMs = 30_000;

/** A process that delivers in a space. */
export interface Deliverer {
  readonly store: RecordStore;
  readonly space: string;
  /** Names the process among all. */
  readonly owner: string;
}

/**
 * Takes webhooks that nobody has a lease on and that need not wait.
 * @param atOnce webhooks of the space that may be under a lease at a time, in all processes together
 */
export function claimWebhooks(
  { store, space, owner }: Deliverer,
  wanted: readonly string[],
  atOnce: number,
  now: number,
): Promise<WebhookState[]> {
  const { db } = store;
  return db.write(async (transaction) => {
    const [last] = await transaction.run(selectRevision(db.dialect, space));
    const starts = startsOf(await transaction.run(selectStarts(db.dialect, space, wanted)));
    for (const id of wanted) {
      await transaction.run(insertState(db.dialect, space, id, starts.get(id) ?? Number(last?.v)));
    }
    const rows = await transaction.run(lockStates(db.dialect, space));
    const isLeased = (row: Row) => Number(row.leased_until) >= now;
    const room = Math.max(0, atOnce - rows.filter(isLeased).length);
    const free = rows.filter(
      (row) => wanted.includes(String(row.webhook_id)) && !isLeased(row) && Number(row.next_attempt_at) <= now,
    );
    const claimed = free.slice(0, room).map(stateOf);
    for (const state of claimed) {
      await transaction.run(
        updateState(db.dialect, space, state.webhookId, { ...columnsOf(state), ...lease(owner, now) }),
      );
    }
    return claimed;
  });
}

/** @returns the revision at which the webhook was created, deleted or restored last; 0 where the log does not have it any more */
export async function readStart({ store: { db }, space }: Deliverer, webhookId: string): Promise<number> {
  return startsOf(await db.read(selectStarts(db.dialect, space, [webhookId]))).get(webhookId) ?? 0;
}

function startsOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [String(row.id), Number(row.v)]));
}

/** Begins a message, ahead of the attempt to send it. @throws LostLease */
export function beginMessage(deliverer: Deliverer, state: WebhookState): Promise<void> {
  return write(deliverer, [update(deliverer, state, lease(deliverer.owner, Date.now()))]);
}

/** Records what came of an attempt, or that there was nothing to send. @throws LostLease */
export function advance(
  deliverer: Deliverer,
  state: WebhookState,
  { delivery, nextAt = 0 }: { readonly delivery?: DeliveryColumns; readonly nextAt?: number } = {},
): Promise<void> {
  const values = { next_attempt_at: nextAt, ...lease(deliverer.owner, Date.now()) };
  const { store, space } = deliverer;
  const record = delivery === undefined ? [] : [insertDelivery(store.db.dialect, space, delivery)];
  return write(deliverer, [update(deliverer, state, values), ...record]);
}

/** Lets others take the webhook. */
export async function release(deliverer: Deliverer, { webhookId }: WebhookState): Promise<void> {
  const { store, space, owner } = deliverer;
  const values = { lease_owner: null, leased_until: null };
  await store.db.write((transaction) =>
    transaction.run(updateState(store.db.dialect, space, webhookId, values, owner)),
  );
}

/** Pauses the webhook with a reason that people see. It goes on once it is paused no more. @throws LostLease */
export function pause(
  deliverer: Deliverer,
  state: WebhookState,
  reason: string,
  delivery?: DeliveryColumns,
): Promise<void> {
  const { store, space } = deliverer;
  return withWriteContext(store, systemCall(space), async (context: WriteContext) => {
    const values = { next_attempt_at: 0, ...lease(deliverer.owner, Date.now()) };
    const rows = await context.transaction.run(update(deliverer, { ...state, failing: undefined }, values));
    if (rows.length === 0) throw new LostLease();
    if (delivery) await context.transaction.run(insertDelivery(store.db.dialect, space, delivery));
    const body = { is_paused: true, paused_reason: reason };
    // Read-only members are written with 8; what else the record has is not looked at with 2.
    await writeRecord(context, {
      kind: 'update',
      entityType: 'Webhook',
      id: state.webhookId,
      body,
      validationLevel: 10,
    });
  });
}

/** What a state is stored as, but for its lease. */
function columnsOf({ place, message, failing }: WebhookState) {
  return {
    revision: place.revision,
    position: place.position ?? null,
    message_id: message?.id ?? null,
    message_revision: message?.end.revision ?? null,
    message_position: message?.end.position ?? null,
    failures: failing?.failures ?? 0,
    failing_since: failing?.since ?? null,
  };
}

/** The statement that puts the webhook to a place; a process that has the lease loses it. */
export function moveTo(
  { store, space }: Pick<Deliverer, 'store' | 'space'>,
  webhookId: string,
  place: ChangePlace,
): Statement {
  const values = { ...columnsOf(stateAt(webhookId, place)), next_attempt_at: 0, lease_owner: null, leased_until: null };
  return updateState(store.db.dialect, space, webhookId, values);
}

function update(
  { store, space, owner }: Deliverer,
  state: WebhookState,
  values: Readonly<Record<string, string | number | null>>,
) {
  return updateState(store.db.dialect, space, state.webhookId, { ...columnsOf(state), ...values }, owner);
}

async function write({ store }: Deliverer, [first, ...others]: readonly [Statement, ...Statement[]]): Promise<void> {
  await store.db.write(async (transaction) => {
    if ((await transaction.run(first)).length === 0) throw new LostLease();
    for (const statement of others) await transaction.run(statement);
  });
}

function lease(owner: string, now: number) {
  return { lease_owner: owner, leased_until: now + leaseMs };
}

function stateOf(row: Row): WebhookState {
  const id = row.message_id;
  return {
    ...{ webhookId: String(row.webhook_id), place: placeOf(row.revision, row.position) },
    message: typeof id === 'string' ? { id, end: placeOf(row.message_revision, row.message_position) } : undefined,
    failing:
      row.failing_since === null ? undefined : { failures: Number(row.failures), since: Number(row.failing_since) },
  };
}

/** @returns the state of a webhook that has nothing under way */
export function stateAt(webhookId: string, place: ChangePlace): WebhookState {
  return { webhookId, place, message: undefined, failing: undefined };
}

export function placeOf(revision: unknown, position: unknown): ChangePlace {
  return position === null
    ? { revision: Number(revision) }
    : { revision: Number(revision), position: Number(position) };
}
