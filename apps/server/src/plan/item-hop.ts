/**
 * The step from a row that only ties two records together to the one at its other end. Pure; knows no column names.
 */
import type { Catalog, ReferenceField, RowsField } from '@headwater/catalog';
import type { Hop } from './field-path.js';

/**
 * @param rows shown in a field that a space has defined: who asks there means what is at the other end, and need not name the end
 * @returns undefined for rows that are records of their own
 */
export function itemHop(
  catalog: Pick<Catalog, 'existing'>,
  rows: RowsField,
): (Hop & { readonly kind: 'one'; readonly field: ReferenceField }) | undefined {
  if (rows.custom === undefined || rows.item === undefined) return undefined;
  const field = catalog.existing(rows.target).fields.find(({ name }) => name === rows.item);
  const target = field?.kind === 'reference' ? field.targets[0] : undefined;
  return field?.kind === 'reference' && target !== undefined
    ? { kind: 'one', field, target: catalog.existing(target) }
    : undefined;
}
