/**
 * A document cut to what the handlers of a server are checked against: one operation of each name, over records of any entity type. The
 * thousand operations of a document are some twenty of them.
 */
import { asJsonObject, componentReferences, type JsonObject, type JsonValue } from '@headwater/contract';
import { operationList } from './operation-list.js';

/**
 * @param idMembers schemas that entity types have of their own, and the id member of those that are records; undefined: a body
 * @returns a document whose paths are the names of operations, which are also their ids
 */
export function handlerDocument(document: JsonObject, idMembers: ReadonlyMap<string, string | undefined>): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { operation, operationId, method, path } of operationList(document)) {
    const name = operation ?? operationId;
    const found = asJsonObject(asJsonObject(asJsonObject(document.paths)[path])[method]);
    const known = asJsonObject(paths[`/${name}`]?.[method] ?? {});
    // Some entity types have parameters that others lack.
    const parameters = distinct([...parametersOf(known), ...parametersOf(found)]);
    paths[`/${name}`] = { [method]: { ...found, operationId: name, parameters } };
  }
  return { ...document, paths, components: reachable(asJsonObject(document.components), paths, idMembers) };
}

function parametersOf({ parameters }: JsonObject): readonly JsonValue[] {
  return Array.isArray(parameters) ? parameters : [];
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function reachable(
  components: JsonObject,
  paths: JsonObject,
  idMembers: ReadonlyMap<string, string | undefined>,
): JsonObject {
  const found: Record<string, Record<string, JsonValue>> = {};
  const waiting = componentReferences(paths);
  for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
    const { kind, name } = reference;
    found[kind] ??= {};
    if (found[kind][name] !== undefined) continue;
    const component = asJsonObject(asJsonObject(components[kind])[name]);
    const isOfEntity = kind === 'schemas' && idMembers.has(name);
    found[kind][name] = isOfEntity ? anyOf(component, idMembers.get(name)) : component;
    waiting.push(...componentReferences(found[kind][name]));
  }
  return found;
}

/** @returns a schema of what the entity types have alike */
function anyOf({ type = 'object' }: JsonObject, idMember: string | undefined): JsonObject {
  if (type !== 'object') return { type };
  if (idMember === undefined) return { type, additionalProperties: true };
  return { type, required: [idMember], properties: { [idMember]: {} } };
}
