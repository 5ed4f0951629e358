/**
 * What the SQL of a condition depends on besides the condition.
 */
import type { Binder } from '../binder.js';
import type { KnownValue } from '../custom-values/compile-custom-comparison.js';
import type { ReadDialect } from '../dialects/dialect.js';

export interface PredicateContext {
  readonly dialect: ReadDialect;
  readonly binder: Binder;
  /** Deleted rows of to-many relations count as well. */
  readonly includeDeleted: boolean;
  /** The select skips some of the records that match (OFFSET). */
  readonly skipsRecords: boolean;
  /** Relations followed from the listed record to the one that the predicate speaks of. */
  readonly depth: number;
  /** The value of a custom field that the select of the listed records goes along. */
  readonly known?: KnownValue | undefined;
  /** It is in the opposite of something. */
  readonly isNegated?: boolean;
  /** Most of the records that are looked at meet it. */
  readonly isFrequent?: boolean;
}
