/**
 * Reads the records of changes as they are now: one statement for each entity type among them.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { NameTree, RestSelection, Selection } from '../../request/selection.js';
import type { Call } from '../call.js';
import { readRecords } from '../read/read-records.js';
import type { RecordStore } from '../record-store.js';
import type { Change } from './change-page.js';

/**
 * @param selectionOf what is to be shown of the records of an entity type
 * @returns the texts of the records in the order of the changes; undefined for those that are gone
 * @throws ApiError `ERROR_PARAMETER_INVALID` for unknown names and more records than an answer may hold
 */
export async function recordsOfChanges(
  store: RecordStore,
  call: Call,
  changes: readonly Change[],
  selectionOf: (entityType: EntityType) => Selection,
): Promise<readonly (string | undefined)[]> {
  const ids = new Map<string, Set<string>>();
  for (const { entity, id } of changes) ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, wanted] of ids) {
    const entityType = store.catalog.entityType(name);
    if (!entityType) continue;
    const request = { entityType: name, ids: [...wanted], selection: selectionOf(entityType) };
    found.set(name, await readRecords(store, call, request, (statement) => store.db.read(statement)));
  }
  return changes.map(({ entity, id }) => found.get(entity)?.get(id));
}

/** @returns the selection without names that the entity type does not have */
export function selectionOfType(
  catalog: Catalog,
  { name }: EntityType,
  { kind, expand, only }: RestSelection,
): RestSelection {
  const known = (tree: NameTree): NameTree =>
    Object.fromEntries(Object.entries(tree).filter(([member]) => catalog.member(name, member) !== undefined));
  return only === undefined ? { kind, expand: known(expand) } : { kind, expand: known(expand), only: known(only) };
}
