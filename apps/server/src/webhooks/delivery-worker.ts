/**
 * Delivers to the webhooks of all spaces: at once what this process changes, and after a while what others have changed or not delivered.
 */
import { v4 as randomUuid } from 'uuid';
import type { Database } from '../db/database.js';
import { type DueWebhook, dueWebhooks } from '../db/spaces.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import type { RecordStore } from '../records/record-store.js';
import { deleteOldDeliveries } from '../sql/tables/webhook-deliveries.js';
import { deleteStatesOfDeleted } from '../sql/tables/webhooks.js';
import { deliverChanges } from './deliver-changes.js';
import type { SendRules } from './send-message.js';
import { claimWebhooks } from './webhook-state.js';

const everyMs = 5_000;
/** One look serves all writes of such a time. */
const afterChangeMs = 50;
const sweepEveryMs = 60 * 60 * 1_000;

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

/** @param onFailure gets each failure of the service itself; those of receivers are deliveries */
export function startDeliveryWorker(deps: Deps, onFailure: (error: unknown) => void): DeliveryWorker {
  const worker = new DeliveryWorker(deps, onFailure);
  worker.start();
  return worker;
}

export class DeliveryWorker {
  private readonly owner = randomUuid();
  private readonly stopping = new AbortController();
  private readonly active = new Map<string, Promise<void>>();
  /** Those that have webhooks. */
  private spaces: ReadonlySet<string> = new Set();
  private looking: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, in milliseconds since 1970. */
  private nextLookAt = Number.POSITIVE_INFINITY;
  private sweptAt = 0;

  constructor(
    private readonly deps: Deps,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    const { jobSignal } = this.deps;
    const lookSoon = () => this.lookAfter(afterChangeMs);
    const lookIfWatched = (space: string) => {
      if (this.spaces.has(space)) lookSoon();
    };
    // A webhook was written.
    jobSignal.on('enqueued', lookSoon);
    jobSignal.on('changed', lookIfWatched);
    this.stopping.signal.addEventListener('abort', () => {
      jobSignal.off('enqueued', lookSoon);
      jobSignal.off('changed', lookIfWatched);
      clearTimeout(this.timer);
    });
    this.lookAfter(0);
  }

  /** Waits for the messages that are under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
    await Promise.all(this.active.values());
  }

  /** An earlier look that is planned serves as well. */
  private lookAfter(ms: number): void {
    const at = Date.now() + ms;
    if (at >= this.nextLookAt || this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    this.nextLookAt = at;
    this.timer = setTimeout(() => {
      this.nextLookAt = Number.POSITIVE_INFINITY;
      this.looking = this.looking.then(() => this.look().catch(this.onFailure));
    }, ms);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.lookAfter(everyMs);
    const { spaces, due } = await dueWebhooks(this.deps.db);
    this.spaces = spaces;
    const now = Date.now();
    const free = due.filter((one) => one.freeAt < now && !this.active.has(one.id));
    for (const { freeAt } of due) if (freeAt >= now) this.lookAfter(freeAt - now + 1);
    for (const space of new Set(free.map((one) => one.space))) {
      await this.begin(
        space,
        free.filter((one) => one.space === space),
      );
    }
    await this.sweep(now);
  }

  private async begin(space: string, due: readonly DueWebhook[]): Promise<void> {
    const { deps, owner } = this;
    const store = await deps.stores.of(space);
    const { atOnce, ...rules } = deps.webhooks;
    const delivering = { store, space, owner, rules, origin: deps.publicUrl ?? 'http://localhost' };
    const ids = due.map(({ id }) => id);
    for (const state of await claimWebhooks(delivering, ids, atOnce, Date.now())) {
      const work = deliverChanges(delivering, state, this.stopping.signal).then(
        () => this.finish(state.webhookId),
        (error) => {
          this.active.delete(state.webhookId);
          this.onFailure(error);
        },
      );
      this.active.set(state.webhookId, work);
    }
  }

  /** There is room for others. */
  private finish(webhookId: string): void {
    this.active.delete(webhookId);
    this.lookAfter(0);
  }

  /** Any number of processes may do it. */
  private async sweep(now: number): Promise<void> {
    if (now - this.sweptAt < sweepEveryMs) return;
    this.sweptAt = now;
    const { db } = this.deps;
    for (const space of this.spaces) {
      await db.write(async (transaction) => {
        await transaction.run(deleteOldDeliveries(db.dialect, space));
        await transaction.run(deleteStatesOfDeleted(db.dialect, space));
      });
    }
  }
}
