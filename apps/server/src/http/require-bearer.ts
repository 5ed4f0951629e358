/**
 * Asks for a token that the operator has chosen, as `Authorization: Bearer`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';

/** @throws ApiError `ERROR_UNAUTHORIZED`, with the header `WWW-Authenticate` set */
export function requireBearer(ctx: Context, token: string): void {
  // Digests have the same length, and comparing them takes the same time whatever they are.
  if (timingSafeEqual(digestOf(`Bearer ${token}`), digestOf(ctx.get('Authorization')))) return;
  ctx.set('WWW-Authenticate', 'Bearer realm="metrics"');
  throw new ApiError('ERROR_UNAUTHORIZED', 'Send the token of the metrics as Authorization: Bearer.');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
