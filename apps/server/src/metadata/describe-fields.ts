/**
 * The Field records that describe the system fields, as the catalog has them. Pure.
 */
import { type Catalog, type EntityType, type Field, valueTypes } from '@headwater/catalog';
import type { Operand } from '../plan/list/predicate.js';
import { systemFieldId } from '../plan/values/metadata-id.js';
import type { DescribedRecord, DescribedType } from './described-record.js';
import { systemType } from './space-catalog/metadata.js';

export function describeFields(catalog: Catalog): DescribedType {
  // Abstract entity types have no fields of their own.
  const concrete = catalog.entityTypes.filter(({ union }) => !union);
  return { entityType: 'Field', records: concrete.flatMap(describeFieldsOf) };
}

/** @returns one record for each field that is not custom */
export function describeFieldsOf(entityType: EntityType): DescribedRecord[] {
  return entityType.fields
    .filter(({ hidden, custom }) => !hidden && custom === undefined)
    .map((field) => ({ id: systemFieldId(entityType.name, field.name), values: fieldValues(entityType, field) }));
}

function fieldValues(entityType: EntityType, field: Field): ReadonlyMap<string, Operand> {
  const name = displayName(field.name);
  const type = typeName(field);
  return new Map<string, Operand>([
    ['entity_name', entityType.name],
    ['api_name', field.name],
    ['name', name],
    ['translated_name', name],
    ['type_id', type],
    ['source_type_id', type],
    ['source_field_id', systemFieldId(entityType.name, field.name)],
    ['primitive_type', primitiveType(field)],
    ['column_name', field.name],
    ['system_type', systemType.system],
    ['system_required', entityType.required.includes(field.name)],
    ['system_readonly', field.readOnly || field.derived !== undefined],
    ['is_unique', field.kind === 'value' && field.unique === true],
    ['default_value', field.default?.kind === 'value' ? String(field.default.value) : null],
    ['data_set_id', field.kind === 'reference' ? (field.dataSet ?? null) : null],
    ['relation_with_entity_id', relatedEntity(field)],
    ['lookup', lookup(field)],
    ['options', options(field)],
    ['has_draft', false],
    ['is_published', true],
    ['is_available_for_webresource', false],
    ['use_in_global_search', false],
    ['use_in_interface_preview', false],
    ['is_delete_protected', true],
  ]);
}

/** `zip_code` is shown as "Zip code". */
function displayName(fieldName: string): string {
  const words = fieldName.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function typeName(field: Field): string {
  if (field.kind === 'money') return 'currency_foreign';
  if (field.kind === 'rows') return 'lookup';
  if (field.kind === 'reference') return field.dataSet === undefined ? 'lookup' : 'dropdown';
  if (field.format === 'email') return 'email';
  return field.format === 'uri' ? 'url' : valueTypes[field.type].shownAs;
}

function primitiveType(field: Field): string {
  if (field.kind === 'rows') return 'array';
  if (field.kind === 'money') return 'object';
  if (field.kind === 'reference') return 'string';
  return valueTypes[field.type].json;
}

function relatedEntity(field: Field): string | null {
  if (field.kind === 'rows') return field.target;
  return field.kind === 'reference' ? field.targets.join(',') : null;
}

function lookup(field: Field): string | null {
  const target = relatedEntity(field);
  return target === null ? null : JSON.stringify({ entity_name: target, many: field.kind === 'rows' });
}

/** The values of an integer enum and what they represent. */
function options(field: Field): string | null {
  if (field.kind !== 'value' || !field.enum) return null;
  return JSON.stringify({ is_bit_mask: field.bitMask === true, values: field.enum });
}
