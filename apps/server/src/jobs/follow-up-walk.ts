/**
 * Carries out in the background what a change of a definition has left to be done in stored records. Whoever comes after a crash goes on
 * where the last transaction ended.
 */
import { CatalogConflict } from '../db/translate-error.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { WriteContext } from '../records/write/write-context.js';
import { nextPlace } from './follow-ups/follow-up-change.js';
import { FollowUps, type OpenFollowUp } from './follow-ups/follow-ups.js';
import { countStep } from './follow-ups/take-stretch.js';
import { holdOf, LostWork, releaseOf, type Walk, type Worker } from './walk.js';

/** @returns undefined when nothing is left to be done that nobody else does */
export async function claimFollowUp(worker: Worker): Promise<Walk | undefined> {
  const store = await worker.stores.of(worker.space);
  const work = await inWrite(store, worker, (context) => new FollowUps(context).claim(holdOf(worker), Date.now()));
  return work && new FollowUpWalk(worker, work);
}

class FollowUpWalk implements Walk {
  constructor(
    private readonly worker: Worker,
    private work: OpenFollowUp,
  ) {}

  async stretch(): Promise<boolean> {
    const store = await this.worker.stores.of(this.worker.space);
    try {
      const next = await inWrite(store, this.worker, (context) => this.step(context));
      if (!next) return false;
      this.work = next;
      await inWrite(store, this.worker, (context) => new FollowUps(context).show(next));
      return true;
    } catch (error) {
      if (error instanceof LostWork) return false;
      // The next look at the space finds its new catalog.
      if (error instanceof CatalogConflict) return true;
      throw error;
    }
  }

  async release(): Promise<void> {
    const store = await this.worker.stores.of(this.worker.space);
    await inWrite(store, this.worker, (context) => new FollowUps(context).advance(this.work, releaseOf(this.worker)));
  }

  /** @returns undefined when all is done */
  private async step(context: WriteContext): Promise<OpenFollowUp | undefined> {
    const { worker, work } = this;
    const followUps = new FollowUps(context);
    const total = work.total ?? (await countSteps(context, work));
    const place = await nextPlace(context, work, work);
    const next = place && { ...work, ...place, total };
    const isOurs = next ? await followUps.advance(next, holdOf(worker)) : await followUps.finish(work, worker.holder);
    if (!isOurs) throw new LostWork();
    return next;
  }
}

async function countSteps(context: WriteContext, { steps }: OpenFollowUp): Promise<number> {
  let total = 0;
  for (const step of steps) total += await countStep(context, step);
  return total;
}

async function inWrite<T>(
  store: RecordStore,
  { space }: Worker,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  let leavesWork = false;
  const result = await store.db.write(async (transaction) => {
    const context = new WriteContext(store, transaction, systemCall(space));
    const done = await work(context);
    leavesWork = context.leavesWork;
    return done;
  });
  if (leavesWork) store.bell.ring();
  return result;
}
