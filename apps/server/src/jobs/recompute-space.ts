/**
 * Works out anew what a space has left to be worked out: takes one piece of work after the other and walks through its records, a
 * transaction for each stretch. Whoever comes after a crash goes on where the last transaction ended.
 */
import { CatalogConflict } from '../db/translate-error.js';
import { now } from '../records/clock.js';
import { derivedPlan } from '../records/derived/derived-plan.js';
import { type Pass, recomputationPasses } from '../records/derived/recomputation-passes.js';
import { type Hold, type Recomputation, Recomputations } from '../records/derived/recomputations.js';
import { countRecords, recomputeStretch } from '../records/derived/recompute-records.js';
import type { RecordStore } from '../records/record-store.js';
import { RecordWriter } from '../records/record-writer.js';
import type { SpaceStores } from '../records/space-catalog/space-stores.js';

/** Longer than a transaction should take; who is silent for so long is taken for dead. Was he only slow, what he did is given up. */
const holdMs = 10_000;

export class SpaceRecomputing {
  /** @param holder names this worker among all */
  constructor(
    private readonly stores: SpaceStores,
    private readonly space: string,
    private readonly holder: string,
    private readonly stopping: AbortSignal,
  ) {}

  /** Ends when there is nothing left that nobody else works on, or soon after it is to stop. */
  async run(): Promise<void> {
    while (!this.stopping.aborted) {
      const store = await this.stores.of(this.space);
      const work = await store.db.write((transaction) =>
        new Recomputations(transaction, store.db.dialect, this.space).claim(this.hold(), Date.now()),
      );
      if (!work) return;
      await this.workOn(work);
    }
  }

  private async workOn(claimed: Recomputation): Promise<void> {
    let work: Recomputation | undefined = claimed;
    while (work && !this.stopping.aborted) {
      const store = await this.stores.of(this.space);
      const passes = recomputationPasses(store.catalog, derivedPlan(store.catalog), work);
      if (!isSame(passes, work.passes)) work = await this.restart(store, work, passes);
      if (work.passesDone === passes.length) {
        await this.finish(store, work);
        return;
      }
      work = await this.nextStretch(store, work);
      if (work) await this.show(store, work);
    }
    if (work) await this.release(work);
  }

  /** Who comes next need not wait for the end of the hold. */
  private async release(work: Recomputation): Promise<void> {
    const { db } = await this.stores.of(this.space);
    await db.write((transaction) =>
      new Recomputations(transaction, db.dialect, this.space).advance(work, { holder: this.holder, until: 0 }),
    );
  }

  private async restart(store: RecordStore, work: Recomputation, passes: readonly Pass[]): Promise<Recomputation> {
    const counts = await Promise.all(passes.map((pass) => countRecords(store, this.space, pass)));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { ...work, passes, passesDone: 0, position: null, done: 0, total };
  }

  /** @returns the work as it is after it; undefined when it is not this worker's any more */
  private async nextStretch(store: RecordStore, work: Recomputation): Promise<Recomputation | undefined> {
    try {
      return await store.db.write(async (transaction) => {
        const reading = { store, transaction, space: this.space };
        const writer = new RecordWriter(store, transaction, this.space, now());
        const pass = work.passes?.[work.passesDone] as Pass;
        const { count, last } = await recomputeStretch({ reading, writer }, pass, work.position);
        const passesDone = work.passesDone + (last === null ? 1 : 0);
        const next = { ...work, passesDone, position: last, done: work.done + count };
        const isOurs = await new Recomputations(transaction, store.db.dialect, this.space).advance(next, this.hold());
        if (!isOurs) throw new LostWork();
        return next;
      });
    } catch (error) {
      if (error instanceof LostWork) return undefined;
      // The next look at the space finds its new catalog.
      if (error instanceof CatalogConflict) return work;
      throw error;
    }
  }

  private async show({ db }: RecordStore, work: Recomputation): Promise<void> {
    const { done, total } = work;
    await db.write((transaction) =>
      new Recomputations(transaction, db.dialect, this.space).show(work, { state: 'running', done, total }),
    );
  }

  private async finish(store: RecordStore, work: Recomputation): Promise<void> {
    try {
      await store.db.write(async (transaction) => {
        const isOurs = await new Recomputations(transaction, store.db.dialect, this.space).finish(work, this.holder);
        if (!isOurs) throw new LostWork();
      });
    } catch (error) {
      if (!(error instanceof LostWork)) throw error;
    }
  }

  private hold(): Hold {
    return { holder: this.holder, until: Date.now() + holdMs };
  }
}

/** Somebody else has taken the work, or it was wanted anew: what was done in this transaction is given up. */
class LostWork extends Error {}

function isSame(passes: readonly Pass[], others: readonly Pass[] | null): boolean {
  return JSON.stringify(passes) === JSON.stringify(others);
}
