/**
 * Sweeps the files of all spaces: a job of the whole server that is never finished, only due again. One process at a time has its lease.
 */
import type { ContentStore } from '../../records/content/content-store.js';
import { sweepFiles } from '../../records/content/sweep-files.js';
import { serverSpace } from '../job.js';
import { JobQueue } from '../job-queue.js';

/** From the start of one sweep to the next one; a sweep that fails is not tried again before. */
const everyMs = 60 * 60 * 1000;

/** Sweeps when that is due. @param stopping when aborted, the next process sweeps at once */
export async function sweepOnce(store: ContentStore, owner: string, stopping: AbortSignal): Promise<void> {
  const inQueue = <T>(work: (queue: JobQueue) => Promise<T>) =>
    store.db.write((transaction) => work(new JobQueue(transaction, store.db.dialect, serverSpace)));
  const until = Date.now() + everyMs;
  const job = await inQueue((queue) => queue.claim({ owner, until }, Date.now()));
  if (!job) return;
  await sweepFiles(store, new Date(), stopping);
  if (stopping.aborted) await inQueue((queue) => queue.advance(job, { owner, until: Date.now() }));
}
