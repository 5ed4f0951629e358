/**
 * The names that the OpenAPI and GraphQL documents already use: a custom entity type can have none of them, or a
 * document would define one name twice. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { mutationNames, queryNames as rootNames, typeNames } from '@headwater/graphql-types';
import { v100Operations, v100SchemaNames } from '@headwater/openapi-types';
import { apiNameProblem, queryNames, typeNameOf } from './api-names.js';

/** With these endings documents name what goes with an entity type, in GraphQL and in OpenAPI. */
const endings = [
  ...['Connection', 'Edge', 'Filter', 'Order', 'OrderField', 'CreateInput', 'UpdateInput', 'BatchResult'],
  ...['Create', 'Update', 'Key'],
];

/** With these words in front of the name of an entity type, the ids of its operations begin. */
const verbs = [
  ...['list', 'get', 'create', 'update', 'upsert', 'delete', 'restore'],
  ...['batchModify', 'batchDelete', 'batchRestore'],
];

/**
 * @param catalog of the system or of a space, whose names are taken
 * @param deleted api names of custom entity types that were deleted, and may come back
 * @returns what is wrong with an api name; undefined: nothing
 */
export function newNameProblem(apiName: string, catalog: Catalog, deleted: readonly string[] = []): string | undefined {
  const problem = apiNameProblem(apiName);
  if (problem !== undefined) return problem;
  const names = namesMadeOf(apiName);
  const gone = deleted.find((other) => clash(apiName, other));
  if (gone !== undefined) {
    const isSame = gone.toLowerCase() === apiName.toLowerCase();
    return isSame
      ? `is the name of a deleted entity: restore ${gone} with batch-restore, or choose another name.`
      : `is too near to the name of the deleted entity ${gone}: choose another one.`;
  }
  const taken = namesOfCatalog(catalog);
  const holder = names.map((name) => taken.get(name)).find((found) => found !== undefined);
  if (holder?.toLowerCase() === apiName.toLowerCase()) return `is taken: there is an entity type ${holder}.`;
  if (holder !== undefined) return `is too near to the name of the entity type ${holder}: choose another one.`;
  const reserved = reservedNames();
  return names.some((name) => reserved.has(name))
    ? 'is a name that the interface itself uses: choose another one.'
    : undefined;
}

/** Whether two custom entity types cannot be beside each other. */
function clash(first: string, second: string): boolean {
  const names = new Set(namesMadeOf(first));
  return namesMadeOf(second).some((name) => names.has(name));
}

/** All that is named after a custom entity type, in lower case: names that differ only in case are taken for each other too easily. */
export function namesMadeOf(apiName: string): string[] {
  return [apiName, typeNameOf(apiName)].flatMap(namesAfter);
}

function namesAfter(name: string): string[] {
  const { many, one } = queryNames(name);
  return lowered([name, ...endings.map((ending) => name + ending), many, one]);
}

const known = new WeakMap<Catalog, ReadonlyMap<string, string>>();

/** @returns entity types by all that is named after them, in lower case */
function namesOfCatalog(catalog: Catalog): ReadonlyMap<string, string> {
  let names = known.get(catalog);
  if (!names) {
    names = new Map(catalog.entityTypes.flatMap((one) => namesOfType(one).map((name) => [name, one.name] as const)));
    known.set(catalog, names);
  }
  return names;
}

function namesOfType({ name, collection, v1, graphql }: EntityType): string[] {
  const own = [collection, graphql.many, graphql.one, ...(v1 ? [v1.collection, v1.entity] : [])];
  return [...endings.map((ending) => name + ending), ...own, name].map((one) => one.toLowerCase());
}

let reserved: ReadonlySet<string> | undefined;

/** Of types and root fields of GraphQL, of schemas of OpenAPI, and those that a verb would make the name of an operation that is there. */
function reservedNames(): ReadonlySet<string> {
  reserved ??= new Set(
    lowered([
      ...typeNames,
      ...rootNames,
      ...v100SchemaNames,
      ...objectsOf([...v100Operations.map(({ operationId }) => operationId), ...mutationNames]),
    ]),
  );
  return reserved;
}

/** @returns what the operations do something with */
function objectsOf(operations: readonly string[]): string[] {
  return operations.flatMap((operation) =>
    verbs.flatMap((verb) => (operation.startsWith(verb) ? operation.slice(verb.length) : [])),
  );
}

function lowered(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase());
}
