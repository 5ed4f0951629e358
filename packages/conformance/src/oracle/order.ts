/**
 * The order of a list, written once more and apart from any server. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { idsOf, type RecordJson } from '../api/record.js';
import { expectSameList } from '../expectation.js';
import { compareValues, oracleValue } from './oracle-value.js';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/**
 * Expects ids in the order of the keys. Among equals the id decides; the interface leaves open whether ascending or in the
 * direction of the last key, so both pass, but only one of them for the whole list.
 * @param records what should be listed, in any order. @throws ExpectationFailed
 */
export function expectInOrder(
  got: readonly string[],
  records: readonly RecordJson[],
  keys: readonly SortKey[],
  what: string,
): void {
  const withLastKey = idsOf(inOrder(records, keys, keys.at(-1)?.descending ?? false));
  if (isDeepStrictEqual(got, withLastKey)) return;
  expectSameList(got, idsOf(inOrder(records, keys, false)), what);
}

function inOrder(records: readonly RecordJson[], keys: readonly SortKey[], idDescending: boolean): RecordJson[] {
  const allKeys = [...keys, { field: 'id', descending: idDescending }];
  return [...records].sort((left, right) => {
    for (const { field, descending } of allKeys) {
      const difference = compareValues(oracleValue(left[field]), oracleValue(right[field]));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
}

/** @returns the keys as `order-by` writes them */
export function renderOrderBy(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');
}
