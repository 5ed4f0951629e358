/**
 * Works out anew what a space has left to be worked out of one entity type: walks through its records, a transaction for each stretch.
 * Whoever comes after a crash goes on where the last transaction ended.
 */

import { derivedPlan } from '../computed/derived/derived-plan.js';
import { type Pass, recomputationPasses } from '../computed/derived/recomputation-passes.js';
import { type Recomputation, Recomputations } from '../computed/derived/recomputations.js';
import { countRecords, recomputeStretch } from '../computed/derived/recompute-records.js';
import { CatalogConflict } from '../db/translate-error.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { WriteContext } from '../records/write/write-context.js';
import { holdOf, LostWork, releaseOf, type Walk, type Worker } from './walk.js';

/** @returns undefined when nothing is left to be worked out that nobody else works on */
export async function claimRecomputation(worker: Worker): Promise<Walk | undefined> {
  const store = await worker.stores.of(worker.space);
  const work = await store.db.write((transaction) =>
    new Recomputations(transaction, store.db.dialect, worker.space).claim(holdOf(worker), Date.now()),
  );
  return work && new RecomputationWalk(worker, work);
}

class RecomputationWalk implements Walk {
  constructor(
    private readonly worker: Worker,
    private work: Recomputation,
  ) {}

  async stretch(): Promise<boolean> {
    const store = await this.worker.stores.of(this.worker.space);
    const passes = recomputationPasses(store.catalog, derivedPlan(store.catalog), this.work);
    if (!isSame(passes, this.work.passes)) this.work = await this.restart(store, passes);
    try {
      if (this.work.passesDone === passes.length) await this.finish(store);
      else {
        this.work = await this.nextStretch(store);
        await this.show(store);
        return true;
      }
    } catch (error) {
      // The next look at the space finds its new catalog.
      if (error instanceof CatalogConflict) return true;
      if (!(error instanceof LostWork)) throw error;
    }
    return false;
  }

  async release(): Promise<void> {
    const { db } = await this.worker.stores.of(this.worker.space);
    await db.write((transaction) =>
      new Recomputations(transaction, db.dialect, this.worker.space).advance(this.work, releaseOf(this.worker)),
    );
  }

  private async restart(store: RecordStore, passes: readonly Pass[]): Promise<Recomputation> {
    const counts = await Promise.all(passes.map((pass) => countRecords(store, this.worker.space, pass)));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { ...this.work, passes, passesDone: 0, position: null, done: 0, total };
  }

  /** @returns the work as it is after it */
  private nextStretch(store: RecordStore): Promise<Recomputation> {
    const { work, worker } = this;
    const { space } = worker;
    return store.db.write(async (transaction) => {
      const context = new WriteContext(store, transaction, systemCall(space));
      const pass = work.passes?.[work.passesDone] as Pass;
      const { count, last } = await recomputeStretch(context, pass, work.position);
      const passesDone = work.passesDone + (last === null ? 1 : 0);
      const next = { ...work, passesDone, position: last, done: work.done + count };
      const isOurs = await new Recomputations(transaction, store.db.dialect, space).advance(next, holdOf(worker));
      if (!isOurs) throw new LostWork();
      return next;
    });
  }

  private async show({ db }: RecordStore): Promise<void> {
    const { done, total } = this.work;
    await db.write((transaction) =>
      new Recomputations(transaction, db.dialect, this.worker.space).show(this.work, { state: 'running', done, total }),
    );
  }

  private async finish(store: RecordStore): Promise<void> {
    await store.db.write(async (transaction) => {
      const recomputations = new Recomputations(transaction, store.db.dialect, this.worker.space);
      const isOurs = await recomputations.finish(this.work, this.worker.holder);
      if (!isOurs) throw new LostWork();
    });
  }
}

function isSame(passes: readonly Pass[], others: readonly Pass[] | null): boolean {
  return JSON.stringify(passes) === JSON.stringify(others);
}
