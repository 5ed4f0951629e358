/** The query parameters that operations have. Pure. */
import { asJsonObject, type JsonObject, type JsonValue } from '@headwater/contract';
import { operationList } from './operation-list.js';

/**
 * A standard operation has the same parameters for every entity type, but for those of a delete.
 * @returns names by standard operation, or by the id of an operation that is none
 */
export function queryParameters(document: JsonObject): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const { path, method, operation, operationId } of operationList(document)) {
    const declared = asJsonObject(asJsonObject(asJsonObject(document.paths)[path])[method]).parameters;
    const key = operation ?? operationId;
    const names = found.get(key) ?? new Set();
    found.set(key, names);
    for (const one of Array.isArray(declared) ? declared : []) {
      const parameter = resolve(document, one);
      if (parameter.in === 'query') names.add(String(parameter.name));
    }
  }
  return Object.fromEntries([...found].map(([key, names]) => [key, [...names]]));
}

function resolve(document: JsonObject, given: JsonValue): JsonObject {
  const parameter = asJsonObject(given);
  if (typeof parameter.$ref !== 'string') return parameter;
  const name = parameter.$ref.split('/').at(-1) ?? '';
  return asJsonObject(asJsonObject(asJsonObject(document.components).parameters)[name]);
}
