/**
 * Reads the records of changes as they are now: one statement for each entity type among them.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { NameTree, RestSelection } from '../../request/selection.js';
import type { Call } from '../call.js';
import { readRecords } from '../read/read-records.js';
import type { RecordStore } from '../record-store.js';
import type { Change } from './change-page.js';

/**
 * @param selection of names that an entity type does not have it takes none
 * @returns the texts of the records in the order of the changes; `null` for those that are gone
 * @throws ApiError `ERROR_PARAMETER_INVALID` for more records than an answer may hold
 */
export async function recordsOfChanges(
  store: RecordStore,
  call: Call,
  changes: readonly Change[],
  selection: RestSelection,
): Promise<readonly string[]> {
  const ids = new Map<string, Set<string>>();
  for (const { entity, id } of changes) ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, wanted] of ids) {
    const entityType = store.catalog.entityType(name);
    if (!entityType) continue;
    const request = { entityType: name, ids: [...wanted], selection: ofType(store.catalog, entityType, selection) };
    found.set(name, await readRecords(store, call, request, (statement) => store.db.read(statement)));
  }
  return changes.map(({ entity, id }) => found.get(entity)?.get(id) ?? 'null');
}

function ofType(catalog: Catalog, { name }: EntityType, { kind, expand, only }: RestSelection): RestSelection {
  const known = (tree: NameTree): NameTree =>
    Object.fromEntries(Object.entries(tree).filter(([member]) => catalog.member(name, member) !== undefined));
  return only === undefined ? { kind, expand: known(expand) } : { kind, expand: known(expand), only: known(only) };
}
