/**
 * Delivers to the webhooks of all spaces: at once what this process changes, and after a while what others have changed or not delivered.
 */
import { setMaxListeners } from 'node:events';
import type { Database } from '../db/database.js';
import { type DueWebhook, dueWebhooks } from '../db/spaces.js';
import { WorkLoop } from '../jobs/work-loop.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import type { RecordStore } from '../records/record-store.js';
import { deliverChanges } from './deliver-changes.js';
import type { SendRules } from './send-message.js';
import { claimWebhooks } from './webhook-state.js';

const everyMs = 5_000;
/** One look serves all writes of such a time. */
const afterChangeMs = 50;
/** Spaces that are looked at one by one; one look at all costs less than many. */
const mostAlone = 8;
/** How long attempts may go on when the worker stops: less than the service gives its background work. */
const patienceMs = 500;

/** What the operator has set. */
export interface WebhookRules extends SendRules {
  /** Webhooks of a space that are delivered to at a time, by all processes together. */
  readonly atOnce: number;
}

/** As the environment sets it when nothing is set. */
export const defaultWebhookRules: WebhookRules = { privateAddresses: [], timeoutMs: 10_000, atOnce: 4 };

interface Deps {
  readonly db: Database;
  readonly stores: SpaceStores;
  readonly jobSignal: RecordStore['jobSignal'];
  readonly publicUrl: string | undefined;
  readonly webhooks: WebhookRules;
}

export interface DeliveryWorker {
  /** Waits for the messages that are under way; attempts that hang are broken off, and others may send these messages at once. */
  stop(): Promise<void>;
}

/**
 * @param onFailure gets each failure of the service itself; those of receivers are deliveries
 * @param onAttempt called after each message that was sent
 */
export function startDeliveryWorker(
  deps: Deps,
  onFailure: (error: unknown) => void,
  onAttempt: (isDelivered: boolean) => void = () => {},
): DeliveryWorker {
  const { db, stores, jobSignal, publicUrl, webhooks } = deps;
  const { atOnce, ...rules } = webhooks;
  /** Those that have webhooks. */
  let watched: ReadonlySet<string> = new Set();
  /** Spaces that the next look is for; undefined: for all, as nobody knows which. */
  let wanted: Set<string> | undefined;
  let sawAllAt = 0;

  /** A look at all spaces asks all machines of a database. One for each write would cost them the more, the more there are. */
  async function beginDue(): Promise<void> {
    const spaces = wanted;
    wanted = new Set();
    const isForFew = spaces !== undefined && spaces.size > 0 && spaces.size <= mostAlone;
    if (!isForFew || Date.now() >= sawAllAt + everyMs) {
      sawAllAt = Date.now();
      const found = await dueWebhooks(db);
      watched = found.spaces;
      await beginFree(found.due);
      return;
    }
    for (const space of spaces) await beginFree((await dueWebhooks(db, space)).due);
  }

  async function beginFree(due: readonly DueWebhook[]): Promise<void> {
    const now = Date.now();
    const free = due.filter((one) => one.freeAt < now && !loop.has(one.id));
    for (const { freeAt } of due) if (freeAt >= now) loop.lookAfter(freeAt - now + 1);
    for (const space of new Set(free.map((one) => one.space))) {
      await begin(
        space,
        free.filter((one) => one.space === space),
      );
    }
  }

  async function begin(space: string, due: readonly DueWebhook[]): Promise<void> {
    const store = await stores.of(space);
    const delivering = {
      stores,
      store,
      space,
      owner: loop.owner,
      rules,
      origin: publicUrl ?? 'http://localhost',
      stop,
      onAttempt,
    };
    const ids = due.map(({ id }) => id);
    for (const state of await claimWebhooks(delivering, ids, atOnce, Date.now())) {
      // It may have left the rest to the next turn.
      const delivered = deliverChanges(delivering, state).finally(() => wanted?.add(space));
      loop.begin(state.webhookId, delivered);
    }
  }

  const breakingOff = new AbortController();
  // One for each attempt.
  setMaxListeners(0, breakingOff.signal);
  const loop = new WorkLoop(everyMs, beginDue, onFailure);
  const stop = { soon: loop.signal, now: breakingOff.signal };
  // A webhook was written.
  const lookAtAll = () => {
    wanted = undefined;
    loop.lookAfter(afterChangeMs);
  };
  const lookIfWatched = (space: string) => {
    if (!watched.has(space)) return;
    wanted?.add(space);
    loop.lookAfter(afterChangeMs);
  };
  jobSignal.on('enqueued', lookAtAll);
  jobSignal.on('changed', lookIfWatched);
  loop.signal.addEventListener('abort', () => {
    jobSignal.off('enqueued', lookAtAll);
    jobSignal.off('changed', lookIfWatched);
  });
  loop.lookAfter(0);
  return {
    async stop() {
      const timer = setTimeout(() => breakingOff.abort(), patienceMs);
      await loop.stop();
      clearTimeout(timer);
    },
  };
}
