/**
 * Look-up in the error table of the spec.
 */
import { type ErrorName, errors } from './generated/catalog.js';
import type { ErrorDefinition } from './types.js';

const byName = new Map<string, ErrorDefinition>(errors.map((error) => [error.name, error]));

/** @returns the entry of the error table; every name of the table has one */
export function errorByName(name: ErrorName): ErrorDefinition {
  const found = byName.get(name);
  if (!found) throw new Error(`the error table has no entry "${name}"`);
  return found;
}
