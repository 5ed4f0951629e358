/**
 * What the catalog entries of all custom fields have in common, and what they are made of. Pure.
 */
import type { CustomField, EntityType, Field } from '@headwater/catalog';
import type { FieldRow } from './metadata.js';

/** What fields are made of besides their records. */
export interface FieldContext {
  /** All of the system and of the space's own, without custom fields. */
  readonly entityTypes: readonly EntityType[];
  /** A system entity type or one of the space's own, without custom fields. */
  entityType(name: string): EntityType | undefined;
  /** The record of a custom field that is not deleted. */
  row(id: string): FieldRow | undefined;
  /** A field of the space's catalog, by entity type and the name of a member. */
  field(entityType: string, name: string): Field | undefined;
  /** The name of the reference to an option that a Field record, custom or of a system field, represents. */
  choiceField(entityType: string, id: string): string | undefined;
}

export interface CatalogEntry {
  readonly field: Field;
  /** The entity type of the rows of `field`, where it comes with one of its own. */
  readonly rowType?: EntityType;
}

/** How a field is called, and whose it is. */
export type FieldBase = Pick<
  Field,
  'name' | 'description' | 'readOnly' | 'writeOnce' | 'nullable' | 'default' | 'derived' | 'custom'
>;

/** What all kinds of fields have. @param custom what marks the field besides its id and type */
export function fieldBase({ id, api_name, name, type_id }: FieldRow, custom: Partial<CustomField> = {}): FieldBase {
  const mark: CustomField = { id, type: type_id, ...custom };
  return { name: api_name, description: name, readOnly: false, writeOnce: false, nullable: true, custom: mark };
}

/** @returns the name of the member with the id of what a to-one field points at */
export function choiceMember(apiName: string): string {
  return `${apiName}_id`;
}
