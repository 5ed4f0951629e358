/**
 * How much one answer may hold, whichever API it is for. Numbers and their reasons only.
 */

/**
 * Records, those of expanded relations and nested pages included. Allows a page of 100 with 100 rows each and a record behind every
 * row; one more page inside would be a million, which nobody reads and one statement should not build.
 */
export const maxAnswerRecords = 25_000;

/** Relations expanded in one request, those on the way to others included: each is a part of the statement. */
export const maxExpandSteps = 100;
