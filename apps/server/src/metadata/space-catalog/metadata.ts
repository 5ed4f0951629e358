/**
 * What a space has defined itself, as data: the rows of its metadata tables that its catalog is made of. Knows no database.
 */
import type { CustomFieldType, EntityType, RollUpFunction } from '@headwater/catalog';

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
