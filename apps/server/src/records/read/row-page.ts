/**
 * A page of related records inside the JSON of a record: as the database writes it, and trimmed.
 */
import { encodeCursor } from '../../plan/list/cursor.js';
import { type PageBounds, trimPage } from './trim-page.js';

type Json = { [key: string]: unknown };

/** What the statement writes for a to-many relation that is requested as a page. */
export interface WrittenRowPage {
  /** Up to one row more than requested: `c` the sort values and id, `n` the record. */
  readonly rows: readonly { readonly c: readonly unknown[]; readonly n: Json }[];
  readonly bounds: PageBounds;
  /** Count of all matches, when it was requested. */
  readonly total?: number;
}

export interface RowPage {
  /** `c` the cursor, `n` the record, in the order of the list. */
  readonly rows: readonly { readonly c: string; readonly n: Json }[];
  /** Whether records follow the page, and whether some precede it. */
  readonly more: boolean;
  readonly before: boolean;
  readonly total?: number;
}

export function trimRowPage({ rows, bounds, total }: WrittenRowPage): RowPage {
  const page = trimPage(bounds, rows);
  return {
    rows: page.rows.map(({ c, n }) => ({ c: encodeCursor(c), n })),
    more: page.hasNextPage,
    before: page.hasPreviousPage,
    ...(total === undefined ? {} : { total }),
  };
}
