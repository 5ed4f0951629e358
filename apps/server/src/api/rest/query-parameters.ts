/**
 * The query parameters that operations of REST v100 have, from the document.
 */
import {
  type StandardOperation,
  type V100SpecialOperation,
  v100Document,
  v100Operations,
} from '@headwater/openapi-types';

type RestOperation = StandardOperation | V100SpecialOperation;

/** Other spellings that are taken. */
const spellings: Readonly<Record<string, readonly string[]>> = { 'include-deleted': ['include_deleted'] };

const namesByOperation = readNames();
const allNames: ReadonlySet<string> = new Set([...namesByOperation.values()].flatMap((names) => [...names]));

/** @returns the names of the parameters that the operation has, in every spelling */
export function queryParameters(operation: RestOperation): ReadonlySet<string> {
  return namesByOperation.get(operation) ?? new Set();
}

/** @returns whether some operation has a parameter of that name */
export function isQueryParameter(name: string): boolean {
  return allNames.has(name);
}

interface Parameter {
  readonly in: string;
  readonly name: string;
}

/** A standard operation has the same parameters for every entity type, but for those of a delete. */
function readNames(): Map<RestOperation, ReadonlySet<string>> {
  const { paths, components } = v100Document;
  const resolve = (given: Parameter | { readonly $ref: string }): Parameter =>
    '$ref' in given ? (components.parameters?.[given.$ref.split('/').at(-1) ?? ''] as Parameter) : given;
  const found = new Map<RestOperation, Set<string>>();
  for (const { path, method, operation, operationId } of v100Operations) {
    const declared = paths[path]?.[method] as { readonly parameters?: readonly Parameter[] } | undefined;
    const names = (declared?.parameters ?? []).map(resolve).flatMap((one) => (one.in === 'query' ? one.name : []));
    const key = operation ?? operationId;
    const known = found.get(key) ?? new Set();
    found.set(key, known);
    for (const name of names) for (const spelling of [name, ...(spellings[name] ?? [])]) known.add(spelling);
  }
  return found;
}
