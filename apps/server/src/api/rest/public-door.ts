/**
 * The door to files that are public: whoever knows the address gets the content, without credentials. It takes nothing else.
 */
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { findPublicPlace } from '../../records/content/content-place.js';
import { answerContent } from './content-operations.js';

/** Space, key, and a name that only tells people what the address leads to. */
const addressForm = /^\/public\/([a-z0-9_-]{1,63})\/([0-9a-f]{40})(?:\/[^/]*)?$/;

/**
 * @returns a middleware that answers requests for public files and passes on all others
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, the same for what never was, what is gone and what is no longer public
 */
export function publicDoor(deps: ServerDeps): Middleware {
  return async (ctx, next) => {
    const [, space, publicKey] = addressForm.exec(ctx.path) ?? [];
    if (space === undefined || publicKey === undefined) return next();
    requireRead(ctx);
    const findPlace = async () => {
      const place = await findPublicPlace(deps, space, publicKey);
      if (place) return place;
      throw new ApiError('ERROR_RECORD_NOT_FOUND', 'There is no public file at this address.');
    };
    return answerContent(deps, ctx, findPlace, true);
  };
}

function requireRead(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('Allow', 'GET, HEAD');
  throw new ApiError('ERROR_METHOD_NOT_ALLOWED', `${ctx.method} is not allowed here; a public file can be read only.`);
}
