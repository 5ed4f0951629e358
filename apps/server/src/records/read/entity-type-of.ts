/**
 * Finds the entity type of a record of which only the id is known, with one statement for all entity types.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { mayRead } from '../../rights/scoped-catalog.js';
import { sharedTableOf } from '../../sql/custom-values/shared-tables.js';
import { compileEntityTypeOf } from '../../sql/select/compile-entity-type-of.js';
import type { Call } from '../call.js';
import type { RecordStore } from '../record-store.js';

/**
 * @param id a uuid
 * @param among entity types to look among; an abstract one represents those of its records, one that keeps the records of others for
 *   these others
 * @returns the entity type that the space has for the record; undefined when there is no such record, or none that may be read
 */
export async function entityTypeOf(
  { catalog, db }: RecordStore,
  { principal }: Call,
  id: string,
  among: readonly EntityType[],
  includeDeleted: boolean,
): Promise<EntityType | undefined> {
  const tables = [...new Set(among.flatMap((entityType) => ownersOf(catalog, entityType)))];
  if (tables.length === 0) return undefined;
  const [row] = await db.read(
    compileEntityTypeOf(db.dialect, principal.space, id.toLowerCase(), tables, includeDeleted),
  );
  if (!row) return undefined;
  const name = String(row.t);
  const isOfKind = (one: EntityType) => one.storedIn === name && sharedTableOf(one)?.kind === row.k;
  const found = (row.k === null ? undefined : catalog.entityTypes.find(isOfKind)) ?? catalog.existing(name);
  return mayRead(catalog, found) ? found : undefined;
}

/** @returns the entity types whose tables hold the records */
function ownersOf(catalog: Catalog, { name, union = [name], storedIn }: EntityType): EntityType[] {
  return storedIn === undefined ? union.map((one) => catalog.existing(one)) : [catalog.existing(storedIn)];
}
