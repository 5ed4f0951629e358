/**
 * What a space gets done at a time: a bounded number of stretches. When more is left, other spaces come first.
 */
import { claimFollowUp } from './follow-up-walk.js';
import { claimRecomputation } from './recomputation-walk.js';
import type { Walk, Worker } from './walk.js';

/** Some seconds of work. */
const maxStretches = 10;

/** Ends when nothing is left that nobody else works on, when the turn is over, or soon after it is to stop. */
export async function takeTurn(worker: Worker, stopping: AbortSignal): Promise<void> {
  let left = maxStretches;
  while (left > 0 && !stopping.aborted) {
    const walk = await claimWork(worker);
    if (!walk) return;
    let goesOn = true;
    while (goesOn && left > 0 && !stopping.aborted) {
      goesOn = await walk.stretch();
      left--;
    }
    if (goesOn) await walk.release();
  }
}

/** What is worked out of records comes after what becomes of them. */
async function claimWork(worker: Worker): Promise<Walk | undefined> {
  return (await claimFollowUp(worker)) ?? claimRecomputation(worker);
}
