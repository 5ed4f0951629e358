/**
 * Which rows go with a record that is deleted: those that it owns, and those that they own. Pure.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';
import type { RowsOf } from '../../sql/write/compile-rows.js';

/** @returns the relations whose rows share the life of their record */
export function ownedFields(entityType: EntityType): RowsField[] {
  return entityType.fields.filter(
    (field): field is RowsField => field.kind === 'rows' && field.owned && field.on === 'id',
  );
}

/**
 * @param records that are deleted: their ids, or what chooses them
 * @returns the rows to delete, each kind once and after the one that it belongs to
 */
export function ownedRows(catalog: Catalog, entityType: EntityType, records: RowsOf['parents']): RowsOf[] {
  return rowsBelow(catalog, entityType, records, [entityType.name]);
}

function rowsBelow(
  catalog: Catalog,
  entityType: EntityType,
  parents: RowsOf['parents'],
  path: readonly string[],
): RowsOf[] {
  // Several relations may show different rows of one kind.
  const kinds = new Map(ownedFields(entityType).map(({ target, via }) => [`${target}.${via}`, { target, via }]));
  return [...kinds.values()].flatMap(({ target, via }) => {
    const rows: RowsOf = { target: catalog.existing(target), via, parents };
    return path.includes(target) ? [rows] : [rows, ...rowsBelow(catalog, rows.target, rows, [...path, target])];
  });
}
