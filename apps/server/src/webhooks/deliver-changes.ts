/**
 * Delivers to one webhook under its lease, message by message, until it has come to the last change, must wait or is stopped. Each
 * message is recorded before it is sent and when it is answered, so that a crash sends it again under the same id and loses nothing.
 */
import { ApiError } from '../errors/api-error.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import { type Call, systemCall } from '../records/call.js';
import type { Change, ChangePage } from '../records/changes/change-page.js';
import { followChanges } from '../records/changes/read-changes.js';
import { scopedStore } from '../records/scoped-store.js';
import type { Rights } from '../rights/rights.js';
import type { ChangePlace } from '../sql/tables/read-changes.js';
import { selectRevision } from '../sql/tables/spaces.js';
import { attemptMessage, newMessageId } from './attempt.js';
import { messageItems } from './message-items.js';
import { readWebhook, type StoredWebhook } from './read-webhook.js';
import { planRetry } from './retry-plan.js';
import type { SendRules } from './send-message.js';
import { parseOptions, type WebhookOptions } from './subscription.js';
import { knownEvents, type WantedChange, wantedOf } from './wanted-events.js';
import {
  advance,
  beginMessage,
  type Deliverer,
  LostLease,
  pause,
  readStart,
  release,
  stateAt,
  type WebhookState,
} from './webhook-state.js';

/** Changes that are looked at for a message. */
const windowSize = 500;

export interface Delivering extends Deliverer {
  readonly stores: SpaceStores;
  readonly rules: SendRules;
  /** Scheme and host that links in records begin with. */
  readonly origin: string;
  readonly stop: Stop;
  readonly onAttempt: (isDelivered: boolean) => void;
}

/** How deliveries end before they have come to the last change. */
export interface Stop {
  /** The message under way is the last one. */
  readonly soon: AbortSignal;
  /** An attempt that hangs is broken off. */
  readonly now: AbortSignal;
}

export async function deliverChanges(delivering: Delivering, state: WebhookState): Promise<void> {
  const { soon } = delivering.stop;
  try {
    let next: WebhookState | undefined = state;
    while (next !== undefined && !soon.aborted) next = await deliverNext(delivering, next);
  } catch (error) {
    if (error instanceof LostLease) return;
    throw error;
  } finally {
    await release(delivering, state);
  }
}

/** @returns undefined when there is nothing more to do now */
async function deliverNext(delivering: Delivering, state: WebhookState): Promise<WebhookState | undefined> {
  const webhook = await readWebhook(delivering.store, delivering.space, state.webhookId);
  if (!webhook || webhook.isPaused) return undefined;
  try {
    return await deliverWindow(delivering, webhook, state);
  } catch (error) {
    // Trying again would not help: options that fit the fields of the space no more, changes that are not kept any more.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await pause(await upToDate(delivering), state, error.message);
    return undefined;
  }
}

/** @returns with what the space has defined by now */
async function upToDate(delivering: Delivering): Promise<Delivering> {
  return { ...delivering, store: await delivering.stores.of(delivering.space) };
}

async function deliverWindow(
  before: Delivering,
  webhook: StoredWebhook,
  state: WebhookState,
): Promise<WebhookState | undefined> {
  const window = await readWindow(before, state, webhook.rights);
  // After the window: a change of the time in which the webhook was deleted lies behind its deletion.
  const start = await readStart(before, state.webhookId);
  if (start > state.place.revision) {
    const restarted = stateAt(state.webhookId, { revision: start });
    await advance(before, restarted);
    return restarted;
  }
  // A change that came behind one of the webhook counts by what that has set.
  const current = await readWebhook(before.store, before.space, state.webhookId);
  if (current?.revision !== webhook.revision) return state;
  // What the changes are of may be defined since the last window, and not since this one.
  const delivering = await upToDate(before);
  const store = scopedStore(delivering.store, webhook.rights);
  const options = parseOptions(store.catalog, webhook.options, false);
  const known = knownEvents(store.catalog);
  const wanted = window.changes.flatMap((change) =>
    wantedOf(store.catalog, known, { events: webhook.events, options }, change),
  );
  const chunk = state.message ? wanted : firstOf(wanted, options.chunkSize);
  const isAll = chunk.length === wanted.length;
  const gatheredAt = isAll && !window.hasNext && !state.message ? gatheringUntil(chunk, options) : 0;
  if (gatheredAt > Date.now()) {
    await advance(delivering, state, { nextAt: gatheredAt });
    return undefined;
  }
  const end = isAll ? window.end : chunk.at(-1)!.change.place;
  const items = await messageItems(store, callOf(delivering), options, chunk);
  if (items.length > 0) return sendItems(delivering, webhook, state, end, items);
  const isThere = end.revision === state.place.revision && end.position === state.place.position;
  if (isThere && !state.message) return undefined;
  const next = { ...state, place: end, message: undefined, failing: undefined };
  await advance(delivering, next);
  return isAll && !window.hasNext ? undefined : next;
}

