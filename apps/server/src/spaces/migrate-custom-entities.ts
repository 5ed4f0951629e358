/**
 * Migrates the custom entity types of a space: adds the Field records of members that came with a later version, and sets the entity
 * type of CustomEntity records that were written before it was stored.
 */
import type { Catalog } from '@headwater/catalog';
import type { EntityRow } from '../metadata/custom-entities/custom-entity-types.js';
import { describeEntityFields } from '../metadata/custom-entities/describe-entity.js';
import { syncDescribed } from '../metadata/sync-described.js';
import { storageTypes } from '../plan/relations/custom-types.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import { fillEntityTypes, recordsWithoutEntityType } from '../sql/tables/spaces.js';

/** @param catalog that all spaces have */
export async function migrateCustomEntities(catalog: Catalog, context: WriteContext): Promise<void> {
  const entities = catalog.entityType('Entity');
  const stored = catalog.entityType(storageTypes.records);
  if (!entities || !stored) return;
  const { dialect, transaction, space } = context;
  const ids = (await transaction.run(recordsWithoutEntityType(dialect, space))).map(({ id }) => String(id));
  if (ids.length > 0) {
    const { revision } = await context.stamp({ entityType: stored, act: 'update', records: ids });
    await transaction.run(fillEntityTypes(dialect, space, revision));
    context.recount(stored);
  }
  const entityTypes = (await readAllStored(context, entities)).flatMap(
    ({ entity_api_name, name_singular, is_deleted }) =>
      typeof entity_api_name === 'string' && is_deleted === false
        ? [{ entity_api_name, name_singular: String(name_singular) } satisfies EntityRow]
        : [],
  );
  const records = entityTypes.flatMap((entityType) => describeEntityFields(catalog, entityType));
  if (records.length > 0) await syncDescribed(context, { entityType: 'Field', records });
}
