/**
 * Records that the service keeps of itself: every space has them, and what they say follows from the catalog. Knows no database.
 */
import type { Operand } from '../plan/list/predicate.js';

export interface DescribedRecord {
  readonly id: string;
  /** Canonical values by field name; fields left out are null. */
  readonly values: ReadonlyMap<string, Operand>;
}

/** All records of one entity type that the service itself keeps in a space. */
export interface DescribedType {
  readonly entityType: string;
  readonly records: readonly DescribedRecord[];
}
