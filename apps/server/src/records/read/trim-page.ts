/**
 * Makes a page of the rows that a statement gave: drops the one too many, puts rows in the order of the list, and says whether
 * there are more on either side. Pure.
 */

/** How the rows were requested. */
export interface PageBounds {
  /** Records requested; the statement gives one more when there are more. */
  readonly limit: number;
  /** The rows come from the end of the list. */
  readonly backward: boolean;
  /** Keep only so many from the end of what was requested. */
  readonly keepLast?: number | null;
  readonly hasAfter: boolean;
  readonly hasBefore: boolean;
}

export interface TrimmedPage<T> {
  readonly rows: readonly T[];
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}

export function trimPage<T>(bounds: PageBounds, given: readonly T[]): TrimmedPage<T> {
  const hasMore = given.length > bounds.limit;
  const taken = hasMore ? given.slice(0, bounds.limit) : given;
  if (taken.length === 0) return { rows: [], hasPreviousPage: false, hasNextPage: false };
  if (bounds.backward) {
    return { rows: [...taken].reverse(), hasPreviousPage: hasMore || bounds.hasAfter, hasNextPage: bounds.hasBefore };
  }
  const keep = bounds.keepLast ?? taken.length;
  return {
    rows: taken.slice(Math.max(0, taken.length - keep)),
    hasPreviousPage: bounds.hasAfter || keep < taken.length,
    hasNextPage: hasMore || bounds.hasBefore,
  };
}
