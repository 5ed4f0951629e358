/**
 * Puts path parameters into their places.
 * Must not know which operation is called.
 */
import { defaultPathSerializer } from 'openapi-fetch';

/** Segments that would change which address is meant: none, this one, the one above. */
const wandering: ReadonlySet<string> = new Set(['', '.', '..']);

/**
 * Renders a path with its parameters, percent-encoded. Pure.
 * @throws TypeError a parameter is missing, or would lead to another address: an empty id turns a record into its list
 */
export function serializePath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const value = parameters[name];
    if (value === undefined || value === null || wandering.has(String(value))) {
      throw new TypeError(`path parameter "${name}" must be a text that names a place`);
    }
  }
  return defaultPathSerializer(path, parameters);
}
