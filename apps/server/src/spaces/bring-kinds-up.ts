/**
 * Brings up what belongs to the entity types that a space has defined itself: the Field records of members that came with a later
 * version, and records of custom entities from before they were told apart.
 */
import { describeKindFields } from '../metadata/custom-entities/describe-kind.js';
import { type KindRow, keepers } from '../metadata/custom-entities/kind-of.js';
import { syncDescribed } from '../metadata/sync-described.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import { fillRecordKinds } from '../sql/tables/spaces.js';
import type { Stamp } from '../sql/write/compile-rows.js';

export async function bringKindsUp(context: WriteContext, stamp: Stamp): Promise<void> {
  const { catalog } = context.store;
  const entities = catalog.entityType('Entity');
  if (!entities || !catalog.entityType(keepers.records)) return;
  const { dialect, transaction, space } = context;
  await transaction.run(fillRecordKinds(dialect, space));
  const kinds = (await readAllStored(context, entities)).flatMap(({ entity_api_name, name_singular, is_deleted }) =>
    typeof entity_api_name === 'string' && is_deleted === false
      ? [{ entity_api_name, name_singular: String(name_singular) } satisfies KindRow]
      : [],
  );
  const records = kinds.flatMap((kind) => describeKindFields(catalog, kind));
  if (records.length > 0) await syncDescribed(context, { entityType: 'Field', records }, stamp);
}
