/**
 * The errors of parameters, or of what is at a path inside one: one of them, or many together.
 */
import { ApiError } from './api-error.js';

/** @param problem what is wrong, without the path and without a full stop @param hint a sentence that follows */
export function parameterError(at: string, problem: string, hint = ''): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.${hint}`, { at });
}

// The error of a request with invalid parameters: all problems at once.

/** Errors that are listed one by one: there may be more of them than anybody reads. */
const maxListed = 100;

export class ParameterErrors extends ApiError {
  /** Each once, in the order found. Not called `errors`: GraphQL servers take an error with that member for several. */
  readonly all: readonly ApiError[];
  /** Those that are listed one by one. */
  readonly listed: readonly ApiError[];

  /** @param found at least one; some more than once, where a part is read for several others */
  constructor(found: readonly ApiError[]) {
    const errors = [...new Map(found.map((error) => [error.message, error])).values()];
    const listed = errors.slice(0, maxListed);
    const left = errors.length - listed.length;
    const messages = listed.map(({ message }) => message);
    if (left > 0) messages.push(`There are ${left} more errors.`);
    const at = listed[0]?.at;
    super('ERROR_PARAMETER_INVALID', messages.join(' '), at === undefined ? {} : { at });
    this.name = 'ParameterErrors';
    this.all = errors;
    this.listed = listed;
  }
}
