/**
 * Finds the fields whose values change after a write of a Field or an option, and enqueues their recomputation in the
 * same transaction.
 */

import { everyField } from '../computed/derived/recomputation-passes.js';
import { formulasOver } from '../records/derived/option-values.js';
import type { Draft } from '../records/write/draft.js';
import type { WriteEffects } from '../records/write/write-effects.js';
import { JobQueue } from './job-queue.js';

/** A Field record that was made, changed, deleted or brought back, with its options. */
export async function fieldWritten(draft: Draft, effects: WriteEffects): Promise<void> {
  const owner = draft.text('entity_name');
  if (draft.act === 'delete') {
    if (owner !== null) await enqueueRecompute(effects, owner, [everyField]);
    return;
  }
  if (owner !== null && changesDefinition(draft)) await enqueueRecompute(effects, owner, [draft.id]);
  for (const option of draft.rowSets.flatMap(({ drafts }) => drafts)) await optionWritten(option, effects);
}

/** An option that was changed; no record has a new one yet. */
export async function optionWritten(draft: Draft, effects: WriteEffects): Promise<void> {
  const set = draft.text('data_set_id');
  if (draft.act !== 'update' || set === null || !draft.changes('calc_value')) return;
  for (const [entityType, fieldIds] of formulasOver(effects.catalog, set)) {
    await enqueueRecompute(effects, entityType, fieldIds);
  }
}

/** Enqueues the values of fields to be recomputed in all records of an entity type. */
export async function enqueueRecompute(
  effects: WriteEffects,
  entityType: string,
  fieldIds: readonly string[],
): Promise<void> {
  const queue = new JobQueue(effects.transaction, effects.dialect, effects.space);
  await queue.enqueueRecompute(entityType, fieldIds, await effects.revision());
  effects.leaveWork();
}

function changesDefinition(draft: Draft): boolean {
  if (draft.text('rollup') !== null) return draft.setsAnew('rollup');
  return draft.text('calc_formula') !== null && draft.setsAnew('calc_formula');
}
