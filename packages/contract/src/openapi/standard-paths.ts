/**
 * The path items of entity types: the standard operations, each written once as a template, applied to every entity type that
 * lists them. Pure.
 */
import type { EntityType, OperationName } from '../entity-type.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json-value.js';
import { expandTemplate } from './expand-template.js';
import { entityPlaceholders } from './words.js';

/** A standard operation before it is known of which entity type. */
export interface OperationTemplate {
  /** As entity types list it: `batch-modify`. */
  readonly name: OperationName;
  readonly method: string;
  /** `/entities/{{collection}}/{id}` */
  readonly path: string;
  /** The operation object of OpenAPI, with placeholders. */
  readonly operation: JsonObject;
}

/**
 * @returns path items by path; each operation carries `x-entity-type` and `x-operation`
 * @throws Error for a placeholder that entity types have no words for
 */
export function standardPaths(
  templates: readonly OperationTemplate[],
  entityTypes: readonly EntityType[],
): Record<string, JsonObject> {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const entity of entityTypes) {
    const placeholders = entityPlaceholders(entity);
    for (const { name, method, path, operation } of templates) {
      if (!entity.operations.includes(name)) continue;
      const reject = (problem: string): never => {
        throw new Error(`template of ${name}: ${problem}`);
      };
      const expandedPath = String(expandTemplate(path, placeholders, reject));
      const expanded = expandTemplate(operation, placeholders, reject);
      if (!isJsonObject(expanded)) return reject('an operation is a map');
      const item = paths[expandedPath] ?? {};
      paths[expandedPath] = item;
      const own = withParametersOf(entity.name, expanded);
      item[method] = { ...own, 'x-entity-type': entity.name, 'x-operation': name };
    }
  }
  return paths;
}

// Chooses the parameters that an operation has for one entity type. Pure.

/** Names the entity types for which alone an item of `parameters` is in a template. */
const onlyIn = 'x-only-in';

/** @returns the operation without the parameters of other entity types */
export function withParametersOf(entityType: string, operation: JsonObject): JsonObject {
  const { parameters } = operation;
  if (!Array.isArray(parameters)) return operation;
  return { ...operation, parameters: parameters.flatMap((parameter) => parameterOf(entityType, parameter)) };
}

function parameterOf(entityType: string, parameter: JsonValue): JsonValue[] {
  if (!isJsonObject(parameter) || !Object.hasOwn(parameter, onlyIn)) return [parameter];
  const { [onlyIn]: entityTypes, ...others } = parameter;
  return Array.isArray(entityTypes) && entityTypes.includes(entityType) ? [others] : [];
}
