/**
 * The catalog's field of a lookup: a reference, or rows of either side of a relation. Pure.
 */
import type { RowsField } from '@headwater/catalog';
import { type CatalogEntry, choiceMember, type FieldContext, fieldBase } from './field-base.js';
import type { FieldRow } from './metadata.js';
import { pairEnds, pairsType, rowTypeName } from './relation-types.js';

/** @returns undefined when the other side is not there */
export function lookupField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const began = row.relation_id === null || row.relation_id === row.id;
  if (!began) return otherSide(row, context);
  return row.lookup?.many ? pairs(row, context) : reference(row, context);
}

function reference(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const target = context.entityType(row.lookup?.entity_name ?? '');
  if (!target) return undefined;
  return {
    field: {
      ...fieldBase(row),
      kind: 'reference',
      name: choiceMember(row.api_name),
      v1Name: row.api_name,
      hasIdMember: true,
      links: [{ name: row.api_name, target: target.name }],
      targets: [target.name],
    },
  };
}

function pairs(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const [owner, target] = [context.entityType(row.entity_name), context.entityType(row.lookup?.entity_name ?? '')];
  const rowType = owner && target && pairsType(context, owner, target, row);
  if (!rowType) return undefined;
  const { first, second } = pairEnds;
  return { rowType, field: { ...rowsBase(row), target: rowType.name, via: first, owned: true, item: second } };
}

/** What the side that began the relation points at, points back. */
function otherSide(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const root = context.row(row.relation_id ?? '');
  if (!root?.lookup || !context.entityType(root.entity_name)) return undefined;
  const { first, second } = pairEnds;
  const base = rowsBase(row);
  if (root.lookup.many) {
    if (!context.field(root.entity_name, root.api_name)) return undefined;
    return { field: { ...base, target: rowTypeName(root), via: second, owned: true, item: first } };
  }
  const via = choiceMember(root.api_name);
  if (!context.field(root.entity_name, via)) return undefined;
  return { field: { ...base, readOnly: true, target: root.entity_name, via, owned: false } };
}

function rowsBase(row: FieldRow): Omit<RowsField, 'target' | 'via' | 'owned' | 'item'> {
  return { ...fieldBase(row), kind: 'rows', nullable: false, v1Name: row.api_name, v1Inline: false, on: 'id' };
}
