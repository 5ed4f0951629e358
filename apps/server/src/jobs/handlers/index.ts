/**
 * The handler of each step of a job.
 */
import type { WriteContext } from '../../records/write/write-context.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import type { ChangeStep, Step, StepOf } from '../job.js';
import type { StepHandler } from './chunk.js';
import { claimValues, forgetRows, forgetValues } from './forget-values.js';
import { recomputeValues } from './recompute-values.js';
import { removeRecords, restoreRecords } from './remove-records.js';

const changeHandlers: { readonly [Do in ChangeStep['do']]: StepHandler<StepOf<Do>> } = {
  claim: claimValues,
  release: claimValues,
  'release-deleted': claimValues,
  forget: forgetValues,
  'forget-rows': forgetRows,
  delete: removeRecords,
  restore: restoreRecords,
};

export function changeHandler({ do: name }: ChangeStep): StepHandler<ChangeStep, WriteEffects> {
  return changeHandlers[name] as StepHandler<ChangeStep>;
}

export function handlerOf(step: Step): StepHandler<Step, WriteContext> {
  const handler = step.do === 'recompute' ? recomputeValues : changeHandler(step);
  return handler as StepHandler<Step, WriteContext>;
}