/** @returns the changes behind the place of the webhook; of a message that was begun, its changes */
async function readWindow(
  delivering: Delivering,
  { place, message }: WebhookState,
  rights: Rights,
): Promise<ChangePage> {
  const { space } = delivering;
  const store = scopedStore(delivering.store, rights);
  const [row] = await store.db.read(selectRevision(store.db.dialect, space));
  const request = { after: place, isNewestFirst: false, first: windowSize };
  const page = await followChanges(store, callOf(delivering), request, Number(row?.v ?? 0));
  if (message) {
    return { changes: page.changes.filter((one) => !isBehind(one, message.end)), end: message.end, hasNext: true };
  }
  return page;
}

async function sendItems(
  delivering: Delivering,
  webhook: StoredWebhook,
  state: WebhookState,
  end: ChangePlace,
  items: readonly string[],
): Promise<WebhookState | undefined> {
  const { space, rules, stop } = delivering;
  const begun = { ...state, message: state.message ?? { id: newMessageId(), end } };
  await beginMessage(delivering, begun);
  const { id } = begun.message;
  const message = { id, type: 'changes', space, webhookId: webhook.id, items } as const;
  const failures = (state.failing?.failures ?? 0) + 1;
  const startedAt = Date.now();
  const { sent, delivery } = await attemptMessage(webhook, message, state.place, failures, rules, stop.now);
  const { error, status } = sent;
  // The receiver has not failed: who takes the webhook over sends the message again.
  if (error !== undefined && stop.now.aborted) return undefined;
  delivering.onAttempt(error === undefined);
  if (error === undefined) {
    const next = { ...begun, place: begun.message.end, message: undefined, failing: undefined };
    await advance(delivering, next, { delivery });
    return next;
  }
  const failing = { failures, since: state.failing?.since ?? startedAt };
  const plan = planRetry(failing, { status, error }, Date.now(), Math.random());
  if ('nextAt' in plan) await advance(delivering, { ...begun, failing }, { delivery, nextAt: plan.nextAt });
  else await pause(delivering, begun, plan.pausedReason, delivery);
  return undefined;
}

/** What one change means is sent together. */
function firstOf(wanted: readonly WantedChange[], size: number): readonly WantedChange[] {
  let count = Math.min(size, wanted.length);
  while (count > 0 && count < wanted.length && wanted[count]?.change === wanted[count - 1]?.change) count--;
  if (count > 0) return wanted.slice(0, count);
  return wanted.filter(({ change }) => change === wanted[0]?.change);
}

/** @returns until when changes are gathered, in milliseconds since 1970; 0: a message is full, or empty */
function gatheringUntil(chunk: readonly WantedChange[], { chunkSize, chunkDelayMs }: WebhookOptions): number {
  const [first] = chunk;
  if (first === undefined || chunk.length >= chunkSize || chunkDelayMs === 0) return 0;
  return Date.parse(`${first.change.created}Z`) + chunkDelayMs;
}

function isBehind({ place }: Change, end: ChangePlace): boolean {
  if (place.revision !== end.revision) return place.revision > end.revision;
  return end.position !== undefined && (place.position ?? 0) > end.position;
}

function callOf({ space, origin }: Delivering): Call {
  return { ...systemCall(space), origin };
}
