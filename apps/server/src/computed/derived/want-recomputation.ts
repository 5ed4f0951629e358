/**
 * Finds out whose values are to be worked out anew after a Field or an option of a set was written, and asks for it in the same
 * transaction.
 */
import type { Draft } from '../../records/write/draft.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import { formulasOver } from './option-values.js';
import { everyField } from './recomputation-passes.js';
import { Recomputations } from './recomputations.js';

/** A Field record that was made, changed, deleted or brought back, with its options. */
export async function fieldWritten(draft: Draft, effects: WriteEffects): Promise<void> {
  const owner = draft.text('entity_name');
  if (draft.act === 'delete') {
    if (owner !== null) await wantRecomputation(effects, owner, [everyField]);
    return;
  }
  if (owner !== null && definesAnew(draft)) await wantRecomputation(effects, owner, [draft.id]);
  for (const option of draft.rowSets.flatMap(({ drafts }) => drafts)) await optionWritten(option, effects);
}

/** An option that was changed; no record has a new one yet. */
export async function optionWritten(draft: Draft, effects: WriteEffects): Promise<void> {
  const set = draft.text('data_set_id');
  if (draft.act !== 'update' || set === null || !draft.changes('calc_value')) return;
  for (const [entityType, fieldIds] of formulasOver(effects.catalog, set)) {
    await wantRecomputation(effects, entityType, fieldIds);
  }
}

/** Leaves the values of fields to be recomputed, in all records of an entity type, once the transaction has ended. */
export async function wantRecomputation(
  effects: WriteEffects,
  entityType: string,
  fieldIds: readonly string[],
): Promise<void> {
  const recomputations = new Recomputations(effects.transaction, effects.dialect, effects.space);
  await recomputations.want(entityType, fieldIds, await effects.revision());
  effects.leaveWork();
}

function definesAnew(draft: Draft): boolean {
  if (draft.text('rollup') !== null) return draft.setsAnew('rollup');
  return draft.text('calc_formula') !== null && draft.setsAnew('calc_formula');
}
