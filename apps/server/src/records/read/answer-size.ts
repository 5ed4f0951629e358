/**
 * Bounds how many records an answer holds, before any of them is read: expanded relations can lead in circles.
 */
import type { Row } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { maxAnswerRecords } from '../../request/answer-limits.js';
import type { Statement } from '../../sql/binder.js';

/**
 * @param size what counts the records of the answer; undefined where they need no count
 * @throws ApiError `ERROR_PARAMETER_INVALID` for more than 25,000
 */
export async function checkAnswerSize(
  size: Statement | undefined,
  run: (statement: Statement) => Promise<Row[]>,
): Promise<void> {
  if (size === undefined) return;
  const records = Number((await run(size))[0]?.n ?? 0);
  if (records <= maxAnswerRecords) return;
  const message = `expand: the answer would hold ${records} records, where ${maxAnswerRecords} are allowed. Expand fewer relations, or read smaller pages.`;
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'expand' });
}
