/**
 * Files that are public: anyone who has the address gets the content, without credentials.
 */
import { ApiError } from '../../errors/api-error.js';
import type { PublicRoute } from '../../http/api-middleware.js';
import { chooseMethod } from '../../http/choose-method.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { findPublicLocation } from '../../records/content/content-location.js';
import { answerContent } from './content-operations.js';

const spaceForm = /^[a-z0-9_-]{1,63}$/;
const keyForm = /^[0-9a-f]{40}$/;

/**
 * @returns answers with the content of a public file
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, the same for what never was, what is gone and what is no longer public
 */
export function publicFile(deps: ServerDeps): PublicRoute {
  return (ctx, { space = '', key = '' }, next) => {
    if (!spaceForm.test(space) || !keyForm.test(key)) return next();
    const answer = () => answerContent(deps, ctx, () => requirePublicLocation(deps, space, key), true);
    return chooseMethod(ctx, [['GET', answer]])();
  };
}

async function requirePublicLocation(deps: ServerDeps, space: string, key: string) {
  const location = await findPublicLocation(deps, space, key);
  if (location) return location;
  throw new ApiError('ERROR_RECORD_NOT_FOUND', 'There is no public file at this address.');
}
