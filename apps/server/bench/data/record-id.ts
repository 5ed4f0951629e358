/**
 * Ids of the benchmark's records: a record's place in its collection gives its id, so that requests need no look-up and every
 * database holds the same records.
 */
import { createHash } from 'node:crypto';

export type RecordKind = 'user' | 'account' | 'contact' | 'unit' | 'contact-type' | 'right';

/** The first record of each collection was made then. */
const firstMomentMs = Date.UTC(2023, 0, 2, 8);
/** Between two records of a collection. */
export const intervalMs = 300_000;

/** @returns when the record was made, in milliseconds since 1970 */
export function momentOf(index: number): number {
  return firstMomentMs + index * intervalMs;
}

/** @returns a uuid of version 7, rising with `index` */
export function recordId(kind: RecordKind, index: number): string {
  const time = momentOf(index).toString(16).padStart(12, '0');
  const rest = createHash('sha1').update(`${kind} ${index}`).digest('hex');
  const groups = [time.slice(0, 8), time.slice(8), `7${rest.slice(0, 3)}`, `8${rest.slice(3, 6)}`, rest.slice(6, 18)];
  return groups.join('-');
}
