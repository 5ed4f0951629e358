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
