/**
 * Refusals that come before GraphQL begins (credentials, method, media type), in the first error shape of REST, which clients
 * of the interface know. Errors of operations are rendered elsewhere.
 */
import type { Context } from 'koa';
import type { ApiError } from '../../errors/api-error.js';

export function renderRefusal(ctx: Context, error: ApiError): void {
  ctx.status = error.status;
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Basic realm="restapi"');
  ctx.body = {
    code: error.code,
    name: error.errorName,
    message: error.message,
    http_status: error.status,
    success: false,
  };
}
