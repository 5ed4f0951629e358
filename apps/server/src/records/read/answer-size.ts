/**
 * Bounds how many records an answer holds: what is expanded is counted by the statement that reads it, before it reads any of them.
 */
import type { Row } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';

/**
 * @param rows of a statement of `ReadCompiler`
 * @throws ApiError `ERROR_PARAMETER_INVALID` when the answer would hold more records than are allowed
 */
export function checkAnswerSize(rows: readonly Row[], maxRecords: number): void {
  const records = Number(rows[0]?.n ?? 0);
  if (records <= maxRecords) return;
  const message = `expand: the answer would hold ${records} records, where ${maxRecords} are allowed. Expand fewer relations, or read smaller pages.`;
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'expand' });
}
