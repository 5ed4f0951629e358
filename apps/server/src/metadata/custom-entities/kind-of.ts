/**
 * The entity types of a kind, which a space has defined itself by an Entity record: that of its records and that of their types. Both
 * are like the system's entity types for custom entities, among whose records theirs are stored. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { keepers } from '../../plan/relations/custom-types.js';
import { queryNames, typeNameOf } from './kind-names.js';

/** An Entity record of a kind, cut to what its entity types follow from. */
export interface KindRow {
  readonly entity_api_name: string;
  readonly name_singular: string;
}

/** @param system a catalog that has the entity types for custom entities @returns that of the records, without custom fields */
export function kindOf(system: Catalog, { entity_api_name: name, name_singular }: KindRow): EntityType {
  const keeper = system.existing(keepers.records);
  return {
    ...keeper,
    ...namesOf(name),
    description: `${name_singular}: a record of a custom entity.`,
    fields: keeper.fields.map((field) => withDefaultType(withOwnType(field, typeNameOf(name)))),
    required: keeper.required.filter((member) => member !== typeMember),
    keptIn: keeper.name,
    customFields: true,
  };
}

/** @returns the entity type of the kind's record types; they are written as CustomEntityTypes */
export function typeOfKind(system: Catalog, { entity_api_name, name_singular }: KindRow): EntityType {
  const keeper = system.existing(keepers.types);
  const name = typeNameOf(entity_api_name);
  return {
    ...keeper,
    ...namesOf(name),
    description: `A type of the records of the custom entity ${name_singular}.`,
    operations: keeper.operations.filter((operation) => operation === 'list' || operation === 'get'),
    fields: keeper.fields.map((field) => withOwnType(field, name)),
    keptIn: keeper.name,
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

/** Records of a kind have types of that kind. */
function withOwnType(field: Field, typeName: string): Field {
  if (field.kind !== 'reference' || !field.targets.includes(keepers.types)) return field;
  return { ...field, targets: [typeName], links: field.links.map((link) => ({ ...link, target: typeName })) };
}
