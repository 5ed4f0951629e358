/**
 * Lookups over a set of entity types. Pure and independent of where the entity types come from, so that a space with
 * entity types of its own gets a catalog by the same function.
 */

import type { EntityType, Field, V1Names, V1View } from '@headwater/contract';
import { bodyMembersOf, type Member, membersOf } from './members.js';

/** An entity type as REST v1 shows it, whole or the part of it that a view has. */
export interface V1Type {
  readonly entityType: EntityType;
  readonly names: V1Names;
  /** Undefined: all records. */
  readonly view: V1View | undefined;
}

/** Every lookup takes names as a caller sent them: an unknown name gives undefined, also `__proto__` and its like. */
export interface Catalog {
  readonly entityTypes: readonly EntityType[];
  /** By its singular name: `Contact`. */
  entityType(name: string): EntityType | undefined;
  /**
   * By a singular name that the catalog itself holds, such as the target of a relation.
   * @throws Error for any other name
   */
  existing(name: string): EntityType;
  /** By its path segment in REST v100: `Contacts`. */
  byCollection(collection: string): EntityType | undefined;
  /** By its path segment in REST v1: `Stages`. */
  byV1Collection(collection: string): V1Type | undefined;
  /** By its singular name in REST v1: `Stage`. */
  byV1Entity(entity: string): V1Type | undefined;
  /** By its name in the catalog: `owner_id`. Hidden and write-only fields are found as well. */
  field(entityTypeName: string, fieldName: string): Field | undefined;
  /** By the name of a member of a body or an answer, links included: `owner_id` and `owner` both give the field `owner_id`. */
  member(entityTypeName: string, memberName: string): Member | undefined;
  /** All members of an answer in their order; none for an unknown entity type. */
  members(entityTypeName: string): readonly Member[];
}

/**
 * @param entityTypes names, collections and v1 names must each be unique
 * @throws Error when a name represents two entity types
 */
export function buildCatalog(entityTypes: readonly EntityType[]): Catalog {
  const byName = indexBy(entityTypes, (entityType) => entityType.name);
  const collections = indexBy(entityTypes, (entityType) => entityType.collection);
  const parts = new Map(entityTypes.map((entityType) => [entityType.name, partsOf(entityType)]));
  const v1Types = [...parts.values()].flatMap((part) => part.v1Types);
  const v1Collections = indexBy(v1Types, ({ names }) => names.collection);
  const v1Entities = indexBy(v1Types, ({ names }) => names.entity);
  return {
    entityTypes,
    entityType: (name) => byName.get(name),
    existing: (name) => {
      const found = byName.get(name);
      if (!found) throw new Error(`the entity catalog has no entity type "${name}"`);
      return found;
    },
    byCollection: (collection) => collections.get(collection),
    byV1Collection: (collection) => v1Collections.get(collection),
    byV1Entity: (entity) => v1Entities.get(entity),
    field: (entityTypeName, fieldName) => parts.get(entityTypeName)?.fields.get(fieldName),
    member: (entityTypeName, memberName) => parts.get(entityTypeName)?.members.get(memberName),
    members: (entityTypeName) => parts.get(entityTypeName)?.answered ?? [],
  };
}

interface Parts {
  readonly fields: ReadonlyMap<string, Field>;
  /** Of a body, by name. */
  readonly members: ReadonlyMap<string, Member>;
  /** Of an answer, in their order. */
  readonly answered: readonly Member[];
  readonly v1Types: readonly V1Type[];
}

/** Catalogs of spaces have most of their entity types in common. */
const knownParts = new WeakMap<EntityType, Parts>();

function partsOf(entityType: EntityType): Parts {
  const known = knownParts.get(entityType);
  if (known) return known;
  const parts = {
    fields: indexBy(entityType.fields, (field) => field.name),
    members: indexBy(bodyMembersOf(entityType), (member) => member.name),
    answered: membersOf(entityType),
    v1Types: v1TypesOf(entityType),
  };
  knownParts.set(entityType, parts);
  return parts;
}

function v1TypesOf(entityType: EntityType): V1Type[] {
  const { v1, v1Views = [] } = entityType;
  if (v1 === null) return [];
  return [{ entityType, names: v1, view: undefined }, ...v1Views.map((view) => ({ entityType, names: view, view }))];
}

function indexBy<T>(items: readonly T[], nameOf: (item: T) => string | undefined): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item);
    if (name === undefined) continue;
    if (index.has(name)) throw new Error(`"${name}" is in the entity catalog twice`);
    index.set(name, item);
  }
  return index;
}
