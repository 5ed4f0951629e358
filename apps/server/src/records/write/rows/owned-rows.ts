/**
 * Which rows belong to records and share their life: what is deleted with a record, what a rule or a roll-up watches, and which parents
 * must follow their rows. Pure.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';
import { derivedPlan } from '../../../computed/derived/derived-plan.js';
import type { RowsOf } from '../../../sql/write/compile-rows.js';
import type { EntityRules } from '../entity-rule.js';

/** A relation whose parent must follow its rows: one of them is primary, or the parent's rule depends on them. */
export interface OwnedRelation {
  readonly parent: EntityType;
  readonly field: RowsField;
}

/** @returns the relations by the entity type of their rows */
export function ownedRelations(catalog: Catalog, rules: EntityRules): ReadonlyMap<string, readonly OwnedRelation[]> {
  const found = new Map<string, OwnedRelation[]>();
  for (const parent of catalog.entityTypes) {
    const follows = rules.get(parent.name)?.follows ?? [];
    for (const field of ownedFields(parent)) {
      if (field.primary === undefined && !follows.includes(field.name)) continue;
      found.set(field.target, [...(found.get(field.target) ?? []), { parent, field }]);
    }
  }
  return found;
}

/** @returns the relations whose rows share the life of their record */
export function ownedFields(entityType: EntityType): RowsField[] {
  return entityType.fields.filter(
    (field): field is RowsField => field.kind === 'rows' && field.owned && field.on === 'id',
  );
}

/**
 * @param records that are deleted: their ids, or what chooses them
 * @returns the rows to delete, each set once and after the one that it belongs to
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
  // Several relations may show different rows of one entity type.
  const sets = new Map(ownedFields(entityType).map(({ target, via }) => [`${target}.${via}`, { target, via }]));
  return [...sets.values()].flatMap(({ target, via }) => {
    const rows: RowsOf = { target: catalog.existing(target), via, parents };
    return path.includes(target) ? [rows] : [rows, ...rowsBelow(catalog, rows.target, rows, [...path, target])];
  });
}

const watchedIn = new WeakMap<Catalog, Map<string, boolean>>();

/** Whether a rule or a roll-up watches the deletion of such rows, or of rows below them. */
export function watchesDeletion(catalog: Catalog, rules: EntityRules, target: string): boolean {
  const known = watchedIn.get(catalog) ?? new Map<string, boolean>();
  watchedIn.set(catalog, known);
  let watches = known.get(target);
  if (watches === undefined) {
    // Until it is known otherwise, for rows that own rows of their own entity type.
    known.set(target, false);
    watches =
      rules.get(target)?.watchesDeletion === true ||
      derivedPlan(catalog)?.summedUp.has(target) === true ||
      ownedFields(catalog.existing(target)).some((field) => watchesDeletion(catalog, rules, field.target));
    known.set(target, watches);
  }
  return watches;
}
