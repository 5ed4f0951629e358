/**
 * Shows a failure that no command expects.
 */
import { DatabaseAway } from '../db/until-ready.js';
import { ApiError } from '../errors/api-error.js';

/**
 * What the system or the database says is reported as it is; a failure of our own is shown with its stack: the operator of the
 * command has the machine.
 */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `${error.message}${cause}`;
  }
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DatabaseAway) return error.message;
  if ('code' in error && typeof error.code === 'string') return `${error.message || 'failed'} (${error.code})`;
  return error.stack ?? error.message;
}
