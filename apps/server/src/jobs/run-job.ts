/**
 * Runs a leased job in chunks, each a transaction of its own that also records the progress: after a crash the next worker continues
 * where the last transaction ended.
 */
import { derivedPlan } from '../computed/derived/derived-plan.js';
import { recomputationPasses } from '../computed/derived/recomputation-passes.js';
import { CatalogConflict } from '../db/translate-error.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { type WriteContext, withWriteContext } from '../records/write/write-context.js';
import { withSpan } from '../tracing/spans.js';
import { runChunk } from './apply-change.js';
import { blocked } from './handlers/chunk.js';
import { handlerOf } from './handlers/index.js';
import { type Job, type Lease, noProgress, type Step } from './job.js';
import { JobQueue, LostLease } from './job-queue.js';

/** A worker in a space. */
export interface Worker {
  readonly stores: SpaceStores;
  readonly space: string;
  /** Names this worker among all. */
  readonly owner: string;
}

/** Longer than a transaction should take; a worker that is silent for so long is taken for dead. Was it only slow, its write fails. */
const leaseMs = 10_000;

/** Some seconds of work: then other spaces come first. */
const maxChunks = 10;

/** Runs jobs of a space until none is left without a lease, a number of chunks is done, or soon after `stopping` is aborted. */
export async function runJobs(worker: Worker, stopping: AbortSignal): Promise<void> {
  let left = maxChunks;
  while (left > 0 && !stopping.aborted) {
    const run = await JobRun.claim(worker);
    if (!run) return;
    let isOpen = true;
    while (isOpen && left > 0 && !stopping.aborted) {
      isOpen = await run.tracedChunk();
      left--;
    }
    if (isOpen) await run.release();
  }
}

/** A job that has its steps. */
type PlannedJob = Job & { readonly steps: readonly Step[] };

class JobRun {
  private constructor(
    private readonly worker: Worker,
    private job: Job,
  ) {}

  /** @returns undefined when no job is left that nobody else has a lease on */
  static async claim(worker: Worker): Promise<JobRun | undefined> {
    const store = await worker.stores.of(worker.space);
    const job = await inQueue(store, worker, (queue) => {
      const moment = Date.now();
      return queue.claim({ owner: worker.owner, until: moment + leaseMs }, moment);
    });
    return job && new JobRun(worker, job);
  }

  /** As `chunk`, which is a span of its own. */
  tracedChunk(): Promise<boolean> {
    const { action, subject } = this.job;
    const attributes = { 'headwater.space': this.worker.space, 'headwater.job': subject };
    return withSpan(`job ${action}`, { attributes }, () => this.chunk());
  }

  /** @returns false when the job is finished or its lease was lost */
  private async chunk(): Promise<boolean> {
    const store = await this.worker.stores.of(this.worker.space);
    const job = await this.plan(store);
    try {
      if (job.stepsDone === job.steps.length) {
        await inQueue(store, this.worker, (queue) => queue.finish(job, this.worker.owner));
        return false;
      }
      const next = await inQueue(store, this.worker, async (queue, context) => {
        const progress = await runChunk(job.steps, job, (step, after) => handlerOf(step).run(context, step, after));
        const advanced = progress === blocked ? job : { ...job, ...progress };
        await queue.advance(advanced, this.lease(leaseMs));
        return advanced;
      });
      this.job = next;
      await inQueue(store, this.worker, (queue) => queue.show(next, 'running'));
      return true;
    } catch (error) {
      if (error instanceof LostLease) return false;
      // The next chunk runs by the new catalog.
      if (error instanceof CatalogConflict) return true;
      throw error;
    }
  }

  /** Lets other workers take the job at once; the job that has waited longest comes first. */
  async release(): Promise<void> {
    const store = await this.worker.stores.of(this.worker.space);
    await inQueue(store, this.worker, (queue) => queue.advance(this.job, this.lease(0))).catch((error) => {
      if (!(error instanceof LostLease)) throw error;
    });
  }

  /** Plans what follows from the catalog, and begins again when that has changed. @returns the job with its steps, and their records counted */
  private async plan(store: RecordStore): Promise<PlannedJob> {
    const { job, worker } = this;
    const steps = job.action === 'recompute-values' ? recomputeSteps(store, job) : (job.steps ?? []);
    const isSame = JSON.stringify(steps) === JSON.stringify(job.steps);
    if (isSame && job.total !== null) return { ...job, steps };
    const counts = await Promise.all(
      steps.map(async (step) => {
        const [row] = await store.db.read(handlerOf(step).count(store, worker.space, step));
        return Number(row?.n ?? 0);
      }),
    );
    const total = counts.reduce((sum, count) => sum + count, 0);
    const planned = { ...job, ...(!isSame && noProgress), steps, total };
    this.job = planned;
    return planned;
  }

  private lease(ms: number): Lease {
    return { owner: this.worker.owner, until: Date.now() + ms };
  }
}

function recomputeSteps({ catalog }: RecordStore, { subject, recordIds }: Job): Step[] {
  const changed = { entityType: subject, fieldIds: recordIds };
  return recomputationPasses(catalog, derivedPlan(catalog), changed).map((pass) => ({ do: 'recompute', ...pass }));
}

function inQueue<T>(
  store: RecordStore,
  { space }: Worker,
  work: (queue: JobQueue, context: WriteContext) => Promise<T>,
): Promise<T> {
  return withWriteContext(
    store,
    systemCall(space),
    (context) => work(new JobQueue(context.transaction, store.db.dialect, space), context),
    { isBackground: true },
  );
}
