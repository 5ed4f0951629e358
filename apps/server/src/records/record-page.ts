/**
 * What a list answers: records as finished JSON texts and the place of the page in the whole.
 */
export interface RecordPage {
  /** The records, each a JSON object; the door joins them. */
  readonly texts: readonly string[];
  /** Cursor of the first and of the last record; null on an empty page. */
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  /** One cursor a record, for doors that show each record's own. */
  readonly cursors: readonly string[];
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  /** Count of all matches, when it was asked for. */
  readonly total: number | undefined;
}

/** One record as finished JSON text. */
export interface RecordText {
  readonly id: string;
  readonly revision: number;
  readonly text: string;
}
