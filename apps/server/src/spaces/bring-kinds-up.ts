/**
 * Brings up what belongs to the entity types that a space has defined itself: the Field records of members that came with a later
 * version, and records of custom entities from before they were told apart.
 */
import { describeKindFields } from '../metadata/custom-entities/describe-kind.js';
import { type KindRow, keepers } from '../metadata/custom-entities/kind-of.js';
import { syncDescribed } from '../metadata/sync-described.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import type { Stamp } from '../sql/write/compile-rows.js';

export async function bringKindsUp(context: WriteContext, stamp: Stamp): Promise<void> {
  const { catalog } = context.store;
  const entities = catalog.entityType('Entity');
  if (!entities || !catalog.entityType(keepers.records)) return;
  await settleKinds(context);
  const kinds = (await readAllStored(context, entities)).flatMap(({ entity_api_name, name_singular, is_deleted }) =>
    typeof entity_api_name === 'string' && is_deleted === false
      ? [{ entity_api_name, name_singular: String(name_singular) } satisfies KindRow]
      : [],
  );
  const records = kinds.flatMap((kind) => describeKindFields(catalog, kind));
  if (records.length > 0) await syncDescribed(context, { entityType: 'Field', records }, stamp);
}

/** A record is of the kind that its type is of. */
async function settleKinds({ store: { db }, transaction, space }: WriteContext): Promise<void> {
  const id = db.dialect.placeholder(1);
  const kind =
    'SELECT t."entity_api_name" FROM "custom_entity_types" t ' +
    `WHERE t."space_id" = ${id} AND t."id" = "custom_entities"."type_id"`;
  const text = `UPDATE "custom_entities" SET "kind" = (${kind}) WHERE "space_id" = ${id} AND "kind" IS NULL`;
  await transaction.run({ text, values: [space] });
}
