/**
 * What each type of custom fields can do, from the table of the spec (`spec/field-types.yaml`). Data only.
 */
import { type CustomFieldType, type CustomFieldTypeDefinition, customFieldTypes, type Field } from '@headwater/catalog';
import { fieldTypeId } from '../plan/values/metadata-id.js';

/** Bits of the `flag` of Type records. Every type can be that of a custom field. */
const bits = { 'be-calculated': 2, 'have-default': 4, 'be-read-only': 64, 'be-in-formula': 256 } as const;
const isForCustomFields = 1;

/** `relation_type` of Type records. */
export const relation = { none: 0, one: 1, many: 2 } as const;

export type FieldType = CustomFieldTypeDefinition<CustomFieldType>;

/** By their names, as in `type_id` of fields. */
export const fieldTypes = Object.fromEntries(customFieldTypes.map((type) => [type.name, type])) as Readonly<
  Record<CustomFieldType, FieldType>
>;

/** @returns the `flag` of the Type record */
export function flagOf({ can }: FieldType): number {
  return can.reduce((flag, ability) => flag | bits[ability], isForCustomFields);
}

/** @returns undefined for a name that is no type of fields */
export function fieldType(name: string | null): FieldType | undefined {
  return name !== null && Object.hasOwn(fieldTypes, name) ? fieldTypes[name as CustomFieldType] : undefined;
}

/** @returns the type of a custom field; undefined for a system field */
export function typeOfField({ custom }: Field): FieldType | undefined {
  return fieldType(custom?.type ?? null);
}

/** @returns the name of the type whose Type record has this id */
export function fieldTypeName(id: string): string | undefined {
  return Object.keys(fieldTypes).find((name) => fieldTypeId(name) === id.toLowerCase());
}
