/**
 * The job worker of a server: runs jobs that this process has enqueued at once, and after a while those that others have enqueued or not
 * finished. Spaces take turns.
 */
import { spacesWithJobs } from '../db/spaces.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import { serverSpace } from './job.js';
import { runJobs } from './run-job.js';
import { runServerJob, type ServerJobDeps } from './server-jobs.js';
import { WorkLoop } from './work-loop.js';

const everyMs = 15_000;
/** A transaction that enqueues a job may be a part of a larger one that ends a little later. */
const againAfterMs = 1_000;
/** Spaces whose jobs run at a time. */
const maxActive = 2;
/** Spaces that one lookup finds. */
const maxSpaces = 100;

type Deps = ServerJobDeps & { readonly stores: SpaceStores };

export type JobWorker = Pick<WorkLoop, 'stop'>;

/** @param onFailure gets each failure; what failed is tried again after a while */
export function startJobWorker(deps: Deps, onFailure: (error: unknown) => void): JobWorker {
  const { db, jobSignal, stores } = deps;
  let lookAgainAt = 0;

  async function beginWaiting(): Promise<void> {
    const now = Date.now();
    if (lookAgainAt > now) loop.lookAfter(lookAgainAt - now);
    for (const { space, freeAt } of await spacesWithJobs(db, now, maxSpaces)) {
      if (loop.signal.aborted || loop.size >= maxActive) return;
      if (loop.has(space)) continue;
      const leasedForMs = freeAt - now + 1;
      if (leasedForMs <= 0) loop.begin(space, run(space));
      else loop.lookAfter(leasedForMs);
    }
  }

  function run(space: string): Promise<void> {
    const { owner, signal } = loop;
    if (space === serverSpace) return runServerJob(deps, owner, signal);
    return runJobs({ stores, space, owner }, signal);
  }

  const loop = new WorkLoop(everyMs, beginWaiting, onFailure);
  const lookNow = () => {
    lookAgainAt = Date.now() + againAfterMs;
    loop.lookAfter(0);
  };
  jobSignal.on('enqueued', lookNow);
  loop.signal.addEventListener('abort', () => jobSignal.off('enqueued', lookNow));
  loop.lookAfter(0);
  return loop;
}
