/**
 * The values that members get by a change. Pure.
 */
import type { Change } from './change.js';
import type { Json } from './schema.js';

/** @returns what the members are to have; what is to have nothing gets its default value, or null */
export function valuesOf(members: Change['members'], defaults: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(members).map(([name, { to }]) => [name, to ?? defaults[name] ?? null]));
}
