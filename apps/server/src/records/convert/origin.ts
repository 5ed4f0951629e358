/**
 * A record that is made of one of another entity type: what both types have, it has from there.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { Change, MoneyChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { Draft, type StoredRecord } from '../write/draft.js';

export interface Origin {
  readonly entityType: EntityType;
  readonly record: StoredRecord;
  /** What the turn itself sets; a body does not. */
  readonly values: ReadonlyMap<string, Operand>;
}

/** Where a record stands is another matter in each entity type, and the system members are the service's. */
const ofItsOwn = new Set(['id', 'modified', 'revision', 'is_deleted', 'step_id', 'last_move_date']);

/** @returns a draft with the values of the body over those of the origin */
export function draftConverted(entityType: EntityType, change: Change, validationLevel: number, origin: Origin): Draft {
  const { record } = origin;
  const draft = new Draft(entityType, String(record.id), undefined, change, validationLevel, 'create', record);
  for (const field of entityType.fields) {
    const value = record[field.name];
    if (value === undefined || value === null || typeof value === 'object' || change.values.has(field.name)) continue;
    if (origin.entityType.fields.some((other) => isShared(field, other))) draft.set(field.name, value as Operand);
  }
  for (const field of entityType.fields) takeOver(draft, field, pairedFieldIn(origin.entityType, field), record);
  for (const [name, value] of origin.values) draft.set(name, value);
  return draft;
}

/** @returns the custom field of the other entity type that hands its value to this one */
function pairedFieldIn({ fields }: EntityType, { custom }: Field): Field | undefined {
  return custom?.pairedField === undefined
    ? undefined
    : fields.find((other) => other.custom?.id === custom.pairedField);
}

/** What the body says stands. */
function takeOver(draft: Draft, field: Field, pairedField: Field | undefined, record: StoredRecord): void {
  const value = pairedField && record[pairedField.name];
  if (value === undefined || value === null || field.derived || field.kind === 'rows') return;
  if (field.kind === 'money') {
    if (!draft.change.money.has(field.name)) draft.money.set(field.name, value as MoneyChange);
  } else if (!draft.change.values.has(field.name)) {
    draft.set(field.name, value as Operand);
  }
}

/** What shows members of related rows comes along: the rows stay where they are. */
function isShared(field: Field, other: Field): boolean {
  if (field.name !== other.name || field.kind !== other.kind || ofItsOwn.has(field.name) || field.hidden) return false;
  // Fields that a space has defined are the same in both types only when they are paired fields.
  if (field.custom || other.custom) return false;
  return field.derived === undefined || field.derived.kind === 'primary';
}
