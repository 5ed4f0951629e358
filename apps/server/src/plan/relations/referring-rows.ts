/**
 * To-many relations that no member names: the records whose reference leads to one. Roll-ups know those that GraphQL follows backwards,
 * by names such as `opportunities_by_primary_account`. Pure.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';
import { type ReverseRelation, type ReverseRelations, reverseRelations } from '@headwater/contract';

/** A catalog, or as much of it as is known while the fields of a space are being made. */
type Relations = Pick<Catalog, 'field' | 'entityTypes'>;

const found = new WeakMap<readonly EntityType[], ReverseRelations>();

/**
 * @param entityType the name of one of the catalog
 * @returns the rows that a roll-up of it can sum up under a name, those of a member or of references that lead here
 */
export function rowsToSumUp(catalog: Relations, entityType: string, name: string): RowsField | undefined {
  const member = catalog.field(entityType, name);
  if (member) return member.kind === 'rows' && !member.hidden ? member : undefined;
  const relation = referringTo(catalog, entityType).find(({ memberName }) => memberName === name);
  return relation && referringRows(relation.via, relation.from, 'id');
}

/** @returns the names of those of them that no member shows */
export function referringNames(catalog: Relations, entityType: string): string[] {
  return referringTo(catalog, entityType).map(({ memberName }) => memberName);
}

/** @param via the reference of the records of `from` @param on what it leads to in this record */
export function referringRows(via: string, from: string, on: string): RowsField {
  return {
    kind: 'rows',
    name: via,
    description: '',
    readOnly: true,
    writeOnce: false,
    nullable: false,
    v1Name: null,
    v1Inline: false,
    target: from,
    via,
    on,
    owned: false,
  };
}

function referringTo({ entityTypes }: Relations, entityType: string): readonly ReverseRelation[] {
  let relations = found.get(entityTypes);
  if (!relations) {
    relations = reverseRelations(entityTypes);
    found.set(entityTypes, relations);
  }
  return relations.get(entityType) ?? [];
}
