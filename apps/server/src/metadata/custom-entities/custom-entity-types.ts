/**
 * The two entity types of each custom entity that a space defines: that of its records and that of their types. Both are made from the
 * system's CustomEntity and CustomEntityType, in whose tables their records are stored. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { storageTypes } from '../../plan/relations/custom-types.js';
import { queryNames, typeNameOf } from './api-names.js';
import { namesMadeOf, newNameProblem } from './taken-names.js';

/** An Entity record, cut to what its entity types follow from. */
export interface EntityRow {
  readonly entity_api_name: string;
  readonly name_singular: string;
}

/**
 * An entity whose name means something else by now, such as an entity type that came with a later version, has none until it is removed:
 * all others go on.
 * @param rows the Entity records that are not deleted, oldest first
 */
export function customEntityTypes(system: Catalog, rows: readonly EntityRow[]): EntityType[] {
  const usable: EntityRow[] = [];
  const taken = new Set<string>();
  for (const row of rows) {
    const name = row.entity_api_name;
    const names = namesMadeOf(name);
    if (newNameProblem(name, system, []) !== undefined || names.some((one) => taken.has(one))) continue;
    usable.push(row);
    for (const one of names) taken.add(one);
  }
  return usable.flatMap((row) => [customEntityType(system, row), customRecordType(system, row)]);
}

/** @param system a catalog that has the entity types for custom entities @returns that of the records, without custom fields */
export function customEntityType(system: Catalog, { entity_api_name: name, name_singular }: EntityRow): EntityType {
  const base = system.existing(storageTypes.records);
  return {
    ...base,
    ...namesOf(name),
    description: `${name_singular}: a record of a custom entity.`,
    fields: base.fields.map((field) => withDefaultType(withOwnType(field, typeNameOf(name)))),
    required: base.required.filter((member) => member !== typeMember),
    storedIn: base.name,
    customFields: true,
  };
}

/** @returns the entity type of the record types; they are written as CustomEntityTypes */
function customRecordType(system: Catalog, { entity_api_name, name_singular }: EntityRow): EntityType {
  const base = system.existing(storageTypes.types);
  const name = typeNameOf(entity_api_name);
  return {
    ...base,
    ...namesOf(name),
    description: `A type of the records of the custom entity ${name_singular}.`,
    operations: base.operations.filter((operation) => operation === 'list' || operation === 'get'),
    fields: base.fields.map((field) => withOwnType(field, name)),
    storedIn: base.name,
  };
}

function namesOf(name: string): Pick<EntityType, 'name' | 'collection' | 'v1' | 'graphql'> {
  return { name, collection: name, v1: { entity: name, collection: name }, graphql: queryNames(name) };
}

/** Tells the record type of a record. */
const typeMember = 'type_id';

function withDefaultType(field: Field): Field {
  if (field.name !== typeMember) return field;
  const description = 'The type of the record; the only one when left out, which needs exactly one to be there.';
  return { ...field, description, default: { kind: 'only-record' } };
}

/** Records of a custom entity type have types of their own. */
function withOwnType(field: Field, typeName: string): Field {
  if (field.kind !== 'reference' || !field.targets.includes(storageTypes.types)) return field;
  return { ...field, targets: [typeName], links: field.links.map((link) => ({ ...link, target: typeName })) };
}
