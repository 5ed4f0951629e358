/**
 * The entity types whose records are the types of other records (`AccountType`, `VehicleType`), and what of a type can be carried to
 * another space. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { typeNameOf } from '../../metadata/custom-entities/api-names.js';
import { storageTypes } from '../../plan/relations/custom-types.js';

export interface RecordType {
  /** Under which a schema file has the types: `VehicleType`. */
  readonly name: string;
  /** The entity type under which they are written. */
  readonly writtenAs: EntityType;
  /** The custom entity type that they belong to; undefined for built-in ones. */
  readonly kind: string | undefined;
  readonly members: readonly TypeMember[];
}

/** A member of a type besides its name. */
export interface TypeMember {
  /** A link is known by the name of the record that it leads to. */
  readonly name: string;
  readonly field: Field;
  /** Of a link. */
  readonly target?: EntityType;
}

/** Members that say when a record was made belong to the space. */
const ofTheSpace: ReadonlySet<string> = new Set(['name', 'entity_api_name', 'created']);

/** @returns those of built-in entity types that can be written */
export function builtInTypes(system: Catalog): RecordType[] {
  return system.entityTypes.flatMap((entityType): RecordType[] => {
    const sorted = system.entityType(entityType.name.replace(/Type$/, ''));
    const isOfRecords =
      sorted !== undefined && sorted !== entityType && entityType.name === typeNameOf(sorted.name) && !sorted.union;
    const isWritable = entityType.operations.includes('create') && entityType.label === 'name';
    if (!isOfRecords || !isWritable || entityType.name === storageTypes.types) return [];
    return [{ name: entityType.name, writtenAs: entityType, kind: undefined, members: membersOf(system, entityType) }];
  });
}

export function typesOfEntityType(system: Catalog, kind: string): RecordType {
  const writtenAs = system.existing(storageTypes.types);
  return { name: typeNameOf(kind), writtenAs, kind, members: membersOf(system, writtenAs) };
}

/** @returns the values that members have when nothing is said of them */
export function typeDefaults(members: readonly TypeMember[]): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    members.flatMap(({ name, field }) =>
      field.default?.kind === 'value' ? [[name, field.default.value] as const] : [],
    ),
  );
}

function membersOf(system: Catalog, { fields }: EntityType): TypeMember[] {
  const names = new Set(fields.map(({ name }) => name));
  return fields.flatMap((field): TypeMember[] => {
    if (field.readOnly || field.derived || field.hidden || ofTheSpace.has(field.name)) return [];
    if (field.kind === 'reference') return linkMember(system, field);
    // A form that names fields by their ids means nothing in another space; one that uses their names does.
    return field.kind === 'value' && !names.has(`${field.name}_api`) ? [{ name: field.name, field }] : [];
  });
}

function linkMember(system: Catalog, field: Extract<Field, { kind: 'reference' }>): TypeMember[] {
  const [link, ...others] = field.links;
  if (link === undefined || others.length > 0) return [];
  return [{ name: link.name, field, target: system.existing(link.target) }];
}
