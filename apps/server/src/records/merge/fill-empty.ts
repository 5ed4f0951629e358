/**
 * Which empty members a master takes over from the records that are merged into it. Pure.
 */
import { type EntityType, type Field, isListType } from '@headwater/catalog';
import type { MoneyChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import type { Draft, StoredRecord } from '../write/draft.js';
import { isSystemField } from './merge-references.js';

/** A member that another record has set: the field, and its canonical value, of money an object of its parts. */
export interface Filled {
  readonly field: Field;
  readonly value: unknown;
}

/**
 * @param others in the order in which they are asked
 * @param mayTake whether a value may be taken over
 * @returns the first set value of each member that `record` lacks
 */
export function fillEmpty(
  entityType: EntityType,
  record: StoredRecord,
  others: readonly StoredRecord[],
  mayTake: (field: Field, value: unknown, other: StoredRecord) => boolean,
): Filled[] {
  return entityType.fields.flatMap((field): Filled[] => {
    if (!isFillable(field) || !isEmpty(field, record[field.name])) return [];
    const giver = others.find((other) => {
      const value = other[field.name];
      return !isEmpty(field, value) && mayTake(field, value, other);
    });
    return giver ? [{ field, value: giver[field.name] }] : [];
  });
}

/** What the service itself says of a record says nothing of another one. */
export function isFillable(field: Field): boolean {
  return field.kind !== 'rows' && !field.derived && !field.readOnly && !isSystemField(field.name);
}

/** Null, an empty text, an empty list. False and 0 are said, not left out. */
export function isEmpty(field: Field, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return field.kind === 'value' && isListType(field.type) && value === '[]';
}

/** Sets a member of a draft to what another record had there. */
export function setFilled(draft: Draft, { field, value }: Filled): void {
  if (field.kind === 'money') draft.money.set(field.name, value as MoneyChange);
  else draft.set(field.name, value as Operand);
}
