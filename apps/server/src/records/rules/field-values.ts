/**
 * Changes the stored values of a field when its Field record is written.
 */

import { applyChange } from '../../jobs/apply-change.js';
import type { ChangeStep } from '../../jobs/job.js';
import { fieldRow } from '../../metadata/custom-fields/field-draft.js';
import { moneyField, plainValue } from '../../metadata/space-catalog/custom-field.js';
import type { FieldRow } from '../../metadata/space-catalog/metadata.js';
import { genericRowType, rowTypeName } from '../../metadata/space-catalog/relation-types.js';
import { customValue, customValues } from '../../sql/custom-values/custom-value.js';
import type { CustomValueType } from '../../sql/custom-values/value-tables.js';
import type { Draft } from '../write/draft.js';
import type { WriteEffects } from '../write/write-effects.js';

/** Whether the write begins or ends that no two records share a value of the field. */
export function changesHolding(draft: Draft): boolean {
  if (draft.act === 'restore') return draft.get('is_unique') === true;
  return draft.act === 'update' && draft.changes('is_unique');
}

/** Keeps records from sharing values of a field that has become unique, and forgets the values that go with a field. */
export async function changeValues(draft: Draft, effects: WriteEffects): Promise<void> {
  const recordId = draft.id;
  const row = fieldRow(draft);
  if (draft.act === 'delete') {
    if (!draft.alsoDeletes.includes('values')) return;
    await applyChange(effects, { recordId, action: 'forget-values', steps: forgetting(row) });
    return;
  }
  const field = changesHolding(draft) ? plainValue(row) : undefined;
  const value = field && customValue(field);
  if (!value) return;
  const of = { entityType: row.entity_name, value };
  if (draft.get('is_unique') === true) {
    // While it was not unique, or deleted, nothing released the values that deleted records had claimed.
    const steps: ChangeStep[] = [
      { do: 'release-deleted', ...of },
      { do: 'claim', ...of },
    ];
    await applyChange(effects, { recordId, action: 'hold-values', steps });
  } else await applyChange(effects, { recordId, action: 'release-values', steps: [{ do: 'release', ...of }] });
}

/** What a roll-up can give, whatever it sums up. */
const rollUpTypes: readonly CustomValueType[] = ['integer', 'float', 'decimal', 'date', 'datetime'];

/** @returns the steps that forget all values of a field, which the catalog need not have any more */
function forgetting(row: FieldRow): ChangeStep[] {
  const forget = (types: readonly CustomValueType[]): ChangeStep[] =>
    types.map((type) => ({ do: 'forget', entityType: row.entity_name, value: { type, id: row.id } }));
  const plain = row.type_id === 'currency_foreign' ? moneyField(row) : plainValue(row);
  if (plain) return customValues(plain).map((value) => ({ do: 'forget', entityType: row.entity_name, value }));
  if (row.type_id === 'rollup') return forget(rollUpTypes);
  const storedIn = genericRowType(row);
  if (storedIn !== undefined) return [{ do: 'forget-rows', storedIn, entityType: rowTypeName(row) }];
  return isOtherSide(row) ? [] : forget(['uuid']);
}

/** What the other side of a relation shows is not its own. */
function isOtherSide({ relation_id, id }: FieldRow): boolean {
  return relation_id !== null && relation_id !== id;
}
