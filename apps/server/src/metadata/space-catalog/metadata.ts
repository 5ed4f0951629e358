/**
 * What a space has defined itself, as data: the rows of its metadata tables that its catalog is made of, and how they
 * are read.
 */
import type { Catalog, CustomFieldType, EntityType, Field, RollUpFunction } from '@headwater/catalog';
import type { Database } from '../../db/database.js';
import { compileJsonRows } from '../../sql/select/compile-find.js';
import { column } from '../../sql/select/compile-value.js';
import { customEntityTypes, type EntityRow } from '../custom-entities/custom-entity-types.js';

/** `system_type` of Field records. */
export const systemType = { system: 1, custom: 3 } as const;

export interface SpaceMetadata {
  /** Custom fields, oldest first. */
  readonly fields: readonly FieldRow[];
  /** Entity types of the space's own, without their custom fields. */
  readonly entityTypes: readonly EntityType[];
}

export interface StoredMetadata {
  readonly living: SpaceMetadata;
  /** With those deleted that can come back, after all that are not deleted. `living` itself where none are deleted. */
  readonly withDeleted: SpaceMetadata;
}

/** A Field record of a custom field, cut to what its catalog entry follows from. */
export interface FieldRow {
  readonly id: string;
  readonly entity_name: string;
  readonly api_name: string;
  readonly name: string;
  readonly type_id: CustomFieldType;
  readonly is_unique: boolean | null;
  readonly default_value: string | null;
  readonly calc_formula: string | null;
  readonly data_set_id: string | null;
  readonly sequence_pattern: string | null;
  readonly lookup: LookupSettings | null;
  readonly rollup: RollUpSettings | null;
  /** Of a lookup: the Field record that began the relation, this one or the one on the other side. */
  readonly relation_id: string | null;
  readonly shared_with_field_id: string | null;
  readonly parent_options_field_id: string | null;
}

/** `lookup` of a Field record. */
export interface LookupSettings {
  /** The entity type that it points at. */
  readonly entity_name: string;
  /** It takes any number of records. */
  readonly many: boolean;
}

/** `rollup` of a Field record. */
export interface RollUpSettings {
  readonly relation: string;
  readonly function: RollUpFunction;
  readonly field?: string | null;
  readonly filter?: Readonly<Record<string, string | number | boolean | null>> | null;
}

// Reads what a space has defined itself: one statement for each table of metadata.

/** A row of metadata, deleted or not. */
type Stored<Row> = Row & { readonly is_deleted: boolean };

const fieldMembers: readonly (keyof Stored<FieldRow>)[] = [
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
  'is_deleted',
];

/** @param system the catalog that the metadata tables are in */
export async function readMetadata(db: Database, system: Catalog, space: string): Promise<StoredMetadata> {
  const [fields, entities] = [await readFields(db, system, space), await readEntities(db, system, space)];
  const living = { fields: fields.filter(isLiving), entityTypes: customEntityTypes(system, entities.filter(isLiving)) };
  const isAllLiving = fields.every(isLiving) && entities.every(isLiving);
  return { living, withDeleted: isAllLiving ? living : { fields, entityTypes: customEntityTypes(system, entities) } };
}

function isLiving({ is_deleted }: Stored<object>): boolean {
  return !is_deleted;
}

/** @returns the custom fields that the space has made, oldest first, and behind them those that are deleted */
async function readFields(db: Database, system: Catalog, space: string): Promise<Stored<FieldRow>[]> {
  const { dialect } = db;
  const entityType = system.existing('Field');
  const members = entityType.fields
    .filter(({ name }) => fieldMembers.some((member) => member === name))
    .map((field) => [field.name, dialect.jsonValue(column('t', field.name), typeOf(field))] as const);
  const isCustom = `t.system_type = ${systemType.custom}`;
  const rows = await db.read(compileJsonRows(dialect, space, entityType, members, isCustom));
  return rows.map(({ j }) => JSON.parse(String(j)) as Stored<FieldRow>);
}

/** @returns the Entity records that the space has made, oldest first, and behind them those that are deleted */
async function readEntities(db: Database, system: Catalog, space: string): Promise<Stored<EntityRow>[]> {
  const { dialect } = db;
  const texts = ['entity_api_name', 'name_singular'] as const;
  const members = [
    ...texts.map((name) => [name, dialect.jsonValue(column('t', name), 'string')] as const),
    ['is_deleted', dialect.jsonValue(column('t', 'is_deleted'), 'boolean')] as const,
  ];
  const isCustom = 't.entity_api_name IS NOT NULL';
  const rows = await db.read(compileJsonRows(dialect, space, system.existing('Entity'), members, isCustom));
  return rows.map(({ j }) => JSON.parse(String(j)) as Stored<EntityRow>);
}

function typeOf(field: Field) {
  return field.kind === 'value' ? field.type : 'uuid';
}
