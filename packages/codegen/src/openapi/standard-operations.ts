/**
 * Applies the standard operations, each written once as a template, to every entity type that lists them.
 */
import { type EntityModel, operationNames } from '../entity/entity-model.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../spec/json-value.js';
import { readYaml } from '../spec/read-yaml.js';
import type { SpecNode } from '../spec/spec-node.js';
import { expandPlaceholders } from './expand-placeholders.js';
import { entityPlaceholders } from './words.js';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * @param operations `x-operations` of a root: for each standard operation its method, path and template
 * @returns path items by path; each operation carries `x-entity-type` and `x-operation`
 */
export function standardOperations(
  specFolder: string,
  operations: SpecNode,
  entities: readonly EntityModel[],
): Record<string, JsonObject> {
  operations.allowOnly(operationNames);
  const templates = operationNames.flatMap((name) => {
    const operation = operations.find(name);
    if (!operation) return [];
    operation.allowOnly(['method', 'path', 'template']);
    const template = readYaml(specFolder, operation.get('template').asString());
    return [{ name, method: operation.get('method').asOneOf(methods), path: operation.get('path'), template }];
  });
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const entity of entities) {
    const placeholders = entityPlaceholders(entity);
    for (const { name, method, path, template } of templates) {
      if (!entity.operations.includes(name)) continue;
      const expandedPath = String(expandPlaceholders(path, placeholders));
      const operation = expandPlaceholders(template, placeholders);
      if (!isJsonObject(operation)) return template.fail('an operation is a map');
      paths[expandedPath] ??= {};
      paths[expandedPath][method] = { ...operation, 'x-entity-type': entity.name, 'x-operation': name };
    }
  }
  return paths;
}
