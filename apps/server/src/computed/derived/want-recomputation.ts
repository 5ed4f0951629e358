/**
 * Finds out whose values are to be worked out anew after a Field or an option of a set was written, and asks for it in the same
 * transaction.
 */
import type { Draft } from '../../records/write/draft.js';
import type { RecordWriter } from '../../records/write/record-writer.js';
import { formulasOver } from './option-values.js';
import { everyField } from './recomputation-passes.js';

/** A Field record that was made, changed, deleted or brought back, with its options. */
export async function fieldWritten(draft: Draft, writer: RecordWriter): Promise<void> {
  const owner = draft.text('entity_name');
  if (draft.act === 'delete') {
    if (owner !== null) await writer.wantRecomputation(owner, [everyField]);
    return;
  }
  if (owner !== null && definesAnew(draft)) await writer.wantRecomputation(owner, [draft.id]);
  for (const option of draft.rowSets.flatMap(({ drafts }) => drafts)) await optionWritten(option, writer);
}

/** An option that was changed; no record has a new one yet. */
export async function optionWritten(draft: Draft, writer: RecordWriter): Promise<void> {
  const set = draft.text('data_set_id');
  if (draft.act !== 'update' || set === null || !draft.changes('calc_value')) return;
  for (const [entityType, fieldIds] of formulasOver(writer.catalog, set)) {
    await writer.wantRecomputation(entityType, fieldIds);
  }
}

function definesAnew(draft: Draft): boolean {
  if (draft.text('rollup') !== null) return draft.setsAnew('rollup');
  return draft.text('calc_formula') !== null && draft.setsAnew('calc_formula');
}
