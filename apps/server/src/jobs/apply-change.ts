/**
 * Applies the change of a definition to stored records. The transaction of the change does a little of it, so that small spaces see the
 * result at once; a background job does the rest.
 */
import { ApiError } from '../errors/api-error.js';
import type { WriteEffects } from '../records/write/write-effects.js';
import type { Fact, Lookups } from '../sql/write/lookups.js';
import { blocked, type Chunk } from './handlers/chunk.js';
import { changeHandler } from './handlers/index.js';
import { type ChangeAction, type ChangeStep, noProgress, type Progress } from './job.js';
import { JobQueue } from './job-queue.js';

/** Chunks that a request waits for. */
const maxChunks = 5;

interface AppliedChange {
  /** Id of the Field or Entity record that was changed. */
  readonly recordId: string;
  readonly action: ChangeAction;
  readonly steps: readonly ChangeStep[];
}

/** Replaces an earlier job of the same record. */
export async function applyChange(effects: WriteEffects, { recordId, action, steps }: AppliedChange): Promise<void> {
  const queue = new JobQueue(effects.transaction, effects.dialect, effects.space);
  let progress = noProgress;
  for (let chunks = 0; chunks < maxChunks && progress.stepsDone < steps.length; chunks++) {
    const next = await runChunk(steps, progress, (step, after) => changeHandler(step).run(effects, step, after));
    if (next === blocked) break;
    progress = next;
  }
  if (progress.stepsDone === steps.length) {
    await queue.cancel(action, recordId);
    return;
  }
  const revision = await effects.revision();
  await queue.enqueue({ subject: recordId, action, recordIds: [recordId], steps, revision, total: null, ...progress });
  effects.leaveWork();
}

/** Runs the next chunk of the current step. @returns the progress after it */
export async function runChunk<S>(
  steps: readonly S[],
  { stepsDone, position, done }: Progress,
  run: (step: S, after: string | null) => Promise<Chunk | typeof blocked>,
): Promise<Progress | typeof blocked> {
  const step = steps[stepsDone];
  if (!step) throw new Error('all steps of the job are done');
  const chunk = await run(step, position);
  if (chunk === blocked) return blocked;
  const { count, last } = chunk;
  return { stepsDone: stepsDone + (last === null ? 1 : 0), position: last, done: done + count };
}

/** @throws ApiError `ERROR_STATE_CONFLICT` */
export function rejectWhileJobRuns(lookups: Lookups, job: Fact, name: string): void {
  const action = lookups.found(job);
  if (action === null) return;
  const message = `The last change of ${name} is still being carried out in its records (${action}); background_work says how far that has come. Try again when it is null.`;
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}
