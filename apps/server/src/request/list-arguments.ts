/**
 * Which records of a list, and in which order.
 */
import type { Filter } from './filter.js';

export interface Sort {
  /** Member names, through to-one relations: `['owner', 'email']`. */
  readonly path: readonly string[];
  readonly descending: boolean;
  /** Where the caller wrote it, for error messages. */
  readonly at: string;
}

/** Which records of the ordered, filtered result; cursors as the caller sent them. */
export interface CursorWindow {
  readonly kind: 'cursor';
  /** 1 to 100. Absent with `last` given: only `last` counts; both absent: 30. */
  readonly first?: number;
  /** 1 to 100. With `first`: the last M of the first N. */
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
}

/** The window of the older interface; skips `offset` records. */
export interface OffsetWindow {
  readonly kind: 'offset';
  /** Records at most; null: no limit. */
  readonly limit: number | null;
  readonly offset: number;
}

export interface ListArguments {
  readonly filter: Filter | null;
  readonly sort: readonly Sort[];
  readonly window: CursorWindow | OffsetWindow;
  readonly includeDeleted: boolean;
}
