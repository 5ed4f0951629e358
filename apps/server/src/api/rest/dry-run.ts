/**
 * Dry runs: writes that are tried and undone. Whatever the operation is, its call says so, and its answer.
 */
import type { Context } from 'koa';
import { type QueryReader, queryParameters, type RestOperation } from './query-reader.js';

export const dryRunParameter = 'dry-run';

/**
 * @returns whether a request only tries its write; one with an invalid value is rejected with the other errors of its query
 * @spec openapi#/components/parameters/DryRun
 */
export function asksDryRun(operation: RestOperation, query: QueryReader<string>): boolean {
  if (!queryParameters(operation).has(dryRunParameter)) return false;
  // A name alone means true to many, and must not become a write.
  if (query.all(dryRunParameter).includes('')) query.error(dryRunParameter, 'must be true or false');
  return query.flag(dryRunParameter);
}

/** Says in an answer that nothing was written. A tag in it would name a state that nobody can read, and perhaps another one soon. */
export function showDryRun(ctx: Context): void {
  ctx.set('Dry-Run', 'true');
  ctx.remove('ETag');
}
