/**
 * The step from a row that only ties two records together to the one at its other end. Pure; knows no column names.
 */
import type { Catalog, EntityType, ReferenceField, RowsField } from '@headwater/catalog';

/**
 * @param rows shown in a field that a space has defined: who asks there means what is at the other end, and need not name the end
 * @returns undefined for rows that are records of their own
 */
export function itemStep(
  catalog: Pick<Catalog, 'existing'>,
  rows: RowsField,
): { readonly kind: 'one'; readonly field: ReferenceField; readonly target: EntityType } | undefined {
  const field = itemReference(rows, catalog.existing(rows.target));
  const target = field?.targets[0];
  return field && target !== undefined ? { kind: 'one', field, target: catalog.existing(target) } : undefined;
}

/** @returns what leads from a row to the other end; undefined for rows that are records of their own */
export function itemReference({ custom, item }: RowsField, target: EntityType): ReferenceField | undefined {
  if (custom === undefined || item === undefined) return undefined;
  const field = target.fields.find(({ name }) => name === item);
  return field?.kind === 'reference' ? field : undefined;
}
