/**
 * Migrates the contents of spaces to this version of the server: adds seed data that came later, and the records by which the
 * service describes itself.
 */
import { createHash } from 'node:crypto';
import type { Catalog } from '@headwater/catalog';
import { describeEntities } from '../metadata/describe-entities.js';
import { describeFields } from '../metadata/describe-fields.js';
import { describeTypes } from '../metadata/describe-types.js';
import type { DescribedType } from '../metadata/described-record.js';
import { syncDescribed } from '../metadata/sync-described.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import type { WriteContext } from '../records/write/write-context.js';
import { claimCatalogVersion } from '../sql/tables/spaces.js';
import { describeKeys } from './describe-keys.js';
import { migrateCustomEntities } from './migrate-custom-entities.js';
import { seedGroups } from './seed-records.js';
import { missingGroups, writeSeedRecords } from './write-seed-records.js';

/** Looks only at the directory when all spaces are up to date. Any number of processes may do it at once. */
export async function migrateSpaces(store: RecordStore): Promise<void> {
  const version = versionOf(store.catalog);
  const behind: { space_id: string }[] = await store.db
    .knex('spaces')
    .whereNull('catalog_version')
    .orWhereNot({ catalog_version: version })
    .select('space_id');
  for (const { space_id: space } of behind) {
    await inTransaction(store, systemCall(space), (context) => migrateSpace(store, context));
  }
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
  for (const described of [...describeCatalog(store.catalog), ...inCatalog(store.catalog, [keys])]) {
    await syncDescribed(context, described);
  }
  await migrateCustomEntities(store.catalog, context);
}

const versions = new WeakMap<Catalog, string>();

/** Changes whenever a space would get something that it does not have. */
function versionOf(catalog: Catalog): string {
  let version = versions.get(catalog);
  if (version === undefined) {
    const described = describeCatalog(catalog).map(({ entityType, records }) => [
      entityType,
      records.map(({ id, values }) => [id, ...values]),
    ]);
    const groups = seedGroups(catalog).map(({ records: [{ entityType }], dataSet }) => [entityType, dataSet]);
    version = createHash('sha256')
      .update(JSON.stringify([described, groups]))
      .digest('hex')
      .slice(0, 16);
    versions.set(catalog, version);
  }
  return version;
}

function describeCatalog(catalog: Catalog): DescribedType[] {
  return inCatalog(catalog, [describeFields(catalog), describeEntities(catalog), describeTypes()]);
}

function inCatalog(catalog: Catalog, described: readonly DescribedType[]): DescribedType[] {
  return described.filter(({ entityType }) => catalog.entityType(entityType) !== undefined);
}
