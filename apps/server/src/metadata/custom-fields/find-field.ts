/**
 * Finds fields in the catalog of a space by the ids of their Field records. Pure.
 */
import { buildCatalog, type Catalog, type EntityType, type Field } from '@headwater/catalog';
import { apiNameOf } from '../../plan/relations/field-path.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { typeOfField } from '../field-types.js';

export interface FoundField {
  readonly entityType: EntityType;
  readonly field: Field;
}

/** @returns the custom field of a Field record that is not deleted */
export function customFieldById(catalog: Catalog, id: string): FoundField | undefined {
  for (const entityType of catalog.entityTypes) {
    const field = entityType.fields.find(({ custom }) => custom?.id === id);
    if (field) return { entityType, field };
  }
  return undefined;
}

/** @returns the catalog as it would be without a custom field */
export function withoutField(catalog: Catalog, id: string): Catalog {
  const isOther = ({ custom }: Field) => custom?.id !== id;
  return buildCatalog(
    catalog.entityTypes.map((entityType) =>
      entityType.fields.every(isOther) ? entityType : { ...entityType, fields: entityType.fields.filter(isOther) },
    ),
  );
}

/** The id of the Field record of a field, custom or not. */
export function fieldRecordId({ name }: Pick<EntityType, 'name'>, field: Field): string {
  return field.custom?.id ?? systemFieldId(name, field.name);
}

export function customFieldsOf({ fields }: EntityType): Field[] {
  return fields.filter(({ custom }) => custom !== undefined);
}

/** `Contact.cf_budget` */
export function fullName({ entityType, field }: FoundField): string {
  return `${entityType.name}.${apiNameOf(field)}`;
}

/** Whether a field holds one option of a set. */
export function isChoice(field: Field): boolean {
  return field.kind === 'reference' && field.dataSet !== undefined;
}

/** @returns the set of options that a field's values are chosen from */
export function dataSetOf(catalog: Catalog, field: Field): string | undefined {
  if (field.kind === 'reference') return field.dataSet;
  if (field.kind !== 'rows' || typeOfField(field)?.name !== 'multiselect_checkbox') return undefined;
  const chosen = catalog.field(field.target, 'data_id');
  return chosen?.kind === 'reference' ? chosen.dataSet : undefined;
}
