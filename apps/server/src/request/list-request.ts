/**
 * A request for records as data: a list, one record, groups of likely duplicates; what REST v100, REST v1 and GraphQL
 * ask for alike. Knows no entity type.
 */

import type { ListArguments } from './list-arguments.js';
import type { Selection } from './selection.js';

export interface ListRequest extends ListArguments {
  readonly entityType: string;
  readonly selection: Selection;
  /** Count all matches as well. */
  readonly withTotal: boolean;
  /** The same object comes again, for other calls: its plan is worth keeping. */
  readonly isCached?: boolean;
}

export interface GetRequest {
  readonly entityType: string;
  readonly id: string;
  readonly selection: Selection;
  readonly includeDeleted: boolean;
}

/**
 * A request for groups of records that are likely one, as data. Knows no entity type.
 */
export interface DuplicatesRequest {
  readonly entityType: string;
  /** Groups of the page, 1 to 100. */
  readonly first: number;
  /** A cursor as the caller sent it. */
  readonly after?: string;
}
