/**
 * From an error answer to the error class that represents it.
 * The only place that knows which status means what.
 */

import { retryAfterMs } from '../fetch/retry-after.js';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  type ErrorAnswer,
  NotFoundError,
  OutcomeUnknownError,
  ParameterError,
  PermissionError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from './api-errors.js';
import { decodeErrorBody } from './error-body.js';

type ApiErrorClass = new (answer: ErrorAnswer) => ApiError;

const classByStatus: ReadonlyMap<number, ApiErrorClass> = new Map<number, ApiErrorClass>([
  [400, ParameterError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [408, UnavailableError],
  [409, ConflictError],
  [412, ConflictError],
  [422, ValidationError],
  [429, RateLimitError],
  [502, UnavailableError],
  [503, UnavailableError],
  [504, UnavailableError],
]);

/** The code of the error table that says more than its status. */
const outcomeUnknown = 9017;

/**
 * Makes the error of an answer. A status without a class of its own gives an `ApiError`.
 * @param response the answer; only its status and headers are read
 * @param body its body: parsed JSON, or text
 */
export function apiErrorOf(response: Response, body: unknown): ApiError {
  const decoded = decodeErrorBody(body);
  const isUnknown = decoded.code === outcomeUnknown;
  const ErrorClass = isUnknown ? OutcomeUnknownError : (classByStatus.get(response.status) ?? ApiError);
  return new ErrorClass({
    response,
    body,
    decoded,
    retryAfterMs: retryAfterMs(response.headers, Date.now()),
  });
}
