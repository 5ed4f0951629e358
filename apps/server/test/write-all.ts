/**
 * Many writes at once of which none may fail.
 */
import type { ApiError } from '../src/errors/api-error.js';
import type { WriteContext } from '../src/records/write/write-context.js';
import type { WriteOutcome } from '../src/records/write/write-outcome.js';
import { writeRecords } from '../src/records/write/write-records.js';
import type { WriteItem } from '../src/request/write-request.js';

/** Ends the transaction, so that nothing of it is kept. */
export class WritesRejected extends Error {
  override readonly name = 'WritesRejected';

  constructor(readonly failures: readonly { readonly index: number; readonly error: ApiError }[]) {
    super(failures.map(({ index, error }) => `${index}: ${error.message}`).join('; '));
  }
}

/** @throws WritesRejected when some of them fail */
export async function writeAll(context: WriteContext, items: readonly WriteItem[]): Promise<WriteOutcome[]> {
  const outcomes = await writeRecords(context, items);
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'failed' ? [{ index, error: outcome.error }] : [],
  );
  if (failures.length > 0) throw new WritesRejected(failures);
  return outcomes;
}
