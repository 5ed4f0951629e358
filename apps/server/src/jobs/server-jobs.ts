/**
 * The jobs of the whole server: each is never finished, only due again. One process at a time has the lease of one.
 */
import { sweepChanges } from '../records/changes/sweep-changes.js';
import type { ContentStore } from '../records/content/content-store.js';
import { sweepFiles } from '../records/content/sweep-files.js';
import { type Action, serverSpace } from './job.js';
import { JobQueue } from './job-queue.js';

/** From the start of one sweep to the next one; a sweep that fails is not tried again before. */
const everyMs = 60 * 60 * 1000;
const dayMs = 24 * everyMs;

export interface ServerJobDeps extends ContentStore {
  /** Days that the change log reaches back. */
  readonly changesDays: number;
}

type Run = (deps: ServerJobDeps, stopping: AbortSignal) => Promise<unknown>;

const jobs: Partial<Record<Action, Run>> = {
  'sweep-files': (deps, stopping) => sweepFiles(deps, new Date(), stopping),
  'sweep-changes': ({ db, changesDays }, stopping) =>
    sweepChanges(db, new Date(Date.now() - changesDays * dayMs), stopping),
};

/** Runs one of them that is due. @param stopping when aborted, the next process runs it at once */
export async function runServerJob(deps: ServerJobDeps, owner: string, stopping: AbortSignal): Promise<void> {
  const inQueue = <T>(work: (queue: JobQueue) => Promise<T>) =>
    deps.db.write((transaction) => work(new JobQueue(transaction, deps.db.dialect, serverSpace)));
  const until = Date.now() + everyMs;
  const job = await inQueue((queue) => queue.claim({ owner, until }, Date.now()));
  if (!job) return;
  await jobs[job.action]?.(deps, stopping);
  if (stopping.aborted) await inQueue((queue) => queue.advance(job, { owner, until: Date.now() }));
}
