/**
 * Reads the standard operations of a api: each is written once, as a template for every entity type that lists it.
 */
import { entityPlaceholders, isJsonObject, type OperationTemplate } from '@headwater/contract';
import { operationNames } from '../entity/entity-model.js';
import type { Spec } from '../spec/load-spec.js';
import { readYaml } from '../spec/read-yaml.js';
import type { ApiName } from './api-name.js';
import { expandPlaceholders } from './expand-placeholders.js';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * @returns what `x-operations` of the api's root names, in the order of all standard operations
 * @throws SpecError with file and place for a key, a method or a placeholder that does not exist
 */
export function operationTemplates(spec: Spec, api: ApiName): OperationTemplate[] {
  const operations = readYaml(spec.folder, `openapi/${api}.yaml`).get('x-operations');
  operations.allowOnly(operationNames);
  // Any entity type shows whether a template has placeholders that none can fill.
  const placeholders = spec.entities[0] && entityPlaceholders(spec.entities[0]);
  return operationNames.flatMap((name) => {
    const given = operations.find(name);
    if (!given) return [];
    given.allowOnly(['method', 'path', 'template']);
    const template = readYaml(spec.folder, given.get('template').asString());
    const path = given.get('path');
    const operation = template.value;
    if (!isJsonObject(operation)) return template.fail('an operation is a map');
    if (placeholders) for (const node of [path, template]) expandPlaceholders(node, placeholders);
    return [{ name, method: given.get('method').asOneOf(methods), path: path.asString(), operation }];
  });
}
