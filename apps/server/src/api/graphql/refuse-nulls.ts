/**
 * Refuses null for arguments that are left out to keep what is there, and of which nothing can be taken away.
 */
import { ApiError } from '../../errors/api-error.js';
import { eachOf } from '../../errors/refusals.js';

/**
 * @param at the field that has the arguments
 * @throws ParameterErrors with each of these arguments that is null
 */
export function refuseNulls<Given extends object>(
  given: Given,
  names: readonly (keyof Given & string)[],
  at: string,
): void {
  eachOf(names, (name) => {
    if (given[name] !== null) return;
    const place = `${at}.${name}`;
    throw new ApiError('ERROR_PARAMETER_INVALID', `${place}: is null; leave it out to keep it as it is.`, {
      at: place,
    });
  });
}
