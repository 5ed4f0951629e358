/**
 * The address of the record types of an entity type that a space has defined: without an id it answers one record, the default type;
 * all of them are listed among the records of `CustomEntityTypes`. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { asJsonObject, isJsonObject, type JsonObject } from '@headwater/contract';

/** Names one record, which here none needs. */
const idParameter = '#/components/parameters/Id';

/**
 * @param paths with the standard operations of the types
 * @returns the path items that differ
 */
export function defaultTypePaths(
  paths: Readonly<Record<string, JsonObject>>,
  types: readonly EntityType[],
): Record<string, JsonObject> {
  return Object.fromEntries(
    types.flatMap((type) => {
      const path = `/entities/${type.collection}`;
      const get = paths[`${path}/{id}`]?.get;
      return isJsonObject(get) ? [[path, { ...asJsonObject(paths[path]), get: getDefault(get, type) }]] : [];
    }),
  );
}

function getDefault(get: JsonObject, { name, collection }: EntityType): JsonObject {
  const parameters = Array.isArray(get.parameters) ? get.parameters : [];
  const { 'x-operation': _, ...operation } = get;
  return {
    ...operation,
    operationId: `getDefault${name}`,
    tags: [collection],
    summary: 'Get the default type',
    description: 'Answers the type that records get when they name none; all types are in CustomEntityTypes.',
    parameters: parameters.filter((parameter) => asJsonObject(parameter).$ref !== idParameter),
  };
}
