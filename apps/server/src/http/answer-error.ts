/**
 * Answers an error in the shape of the API that was called, and reports internal failures to the log.
 */
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';

/** Gets what went wrong inside, with the request id that the caller was given; for logs. */
export type FailureListener = (error: unknown, requestId: string) => void;

/** @returns the JSON body that an API answers an error with */
export type RenderError = (error: ApiError) => unknown;

/** @param error an ApiError is shown as it is, all else is masked */
export function answerError(ctx: Context, error: unknown, render: RenderError, onFailure: FailureListener): void {
  const requestId = String(ctx.state.requestId);
  const shown = error instanceof ApiError ? error : maskedError(error, requestId);
  // What ends because the caller has gone is no failure.
  const isDropped = shown.errorName === 'ERROR_UNAVAILABLE' && (ctx.res.destroyed || ctx.req.socket.destroyed);
  // A crowd would fill the log: the metrics count it.
  const isCrowd = shown.errorName === 'ERROR_OVERLOADED';
  if (shown.status >= 500 && !isDropped && !isCrowd) onFailure(error, requestId);
  ctx.status = shown.status;
  const isChallenged = Boolean(ctx.response.get('WWW-Authenticate'));
  if (shown.errorName === 'ERROR_UNAUTHORIZED' && !isChallenged) ctx.set('WWW-Authenticate', 'Basic realm="restapi"');
  if (shown.status === 503 || shown.status === 429) askToRetry(ctx, shown.retryAfterSeconds);
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(render(shown));
}

/** The server itself tries to reach its database again at the next request. */
export function askToRetry(ctx: Context, seconds = 1): void {
  ctx.set('Retry-After', String(seconds));
}

/** @returns the members that errors of REST v100 and all errors before an operation is read have: shape A of the interface */
export function errorBody({ code, errorName: name, message, status }: ApiError) {
  return { code, name, message, http_status: status, success: false } as const;
}

function maskedError(cause: unknown, requestId: string): ApiError {
  const message = `Something went wrong inside the service. It was logged as request ${requestId}.`;
  return new ApiError('ERROR_INTERNAL', message, { cause });
}
