/**
 * Migrates the contents of spaces to this version of the server: adds seed data that came later, and the records by which the
 * service describes itself.
 */
import { createHash } from 'node:crypto';
import type { Catalog } from '@headwater/catalog';
import { spacesBehind } from '../db/spaces.js';
import type { EntityRow } from '../metadata/custom-entities/custom-entity-types.js';
import { describeEntityFields } from '../metadata/custom-entities/describe-entity.js';
import { describeEntities, describeFields, describeTypes } from '../metadata/describe-entities.js';
import { type DescribedType, syncDescribed } from '../metadata/sync-described.js';
import { storageTypes } from '../plan/relations/custom-types.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { changedWithoutDraft } from '../records/write/changed-record.js';
import { inTransaction } from '../records/write/run-write.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import { claimCatalogVersion, fillEntityTypes, recordsWithoutEntityType } from '../sql/tables/spaces.js';
import { missingGroups, seedGroups, writeSeedRecords } from './seed-records.js';
import { describeKeys } from './space-keys.js';

/** Looks only at the directory when all spaces are up to date. Any number of processes may do it at once. */
export async function migrateSpaces(store: RecordStore): Promise<void> {
  const version = versionOf(store.catalog);
  for (const space of await spacesBehind(store.db, version)) {
    await inTransaction(store, systemCall(space), (context) => migrateSpace(store, context));
  }
}

/** @returns whether there is nothing to do */
export async function areMigrated({ db, catalog }: RecordStore): Promise<boolean> {
  return (await spacesBehind(db, versionOf(catalog))).length === 0;
}

/** Does nothing in a space that is up to date. @param store by the catalog that all spaces have */
export async function migrateSpace(store: RecordStore, context: WriteContext): Promise<void> {
  const { transaction, space } = context;
  // Of several processes one gets it, and the others wait until it is done.
  const [claimed] = await transaction.run(claimCatalogVersion(store.db.dialect, space, versionOf(store.catalog)));
  if (!claimed) return;
  await context.revision();
  const missing = await missingGroups(store, transaction, space, seedGroups(store.catalog));
  await writeSeedRecords(
    context,
    missing.flatMap(({ records }) => records),
  );
  const keys = await describeKeys(store.db.dialect, transaction, space);
  for (const type of [...describeCatalog(store.catalog), ...inCatalog(store.catalog, [keys])]) {
    await syncDescribed(context, type);
  }
  await migrateCustomEntities(store.catalog, context);
}

const versions = new WeakMap<Catalog, string>();

/** Changes whenever a space would get something that it does not have. */
function versionOf(catalog: Catalog): string {
  let version = versions.get(catalog);
  if (version === undefined) {
    const records = describeCatalog(catalog).map(({ entityType, records }) => [
      entityType,
      records.map(({ id, values }) => [id, ...values]),
    ]);
    const groups = seedGroups(catalog).map(({ records: [{ entityType }], dataSet }) => [entityType, dataSet]);
    version = createHash('sha256')
      .update(JSON.stringify([records, groups]))
      .digest('hex')
      .slice(0, 16);
    versions.set(catalog, version);
  }
  return version;
}

/** A third of the time of making a space; let go when memory is needed, as most processes make few of them. */
const described = new WeakMap<Catalog, WeakRef<DescribedType[]>>();

function describeCatalog(catalog: Catalog): readonly DescribedType[] {
  const known = described.get(catalog)?.deref();
  if (known) return known;
  const made = inCatalog(catalog, [describeFields(catalog), describeEntities(catalog), describeTypes()]);
  described.set(catalog, new WeakRef(made));
  return made;
}

function inCatalog(catalog: Catalog, described: readonly DescribedType[]): DescribedType[] {
  return described.filter(({ entityType }) => catalog.entityType(entityType) !== undefined);
}

// Migrates the custom entity types of a space: adds the Field records of members that came with a later version, and sets the entity
// type of CustomEntity records that were written before it was stored.

/** @param catalog that all spaces have */
async function migrateCustomEntities(catalog: Catalog, context: WriteContext): Promise<void> {
  const entities = catalog.entityType('Entity');
  const stored = catalog.entityType(storageTypes.records);
  if (!entities || !stored) return;
  const { dialect, transaction, space } = context;
  const records = await transaction.run(recordsWithoutEntityType(dialect, space));
  if (records.length > 0) {
    const ids = records.map(({ id }) => String(id));
    const log = records.map((record) => changedWithoutDraft(context, stored, record, 'updated', []));
    const { revision } = await context.stamp({ entityType: stored, act: 'update', records: ids, log });
    await transaction.run(fillEntityTypes(dialect, space, revision));
    context.recount(stored);
  }
  const entityTypes = (await readAllStored(context, entities)).flatMap(
    ({ entity_api_name, name_singular, is_deleted }) =>
      typeof entity_api_name === 'string' && is_deleted === false
        ? [{ entity_api_name, name_singular: String(name_singular) } satisfies EntityRow]
        : [],
  );
  const fields = entityTypes.flatMap((entityType) => describeEntityFields(catalog, entityType));
  if (fields.length > 0) await syncDescribed(context, { entityType: 'Field', records: fields });
}
