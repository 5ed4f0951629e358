/**
 * The order of a list, written once more and apart from any server. Pure.
 */
import { idOf, type RecordJson } from '../doors/record.js';
import type { Json } from '../http/json.js';
import { compareValues, type OracleValue } from './oracle-value.js';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** @returns the records in the order of the keys, ties broken by ascending id */
export function inOrder(records: readonly RecordJson[], keys: readonly SortKey[]): RecordJson[] {
  return [...records].sort((left, right) => {
    for (const { field, descending } of keys) {
      const difference = compareValues(oracleValue(left[field]), oracleValue(right[field]));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return compareValues(idOf(left), idOf(right));
  });
}

/** @returns the keys as `order-by` writes them */
export function renderOrderBy(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');
}

/** @throws Error for arrays and objects, which have no order: a mistake in a check */
export function oracleValue(value: Json | undefined): OracleValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') throw new Error('an array or object has no place in an order');
  return value;
}
