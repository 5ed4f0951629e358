/**
 * Makes a page of the rows that a statement gave: drops the one too many, puts rows in the order of the list, and says whether
 * there are more on either side. Pure.
 */

/** How the rows were requested. */
export interface Walk {
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

export function trimPage<T>(walk: Walk, given: readonly T[]): TrimmedPage<T> {
  const hasMore = given.length > walk.limit;
  const taken = hasMore ? given.slice(0, walk.limit) : given;
  if (taken.length === 0) return { rows: [], hasPreviousPage: false, hasNextPage: false };
  if (walk.backward) {
    return { rows: [...taken].reverse(), hasPreviousPage: hasMore || walk.hasAfter, hasNextPage: walk.hasBefore };
  }
  const keep = walk.keepLast ?? taken.length;
  return {
    rows: taken.slice(Math.max(0, taken.length - keep)),
    hasPreviousPage: walk.hasAfter || keep < taken.length,
    hasNextPage: hasMore || walk.hasBefore,
  };
}
