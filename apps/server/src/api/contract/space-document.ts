/**
 * What the OpenAPI document of a space says beyond that of the service: members of custom fields in the schemas of their entity types,
 * and the schemas, paths and tags of entity types of its own. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { addedSchemas, entitySchemas, type JsonObject, standardPaths } from '@headwater/contract';
import { type OpenApiDocument, v100Templates } from '@headwater/openapi-types';
import type { AddedParts } from './added-parts.js';
import { defaultTypePaths } from './default-type-paths.js';
import { type DocumentText, insertedAtEnd } from './document-text.js';
import type { Edit } from './edit-text.js';
import { neededSchemas } from './needed-schemas.js';

/**
 * @param document the one of the service
 * @param text the same
 * @returns what to change in the text
 */
export function spaceEdits(
  document: OpenApiDocument,
  text: DocumentText,
  catalog: Catalog,
  { fields, entityTypes }: AddedParts,
): Edit[] {
  const collectionOf = (name: string) => catalog.entityType(name)?.collection ?? name;
  const known = document.components.schemas as Readonly<Record<string, JsonObject>>;
  const schemaOf = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined);
  const changed = fields.flatMap(({ entityType, fields: added }) =>
    Object.entries(addedSchemas(entityType, added, schemaOf, collectionOf)),
  );
  const paths = pathsOf(entityTypes);
  const fresh = neededSchemas([paths, Object.fromEntries(changed)], (name) =>
    schemaOf(name) === undefined ? generatedSchema(catalog, name, collectionOf) : undefined,
  );
  return [
    ...changed.flatMap(([name, schema]) => {
      const place = text.schema.get(name);
      return place === undefined ? [] : [{ ...place, text: JSON.stringify(schema) }];
    }),
    insertedAtEnd(text.schemas, fresh),
    insertedAtEnd(text.paths, paths),
    { ...text.tags, text: JSON.stringify([...document.tags, ...entityTypes.map(tagOf)].sort(byName)) },
  ];
}

function pathsOf(entityTypes: readonly EntityType[]): Readonly<Record<string, JsonObject>> {
  const standard = standardPaths(v100Templates, entityTypes);
  const types = entityTypes.filter(({ storedIn }) => storedIn === 'CustomEntityType');
  return { ...standard, ...defaultTypePaths(standard, types) };
}

/** Component schemas are called by their entity type and what they are for. */
const purposes = ['', 'Create', 'Update', 'Row', 'Key'];

function generatedSchema(
  catalog: Catalog,
  name: string,
  collectionOf: (name: string) => string,
): JsonObject | undefined {
  for (const purpose of purposes) {
    const entityType = name.endsWith(purpose)
      ? catalog.entityType(name.slice(0, name.length - purpose.length))
      : undefined;
    const schema = entityType && entitySchemas(entityType, collectionOf)[name];
    if (schema !== undefined) return schema;
  }
  return undefined;
}

function tagOf({ collection, description }: EntityType): { readonly name: string; readonly description: string } {
  return { name: collection, description };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
