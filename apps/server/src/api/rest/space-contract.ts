/**
 * The OpenAPI document of one space: what its own address answers, for callers who have a key of it.
 */
import type { SpaceRequest, SpaceRoute } from '../../http/api-middleware.js';
import { chooseMethod } from '../../http/choose-method.js';
import { isKnownTag } from '../../http/content/etag.js';
import { once } from '../../http/once.js';
import type { ServerDeps } from '../../http/server-deps.js';

/**
 * @param base path below which the spaces are
 * @returns answers a GET or HEAD with the document, whose server is the space itself
 */
export function spaceContract(deps: ServerDeps, base: string): SpaceRoute {
  const load = once(async () => {
    const { v100Document } = await import('@headwater/openapi-types/v100-document');
    const { SpaceContracts } = await import('../contract/space-contracts.js');
    return new SpaceContracts(v100Document, deps.catalog);
  });
  const answer = async ({ ctx, call, deps: { catalog } }: SpaceRequest) => {
    const { space } = call.principal;
    const contract = (await load()).of(space, catalog);
    const server = { url: `${call.origin}${base}/${space}`, description: `The space ${space}.` };
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
  return (request) => chooseMethod(request.ctx, [['GET', answer]])(request);
}
