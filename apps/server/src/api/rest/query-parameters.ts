/**
 * The query parameters that operations of REST v100 have, from the document.
 */
import { type StandardOperation, type V100SpecialOperation, v100QueryParameters } from '@headwater/openapi-types';

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

function readNames(): Map<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(v100QueryParameters).map(([operation, names]) => [
      operation,
      new Set(names.flatMap((name) => [name, ...(spellings[name] ?? [])])),
    ]),
  );
}
