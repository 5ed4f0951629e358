/**
 * Reads what a space has defined itself: one statement for each table of metadata.
 */
import type { Catalog, Field } from '@headwater/catalog';
import type { Database } from '../../db/database.js';
import { spaceParameter } from '../../sql/binder.js';
import { column } from '../../sql/compile-value.js';
import { recordsOf } from '../../sql/record-source.js';
import type { KindRow } from '../kinds/kind-of.js';
import { kindsOf } from '../kinds/kinds-of.js';
import { systemType } from './field-kinds.js';
import type { FieldRow, SpaceMetadata } from './metadata.js';

const fieldMembers: readonly (keyof FieldRow)[] = [
  'id',
  'entity_name',
  'api_name',
  'name',
  'type_id',
  'is_unique',
  'default_value',
  'calc_formula',
  'data_set_id',
  'sequence_pattern',
  'lookup',
  'rollup',
  'relation_id',
  'shared_with_field_id',
  'parent_options_field_id',
];

/** @param system the catalog that the metadata tables are in */
export async function readMetadata(db: Database, system: Catalog, space: string): Promise<SpaceMetadata> {
  const [fields, kinds] = [await readFields(db, system, space), await readKinds(db, system, space)];
  return { fields, kinds: kindsOf(system, kinds) };
}

async function readFields(db: Database, system: Catalog, space: string): Promise<FieldRow[]> {
  const { dialect } = db;
  const entityType = system.existing('Field');
  const members = entityType.fields
    .filter(({ name }) => fieldMembers.some((member) => member === name))
    .map((field) => [field.name, dialect.jsonValue(column('t', field.name), typeOf(field))] as const);
  const text =
    `SELECT ${dialect.jsonText(dialect.jsonObject(members))} AS j FROM ${recordsOf(dialect, entityType)} t ` +
    `WHERE t.space_id = ${dialect.placeholder(spaceParameter)} AND t.system_type = ${systemType.custom} ` +
    'AND NOT t.is_deleted ORDER BY t.id';
  const rows = await db.read({ text, values: [space] });
  return rows.map(({ j }) => JSON.parse(String(j)) as FieldRow);
}

/** @returns the Entity records that the space has made and not deleted, oldest first */
async function readKinds(db: Database, system: Catalog, space: string): Promise<KindRow[]> {
  const { dialect } = db;
  const texts = ['entity_api_name', 'name_singular'] as const;
  const members = texts.map((name) => [name, dialect.jsonValue(column('t', name), 'string')] as const);
  const text =
    `SELECT ${dialect.jsonText(dialect.jsonObject(members))} AS j FROM ${recordsOf(dialect, system.existing('Entity'))} t ` +
    `WHERE t.space_id = ${dialect.placeholder(spaceParameter)} AND t.entity_api_name IS NOT NULL ` +
    'AND NOT t.is_deleted ORDER BY t.id';
  const rows = await db.read({ text, values: [space] });
  return rows.map(({ j }) => JSON.parse(String(j)) as KindRow);
}

function typeOf(field: Field) {
  return field.kind === 'value' ? field.type : 'uuid';
}
