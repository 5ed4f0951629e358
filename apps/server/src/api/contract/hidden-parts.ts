/**
 * What the documents and type systems of a space lack for a key that does not see all fields: what the entity types as a whole bring in,
 * and as the key has them do not. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { asJsonObject, entityBlocks, type JsonObject, type JsonValue, reverseRelations } from '@headwater/contract';
import type { FieldLimits } from '../../rights/field-rights.js';

/** Of a type system. */
export interface HiddenParts {
  /** Names of types. */
  readonly types: ReadonlySet<string>;
  /** Names of fields, input fields and values, by the name of their type. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

export function hiddenParts({ whole, catalog }: FieldLimits): HiddenParts {
  const types = new Set<string>();
  const members = new Map<string, Set<string>>();
  const reverse = [whole, catalog].map(({ entityTypes }) => reverseRelations(entityTypes));
  const blocksOf = (entityType: EntityType | undefined, index: number) =>
    namesByType(entityType === undefined ? [] : entityBlocks(entityType, true, reverse[index]?.get(entityType.name)));
  const namesOf = (type: string, index: number) => (reverse[index]?.get(type) ?? []).map(({ name }) => name).join();
  for (const entityType of whole.entityTypes) {
    const { name } = entityType;
    if (catalog.entityType(name) === entityType && namesOf(name, 0) === namesOf(name, 1)) continue;
    const own = blocksOf(catalog.entityType(name), 1);
    for (const [type, names] of blocksOf(entityType, 0)) {
      const left = own.get(type);
      const isShared = type === 'Query' || type === 'Mutation';
      if (left === undefined && !isShared) types.add(type);
      const gone = [...names].filter((one) => !left?.has(one));
      if (gone.length > 0) members.set(type, new Set([...(members.get(type) ?? []), ...gone]));
    }
  }
  return { types, members };
}

function namesByType(blocks: ReturnType<typeof entityBlocks>): Map<string, Set<string>> {
  return new Map(
    blocks.map(({ head, lines }) => [
      head.split(' ')[1] ?? '',
      new Set(lines.map(({ text }) => /^\w+/.exec(text)?.[0] ?? '')),
    ]),
  );
}

/** @returns the names of the members of bodies and answers that come of the fields */
export function memberNamesOf({ fields }: EntityType, hidden: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    fields
      .filter(({ name }) => hidden.has(name))
      .flatMap((field) => [field.name, ...(field.kind === 'reference' ? field.links.map(({ name }) => name) : [])]),
  );
}

/** @param schema of an entity type, for whatever it is @returns the same without the members */
export function withoutMembers(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const isShown = (name: JsonValue) => !names.has(String(name));
  const filtered = (list: JsonValue | undefined) => (Array.isArray(list) ? list.filter(isShown) : list);
  const cut = (members: JsonValue | undefined) =>
    Object.fromEntries(Object.entries(asJsonObject(members)).filter(([name]) => isShown(name)));
  const { required, properties, examples, anyOf, enum: values } = schema;
  return {
    ...schema,
    ...(required !== undefined && { required: filtered(required) as JsonValue }),
    ...(properties !== undefined && { properties: cut(properties) }),
    ...(Array.isArray(examples) && { examples: examples.map(cut) }),
    ...(values !== undefined && { enum: filtered(values) as JsonValue }),
    ...(Array.isArray(anyOf) && {
      anyOf: anyOf.filter((one) => (asJsonObject(one).required as JsonValue[] | undefined)?.every(isShown) ?? true),
    }),
  };
}
