/**
 * The path items of entity types: the standard operations, each written once as a template, applied to every entity type that
 * lists them. Pure.
 */
import type { EntityType, OperationName } from '../entity-type.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json-value.js';
import { expandTemplate } from './expand-template.js';
import { withParametersOf } from './parameters-of.js';
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
