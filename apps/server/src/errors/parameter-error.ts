/**
 * The error of one parameter, or of what is at a path inside one.
 */
import { ApiError } from './api-error.js';

/** @param problem what is wrong, without the path and without a full stop @param hint a sentence that follows */
export function parameterError(at: string, problem: string, hint = ''): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.${hint}`, { at });
}
