/**
 * How much one answer may hold, whichever API it is for. Numbers and their reasons only.
 */

/** What the operator lets one answer hold; each interface keeps to it. */
export interface AnswerLimits {
  /** Records, those of expanded relations and nested pages included. */
  readonly records: number;
  /** Bytes that a request reads from the database. */
  readonly bytes: number;
}

/**
 * The records are a page of 100 with 100 rows each and a record behind every row; one more page inside would be a million, which nobody
 * reads and one statement should not build. The bytes are these records with all their members, about 2,500 bytes each.
 */
export const defaultAnswerLimits: AnswerLimits = { records: 25_000, bytes: 67_108_864 };

/** Relations expanded in one request, those on the way to others included: each is a part of the statement. */
export const maxExpandSteps = 100;
