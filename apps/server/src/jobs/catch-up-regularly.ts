/**
 * Lets a running server do what writes have left to be done in the background: at once what was left in this process, and after a while
 * what others have left or not finished. Spaces take turns.
 */
import { v4 as randomUuid } from 'uuid';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import type { RecordStore } from '../records/record-store.js';
import { takeTurn } from './space-turn.js';

const everyMs = 15_000;
/** A transaction that rings the bell may be a part of a larger one that ends a little later. */
const afterRingMs = [0, 1_000] as const;
/** Spaces that are worked on at a time. */
const maxActive = 2;
/** Spaces that are looked up at once. */
const maxSpaces = 100;

export interface CatchingUp {
  /** Waits for the transactions that are under way. */
  stop(): Promise<void>;
}

type Deps = Pick<RecordStore, 'bell' | 'db'> & { readonly stores: SpaceStores };

/** @param onFailure told of each failure; what failed is tried again after a while */
export function catchUpRegularly(deps: Deps, onFailure: (error: unknown) => void): CatchingUp {
  const worker = new CatchUpWorker(deps, onFailure);
  worker.start();
  return worker;
}

class CatchUpWorker implements CatchingUp {
  private readonly holder = randomUuid();
  private readonly stopping = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly active = new Map<string, Promise<void>>();
  private looking: Promise<void> = Promise.resolve();
  private isLookDue = false;

  constructor(
    private readonly deps: Deps,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    const silence = this.deps.bell.listen(() => {
      for (const ms of afterRingMs) this.lookAfter(ms);
    });
    const timer = setInterval(() => this.look(), everyMs);
    timer.unref();
    this.stopping.signal.addEventListener('abort', () => {
      silence();
      clearInterval(timer);
      for (const one of this.timers) clearTimeout(one);
    });
    this.look();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
    await Promise.all(this.active.values());
  }

  private lookAfter(ms: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.look();
    }, ms);
    timer.unref();
    this.timers.add(timer);
  }

  /** One look at a time; who asks for one meanwhile shares the next. */
  private look(): void {
    if (this.isLookDue || this.stopping.signal.aborted) return;
    this.isLookDue = true;
    this.looking = this.looking.then(async () => {
      this.isLookDue = false;
      await this.beginWaiting().catch(this.onFailure);
    });
  }

  private async beginWaiting(): Promise<void> {
    for (const { space, heldForMs } of await this.waitingSpaces()) {
      if (this.stopping.signal.aborted || this.active.size >= maxActive) return;
      if (this.active.has(space)) continue;
      if (heldForMs > 0) this.lookAfter(heldForMs);
      else this.begin(space);
    }
  }

  private begin(space: string): void {
    const { stores } = this.deps;
    const work = takeTurn({ stores, space, holder: this.holder }, this.stopping.signal)
      .catch(this.onFailure)
      .finally(() => {
        this.active.delete(space);
        this.look();
      });
    this.active.set(space, work);
  }

  /** @returns spaces with work, those first whose last turn is longest ago, and for how long somebody else may still be at it */
  private async waitingSpaces(): Promise<{ space: string; heldForMs: number }[]> {
    const { knex } = this.deps.db;
    const now = Date.now();
    const work = ['follow_ups', 'recomputations'].map((table) => knex(table).select('space_id', 'held_until'));
    const rows: { space_id: string; free_at: string | number }[] = await knex
      .select('space_id', knex.raw('min(coalesce(held_until, 0)) AS free_at'))
      .from(knex.unionAll(work).as('work'))
      .groupBy('space_id')
      .orderByRaw('max(CASE WHEN held_until <= ? THEN held_until ELSE 0 END), space_id', [now])
      .limit(maxSpaces);
    return rows.map(({ space_id: space, free_at }) => ({ space, heldForMs: Number(free_at) - now + 1 }));
  }
}
