/**
 * Begins what follows from a change of a definition in the transaction of that change: a little of it is done at once, so that small
 * spaces see it at once; what is more is left for the background.
 */

import { ApiError } from '../../errors/api-error.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { beginning, type FollowUp, type Place } from './follow-up.js';
import { FollowUps } from './follow-ups.js';
import { blocked, takeStretch } from './take-stretch.js';

/** Stretches that a request waits for. */
const maxStretches = 5;

/** @param followUp what was left before for the same record is not done any more */
export async function followUpChange(effects: WriteEffects, followUp: FollowUp): Promise<void> {
  const followUps = new FollowUps(effects);
  let place: Place | undefined = beginning;
  for (let taken = 0; place && taken < maxStretches; taken++) {
    const next: Place | undefined = await nextPlace(effects, followUp, place);
    if (next === place) break;
    place = next;
  }
  if (!place) {
    await followUps.drop(followUp.subject);
    return;
  }
  await followUps.leave(followUp, place, await effects.revision());
  effects.leaveWork();
}

/** Does the next stretch. @returns how far it has come by then; undefined when nothing is left, `place` itself when others are in the way */
export async function nextPlace(effects: WriteEffects, { steps }: FollowUp, place: Place): Promise<Place | undefined> {
  const step = steps[place.stepsDone];
  if (!step) return undefined;
  const stretch = await takeStretch(effects, step, place.position);
  if (stretch === blocked) return place;
  const { count, last } = stretch;
  const done = place.done + count;
  if (last !== null) return { ...place, position: last, done };
  const stepsDone = place.stepsDone + 1;
  return stepsDone === steps.length ? undefined : { stepsDone, position: null, done };
}

/** What is still being done for a record, if anything. */
export function wantWorkUnderWay(lookups: Lookups, id: string): Fact {
  return lookups.ask('work under way', [['uuid', id]], ([at], { inSpace }) => {
    return `(SELECT f."action" FROM "follow_ups" f WHERE ${inSpace('f')} AND f."record_id" = ${at})`;
  });
}

/** @throws ApiError `ERROR_STATE_CONFLICT` */
export function refuseWhileUnderWay(lookups: Lookups, work: Fact, name: string): void {
  const action = lookups.found(work);
  if (action === null) return;
  const message = `The last change of ${name} is still being carried out in its records (${action}); background_work says how far that has come. Try again when it is null.`;
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}
