/**
 * Filters that must all hold as one.
 */
import type { Filter } from '../../request/filter.js';

/** @param filters null where every record is found */
export function allOf(filters: readonly (Filter | null)[]): Filter | null {
  const active = filters.filter((filter) => filter !== null);
  return active.length > 1 ? { kind: 'and', filters: active } : (active[0] ?? null);
}
