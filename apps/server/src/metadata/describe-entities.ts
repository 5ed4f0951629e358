/**
 * The records by which the service describes itself, as the catalog has them: Entity, Type and Field records. Pure.
 */
import { type Catalog, customFieldTypes, type EntityType, type Field, valueTypes } from '@headwater/catalog';
import type { Operand } from '../plan/list/predicate.js';
import { entityId, fieldTypeId, systemFieldId } from '../plan/values/metadata-id.js';
import { flagOf, relation } from './field-types.js';
import { systemType } from './space-catalog/metadata.js';
import type { DescribedRecord, DescribedType } from './sync-described.js';

/** `access_mode`. */
export const entityAccess = { readOnly: 1, readWrite: 2 } as const;
/** `entity_type` of those that have no code. */
const noCode = 0;

export function describeEntities(catalog: Catalog): DescribedType {
  const codeOf = ({ name }: EntityType) => entityCode(catalog, name);
  const orders = preferenceOrders(catalog, codeOf);
  const shownAsMany = new Set(
    catalog.entityTypes.flatMap(({ fields }) => fields.flatMap((field) => (field.kind === 'rows' ? field.target : []))),
  );
  const records = catalog.entityTypes.map((entityType) => {
    const union = catalog.entityTypes.find((other) => other.union?.includes(entityType.name));
    const values = new Map<string, Operand>([
      ['entity_name', entityType.name],
      ['name_singular', displayName(entityType.name)],
      ['name_plural', displayName(entityType.collection)],
      ['entity_type', codeOf(entityType)],
      ['abstract_entity_id', union === undefined ? null : entityId(union.name)],
      ['access_mode', entityType.operations.includes('create') ? entityAccess.readWrite : entityAccess.readOnly],
      ['allows_multiple_relation', shownAsMany.has(entityType.name)],
      // An abstract one has no fields of its own.
      ['default_view_field_id', systemFieldId(entityType.union?.[0] ?? entityType.name, entityType.label)],
      ['icon', 0],
      ['preference_order', orders.get(entityType.name) ?? 0],
      ['table_name', storedName(entityType)],
      ['is_delete_protected', true],
    ]);
    return { id: entityId(entityType.name), values };
  });
  return { entityType: 'Entity', records };
}

/** The codes are in the catalog: they are what `entity_type` can be. @returns `entity_type` of the entity type of this name */
export function entityCode(catalog: Catalog, name: string): number {
  const field = catalog.field('Entity', 'entity_type');
  const values = field?.kind === 'value' ? (field.enum ?? []) : [];
  return Number(values.find(({ label }) => label === name)?.value ?? noCode);
}

/** Those that have a code come first, in its order. */
function preferenceOrders(catalog: Catalog, codeOf: (entityType: EntityType) => number): ReadonlyMap<string, number> {
  const orderOf = (entityType: EntityType) => codeOf(entityType) || Number.POSITIVE_INFINITY;
  const sorted = [...catalog.entityTypes].sort((a, b) => {
    const [first, second] = [orderOf(a), orderOf(b)];
    return first === second ? (a.name < b.name ? -1 : 1) : first - second;
  });
  return new Map(sorted.map(({ name }, index) => [name, index + 1]));
}

/** `AccountRoles` is shown as "Account roles"; capitals that are together stay so: "Account KPIs". */
function displayName(name: string): string {
  const [first = '', ...others] = name.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/);
  const lowered = others.map((word) => (/^[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
  return [first, ...lowered].join(' ');
}

/** What the records say themselves, where they do. */
function storedName({ name, fields }: EntityType): string {
  const own = fields.find((field) => field.name === 'table_name')?.derived;
  if (own?.kind === 'constant' && typeof own.value === 'string') return own.value;
  return displayName(name).toLowerCase().replaceAll(' ', '_');
}

/**
 * The Type records: what kinds of fields there are and what they can do. Pure.
 */
export function describeTypes(): DescribedType {
  const records = customFieldTypes.map((type) => {
    const { name } = type;
    const single = type.relation !== 'many';
    const values = new Map<string, Operand>([
      ['name', name],
      ['primitive_type', type.primitive],
      ['relation_type', relation[type.relation]],
      ['flag', flagOf(type)],
      ['container_size', type.value?.maxLength ?? 0],
      ['is_filterable', true],
      ['is_groupable', single && type.value?.type !== 'text'],
      ['is_selectable', true],
      ['is_sortable', single],
      ['is_delete_protected', true],
    ]);
    return { id: fieldTypeId(name), values };
  });
  return { entityType: 'Type', records };
}

/**
 * The Field records that describe the system fields, as the catalog has them. Pure.
 */
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
  const name = fieldDisplayName(field.name);
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
function fieldDisplayName(fieldName: string): string {
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
