/**
 * The rows that belong to records now.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import { ownedFields } from '../write/rows/owned-rows.js';
import { readStoredRows } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';

export interface OwnedRow {
  readonly id: string;
  /** The member of its record that shows it; one of them, where several do. */
  readonly member: string;
}

interface Parent {
  readonly entityType: EntityType;
  readonly change: { readonly id: string };
}

/** @returns the rows that are not deleted, by the id of the record */
export async function rowsOf(
  context: WriteContext,
  parents: readonly Parent[],
): Promise<ReadonlyMap<string, readonly OwnedRow[]>> {
  const rows = new Map<string, OwnedRow[]>();
  for (const entityType of new Set(parents.map((parent) => parent.entityType))) {
    const ids = parents.flatMap((parent) => (parent.entityType === entityType ? [parent.change.id] : []));
    for (const field of relationsOf(entityType)) {
      const found = await readStoredRows(context, { parent: entityType, field, parents: ids });
      for (const [parent, ofParent] of found) {
        const shown = ofParent.map(({ id }) => ({ id: String(id), member: field.name }));
        rows.set(parent, [...(rows.get(parent) ?? []), ...shown]);
      }
    }
  }
  return rows;
}

/** Several relations may show different rows of one entity type: they are read together. */
function relationsOf(entityType: EntityType): RowsField[] {
  const relations = new Map<string, RowsField>();
  for (const { having: _, ...field } of ownedFields(entityType)) {
    const key = `${field.target}.${field.via}`;
    if (!relations.has(key)) relations.set(key, field);
  }
  return [...relations.values()];
}
