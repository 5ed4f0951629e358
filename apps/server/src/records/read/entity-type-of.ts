/**
 * Finds the entity type of a record of which only the id is known, with one statement for all entity types.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { sharedTableOf } from '../../sql/custom-values/shared-tables.js';
import { compileEntityTypeOf } from '../../sql/select/compile-entity-type-of.js';
import type { Call } from '../call.js';
import type { RecordStore } from '../record-store.js';

/**
 * @param id a uuid
 * @param among entity types to look among; an abstract one represents those of its records, one that keeps the records of others for
 *   these others
 * @returns the entity type that the space has for the record; undefined when there is no such record
 */
export async function entityTypeOf(
  { catalog, db }: RecordStore,
  { principal }: Call,
  id: string,
  among: readonly EntityType[],
  includeDeleted: boolean,
): Promise<EntityType | undefined> {
  const tables = [...new Set(among.flatMap((entityType) => ownersOf(catalog, entityType)))];
  const [row] = await db.read(
    compileEntityTypeOf(db.dialect, principal.space, id.toLowerCase(), tables, includeDeleted),
  );
  if (!row) return undefined;
  const name = String(row.t);
  const isOfKind = (one: EntityType) => one.storedIn === name && sharedTableOf(one)?.kind === row.k;
  return (row.k === null ? undefined : catalog.entityTypes.find(isOfKind)) ?? catalog.existing(name);
}

/** @returns the entity types whose tables hold the records */
function ownersOf(catalog: Catalog, { name, union = [name], storedIn }: EntityType): EntityType[] {
  return storedIn === undefined ? union.map((one) => catalog.existing(one)) : [catalog.existing(storedIn)];
}
