/**
 * Dry runs: writes that are tried and undone. Whatever the operation is, its call says so, and its answer.
 */
import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { closestName } from '../../errors/closest-name.js';
import { type QueryReader, queryParameters, type RestOperation } from './query-reader.js';

export const dryRunParameter = 'dry-run';

/**
 * @returns whether a request only tries its write; one with an invalid value is rejected with the other errors of its query
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a write that cannot be tried
 * @spec openapi#/components/parameters/DryRun
 */
export function asksDryRun(method: string, operation: RestOperation, query: QueryReader<string>): boolean {
  if (!queryParameters(operation).has(dryRunParameter)) {
    if (method !== 'GET' && method !== 'HEAD') rejectDryRun(query);
    return false;
  }
  // A name alone means true to many, and must not become a write.
  if (query.all(dryRunParameter).includes('')) query.error(dryRunParameter, 'must be true or false');
  return query.flag(dryRunParameter);
}

/** Who means to try a write must not come to one. */
function rejectDryRun({ ignored }: QueryReader<string>): void {
  const at = ignored.find((name) => closestName(name, [dryRunParameter]) !== undefined);
  if (at === undefined) return;
  const message = `${at}: is not a parameter here, as this request cannot be tried. Nothing was done; leave the parameter out.`;
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at });
}

/** Says in an answer that nothing was written. A tag in it would name a state that nobody can read, and perhaps another one soon. */
export function showDryRun(ctx: Context): void {
  ctx.set('Dry-Run', 'true');
  ctx.remove('ETag');
}
