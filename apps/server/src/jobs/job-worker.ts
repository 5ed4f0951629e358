/**
 * The job worker of a server: runs jobs that this process has enqueued at once, and after a while those that others have enqueued or not
 * finished. Spaces take turns.
 */
import { v4 as randomUuid } from 'uuid';
import { spacesWithJobs } from '../db/spaces.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import type { ContentStore } from '../records/content/content-store.js';
import { sweepOnce } from './handlers/sweep-files.js';
import { serverSpace } from './job.js';
import { runJobs } from './run-job.js';

const everyMs = 15_000;
/** A transaction that enqueues a job may be a part of a larger one that ends a little later. */
const afterSignalMs = [0, 1_000] as const;
/** Spaces whose jobs run at a time. */
const maxActive = 2;
/** Spaces that one lookup finds. */
const maxSpaces = 100;

type Deps = ContentStore & { readonly stores: SpaceStores };

/** @param onFailure gets each failure; what failed is tried again after a while */
export function startJobWorker(deps: Deps, onFailure: (error: unknown) => void): JobWorker {
  const worker = new JobWorker(deps, onFailure);
  worker.start();
  return worker;
}

export class JobWorker {
  private readonly owner = randomUuid();
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
    const { jobSignal } = this.deps;
    const wakeUp = () => {
      for (const ms of afterSignalMs) this.lookAfter(ms);
    };
    jobSignal.on('enqueued', wakeUp);
    const timer = setInterval(() => this.look(), everyMs);
    timer.unref();
    this.stopping.signal.addEventListener('abort', () => {
      jobSignal.off('enqueued', wakeUp);
      clearInterval(timer);
      for (const one of this.timers) clearTimeout(one);
    });
    this.look();
  }

  /** Waits for the transactions that are under way. */
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

  /** One lookup at a time: the next one serves all calls until it begins. */
  private look(): void {
    if (this.isLookDue || this.stopping.signal.aborted) return;
    this.isLookDue = true;
    this.looking = this.looking.then(async () => {
      this.isLookDue = false;
      await this.beginWaiting().catch(this.onFailure);
    });
  }

  private async beginWaiting(): Promise<void> {
    const now = Date.now();
    for (const { space, freeAt } of await spacesWithJobs(this.deps.db, now, maxSpaces)) {
      if (this.stopping.signal.aborted || this.active.size >= maxActive) return;
      if (this.active.has(space)) continue;
      const leasedForMs = freeAt - now + 1;
      if (leasedForMs <= 0) this.begin(space);
      else if (leasedForMs < everyMs) this.lookAfter(leasedForMs);
    }
  }

  private begin(space: string): void {
    const { deps, owner } = this;
    const { signal } = this.stopping;
    const running =
      space === serverSpace ? sweepOnce(deps, owner, signal) : runJobs({ stores: deps.stores, space, owner }, signal);
    const work = running.catch(this.onFailure).finally(() => {
      this.active.delete(space);
      this.look();
    });
    this.active.set(space, work);
  }
}
