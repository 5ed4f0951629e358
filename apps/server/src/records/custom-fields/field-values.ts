/**
 * What a write of a Field record means for the values that records have in the field.
 */
import type { EntityType } from '@headwater/catalog';
import type { Draft } from '../draft.js';
import type { RecordWriter } from '../record-writer.js';
import { plainValue } from '../space-catalog/custom-field.js';
import { rowTypeName } from '../space-catalog/relation-types.js';
import { fieldRow } from './field-draft.js';

/** Keeps records from sharing values of a field that has become unique, and forgets the values that go with a field. */
export async function settleValues(draft: Draft, writer: RecordWriter): Promise<void> {
  const owner = writer.catalog.entityType(draft.text('entity_name') ?? '');
  if (!owner || draft.isNew) return;
  if (draft.act === 'delete') {
    if (draft.alsoDeletes.includes('values')) await forgetValues(draft, owner, writer);
    return;
  }
  const field = draft.setsAnew('is_unique') ? plainValue(fieldRow(draft)) : undefined;
  if (!field) return;
  if (draft.get('is_unique') === true) await writer.kept.hold(owner, field);
  else await writer.kept.letGo(field);
}

async function forgetValues(draft: Draft, owner: EntityType, writer: RecordWriter): Promise<void> {
  const field = owner.fields.find(({ custom }) => custom?.id === draft.id);
  if (field && field.kind !== 'rows') await writer.kept.forgetField(owner, field);
  // Rows that the other side of a relation shows are not its own.
  if (field?.kind === 'rows' && field.target === rowTypeName(fieldRow(draft))) {
    await writer.removeAll({ entityType: field.target, field: 'kind', text: field.target });
  }
}
