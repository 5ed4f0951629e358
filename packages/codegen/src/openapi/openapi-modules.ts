/**
 * The TypeScript modules made from the two OpenAPI documents: their types, the documents themselves, and the list of
 * operations. Reads the spec's files; writes none.
 */
import {
  asJsonObject,
  componentReferences,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationTemplate,
} from '@headwater/contract';
import openapiTS, { astToString } from 'openapi-typescript';
import { operationNames } from '../entity/entity-model.js';
import { generatedHeader, parsed } from '../generated-header.js';
import type { Spec } from '../spec/load-spec.js';
import { type ApiName, apiNames } from './api-name.js';
import { bundleDocument, schemaGenerators } from './bundle-document.js';
import { type OperationEntry, operationList } from './operation-list.js';
import { operationTemplates } from './operation-templates.js';

/** @returns texts by file name */
export async function openapiModules(spec: Spec): Promise<Record<string, string>> {
  const documents = apiNames.map((api) => ({ api, document: bundleDocument(spec, api) }));
  const files: Record<string, string> = {
    'standard-operation.ts': standardOperationModule(),
    'operations.ts': operationsModule(documents),
  };
  for (const { api, document } of documents) {
    files[`${api}-handlers.ts`] = await typesModule(api, handlerDocument(document, idMembers(spec, api)));
    files[`${api}-document.ts`] = documentModule(api, document);
  }
  // Clients of REST v1 are older than its types could be.
  files['v100.ts'] = await typesModule('v100', bundleDocument(spec, 'v100'));
  files['v100-templates.ts'] = templatesModule(operationTemplates(spec, 'v100'));
  files['v100-parts.ts'] = partsModule(bundleDocument(spec, 'v100'));
  files['v100-names.ts'] = namesModule(bundleDocument(spec, 'v100'));
  return files;
}

const header = (api: string) =>
  generatedHeader(`spec/openapi/${api}.yaml, spec/openapi/entities and what they refer to`);

/** @returns the schemas of entity types, with the id member of those that are records */
function idMembers(spec: Spec, api: ApiName): ReadonlyMap<string, string | undefined> {
  const records = spec.entities.flatMap(({ name, v1 }) => (api === 'v100' ? name : (v1?.entity ?? [])));
  const idMember = api === 'v100' ? 'id' : 'ID';
  const bodies = [...schemaGenerators[api](spec).keys()].filter((name) => name !== 'FilterOperator');
  return new Map([
    ...bodies.map((name) => [name, undefined] as const),
    ...records.map((name) => [name, idMember] as const),
  ]);
}

async function typesModule(api: ApiName, document: JsonObject): Promise<string> {
  const nodes = await openapiTS(structuredClone(document) as never, {
    // A member with a default may still be left out of a body.
    defaultNonNullable: false,
    transform: withoutAlternatives,
  });
  return `${header(api)}\n\n${astToString(nodes)}`;
}

/**
 * "At least one of these members" has no type of its own: openapi-typescript makes it `unknown`, and with it the whole body.
 * The types leave it to the server.
 */
function withoutAlternatives(schema: { anyOf?: readonly object[] }): undefined {
  const onlyRequires = (part: object) => Object.keys(part).join() === 'required';
  if (schema.anyOf?.every(onlyRequires)) delete schema.anyOf;
  return undefined;
}

function documentModule(api: ApiName, document: JsonObject): string {
  return [
    header(api),
    "import type { OpenApiDocument } from '../open-api-document.js';",
    `export const ${api}Document: OpenApiDocument = ${parsed(document)};\n`,
  ].join('\n\n');
}

/** The standard operations as they are before an entity type is filled in: entity types that spaces define get theirs from these. */
function templatesModule(templates: readonly OperationTemplate[]): string {
  return [
    header('v100'),
    "import type { OperationTemplate } from '../operation-template.js';",
    `export const v100Templates: readonly OperationTemplate[] = ${parsed(templates)};\n`,
  ].join('\n\n');
}

/** What the document has besides entity types: who shows these parts needs not load all of it. */
function partsModule(document: JsonObject): string {
  const isSpecial = (operation: JsonValue) => isJsonObject(operation) && operation['x-operation'] === undefined;
  const paths = Object.entries(asJsonObject(document.paths)).filter(([, item]) =>
    Object.values(asJsonObject(item)).every(isSpecial),
  );
  const { parameters, responses } = asJsonObject(document.components);
  return [
    header('v100'),
    "import type { OpenApiDocument } from '../open-api-document.js';",
    '/** Path items of the operations that are no standard operation of an entity type. */',
    `export const v100SpecialPaths: OpenApiDocument['paths'] = ${parsed(Object.fromEntries(paths))};`,
    '/** Of `components`. */',
    `export const v100SharedParts: OpenApiDocument['components'] = ${parsed({ parameters, responses })};\n`,
  ].join('\n\n');
}

/** What a program looks up in the document at its start: the document itself is long, and loaded by those only who show it. */
function namesModule(document: JsonObject): string {
  const schemas = Object.keys(asJsonObject(asJsonObject(document.components).schemas));
  return [
    header('v100'),
    '/** Of `components.schemas`. */',
    `export const v100SchemaNames: readonly string[] = ${JSON.stringify(schemas, null, 2)};`,
    '/** Names of query parameters by standard operation, or by the id of one that is none. */',
    `export const v100QueryParameters: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(queryParameters(document), null, 2)};\n`,
  ].join('\n\n');
}

function standardOperationModule(): string {
  const names = operationNames.map((name) => `'${name}'`).join(' | ');
  return `${header('{v100,v1}')}\n\nexport type StandardOperation = ${names};\n`;
}

function operationsModule(documents: readonly { api: ApiName; document: JsonObject }[]): string {
  const lists = documents.map(({ api, document }) => ({ api, list: operationList(document) }));
  return [
    header('{v100,v1}'),
    "import type { Operation } from '../operation.js';",
    ...lists.map(({ api, list }) => operationsOf(api, list)),
    '',
  ].join('\n\n');
}

function operationsOf(api: ApiName, list: readonly OperationEntry[]): string {
  const special = list.filter((entry) => entry.operation === null).map((entry) => `'${entry.operationId}'`);
  const typeName = api === 'v100' ? 'V100' : 'V1';
  return [
    `/** Operations of ${api} that are no standard operation of an entity type. */`,
    `export type ${typeName}SpecialOperation = ${special.join(' | ') || 'never'};`,
    '',
    `export const ${api}Operations: readonly Operation<${typeName}SpecialOperation>[] = ${parsed(list)};`,
  ].join('\n');
}

// A document cut to what the handlers of a server are checked against: one operation of each name, over records of any entity type. The
// thousand operations of a document are some twenty of them.

/**
 * @param idMembers schemas that entity types have of their own, and the id member of those that are records; undefined: a body
 * @returns a document whose paths are the names of operations, which are also their ids
 */
function handlerDocument(document: JsonObject, idMembers: ReadonlyMap<string, string | undefined>): JsonObject {
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

// The query parameters that operations have. Pure.

/**
 * A standard operation has the same parameters for every entity type, but for those of a delete.
 * @returns names by standard operation, or by the id of an operation that is none
 */
function queryParameters(document: JsonObject): Readonly<Record<string, readonly string[]>> {
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
