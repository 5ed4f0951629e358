/**
 * Sends what the engine has answered, with what caches may do with it.
 */
import type { Context } from 'koa';
import { digestOf, isKnownTag } from '../../../http/content/etag.js';

/**
 * An answer to GET may be cached by the caller, who then only asks whether it has changed; those to POST are cached by nobody.
 * @param response of the engine
 */
export async function sendAnswer(ctx: Context, response: Response): Promise<void> {
  const body = await response.text();
  ctx.status = response.status;
  for (const [name, value] of response.headers) if (name !== 'accept') ctx.set(name, value);
  ctx.vary('Accept');
  if (ctx.method !== 'GET' || ctx.status !== 200) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
    return;
  }
  const tag = `"${digestOf(body)}"`;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.set('ETag', tag);
  if (isKnownTag(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  else ctx.body = body;
}
