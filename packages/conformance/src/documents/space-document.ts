/**
 * What the document of a space has beyond that of the interface: members of schemas, and entity types. Pure.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { isJsonObject, type Json, type JsonObject } from '../http/json.js';

export interface SpaceDocument {
  /** Entity types that the interface does not have, by name in the order of their first path. */
  readonly entityTypes: readonly string[];
  /** The interface's document with the schemas, members and paths that are only in the space's. */
  readonly document: OpenApiDocument;
}

/**
 * What the space's document says of the interface's own parts counts for nothing: a server cannot promise less by publishing less.
 * @param shared the document of the interface
 * @param own the document of the space
 */
export function readSpaceDocument(shared: OpenApiDocument, own: JsonObject): SpaceDocument {
  const paths = objectsIn(own.paths).filter(([path]) => !Object.hasOwn(shared.paths, path));
  const named = paths.flatMap(([, item]) => objectsIn(item).map(([, operation]) => operation['x-entity-type']));
  const schemas = objectsIn(childOf(own.components, 'schemas'));
  const sharedSchemas = shared.components.schemas as Readonly<Record<string, JsonObject>>;
  const merged = schemas.map(([name, schema]) => {
    const before = Object.hasOwn(sharedSchemas, name) ? sharedSchemas[name] : undefined;
    return [name, before === undefined ? schema : withAddedMembers(before, schema)];
  });
  return {
    entityTypes: [...new Set(named.filter((name) => typeof name === 'string'))],
    document: {
      ...shared,
      paths: { ...shared.paths, ...Object.fromEntries(paths) },
      components: { ...shared.components, schemas: { ...sharedSchemas, ...Object.fromEntries(merged) } },
    },
  };
}

/** @returns the schema with the properties, and the values of an enumeration, that only the other has */
function withAddedMembers(schema: JsonObject, own: JsonObject): JsonObject {
  if (Array.isArray(schema.enum) && Array.isArray(own.enum)) {
    return { ...schema, enum: [...new Set<Json>([...schema.enum, ...own.enum])] };
  }
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const added = objectsIn(own.properties).filter(([name]) => !Object.hasOwn(properties, name));
  if (added.length === 0) return schema;
  const names = added.map(([name]) => name);
  const required = Array.isArray(own.required) ? own.required.filter((name) => names.includes(String(name))) : [];
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(added) },
    ...(required.length > 0 && { required: [...(Array.isArray(schema.required) ? schema.required : []), ...required] }),
  };
}

function childOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** The members of an object that are objects. */
export function objectsIn(value: Json | undefined): [string, JsonObject][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]): [string, JsonObject][] =>
    isJsonObject(item) ? [[name, item]] : [],
  );
}
