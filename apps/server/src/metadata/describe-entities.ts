/**
 * The Entity records that describe the entity types, as the catalog has them. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Operand } from '../plan/list/predicate.js';
import { entityId, systemFieldId } from '../plan/values/metadata-id.js';
import type { DescribedType } from './described-record.js';

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
