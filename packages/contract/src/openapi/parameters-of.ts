/** Chooses the parameters that an operation has for one entity type. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json-value.js';

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
