/**
 * The OpenAPI document of one space: what its own address answers, for whoever holds a key of it.
 */
import { v100Document } from '@headwater/openapi-types';
import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { isKnownTag } from '../../http/etag.js';
import { requestOrigin } from '../../http/origin.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { SpaceContracts } from '../contract/space-contracts.js';

/** @param space as it stands in the address */
export type AnswerSpaceContract = (ctx: Context, space: string) => Promise<void>;

/**
 * @param base path below which the spaces are
 * @returns answers a GET or HEAD with the document, whose server is the space itself
 * @throws ApiError `ERROR_UNAUTHORIZED`, `ERROR_METHOD_NOT_ALLOWED`
 */
export function spaceContract(deps: ServerDeps, base: string): AnswerSpaceContract {
  const contracts = new SpaceContracts(v100Document, deps.catalog);
  return async (ctx, space) => {
    const principal = await deps.keys.authenticate(space, ctx.headers.authorization);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new ApiError(
        'ERROR_METHOD_NOT_ALLOWED',
        `${ctx.method} is not allowed here; the contract can be read only.`,
      );
    }
    const { catalog } = await deps.stores.of(principal.space);
    const contract = contracts.of(principal.space, catalog);
    const url = `${requestOrigin(ctx, deps)}${base}/${principal.space}`;
    const server = { url, description: `The space ${principal.space}.` };
    const tag = contract.tagOf(server);
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.set('ETag', tag);
    if (isKnownTag(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/json';
    ctx.body = contract.render(server);
  };
}
