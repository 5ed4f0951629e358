/**
 * Sends what the engine has answered, with what caches may do with it.
 */
import type { Context } from 'koa';
import { digestOf, isKnownTag } from '../../../http/content/etag.js';

/**
 * An answer to GET may be cached by the caller, who then only asks whether it has changed; those to POST are cached by nobody.
 * @param response of the engine
 * @returns the tag of the answer; undefined for one that is not cached
 */
export async function sendAnswer(ctx: Context, response: Response): Promise<string | undefined> {
  const body = await response.text();
  ctx.status = response.status;
  for (const [name, value] of response.headers) if (name !== 'accept') ctx.set(name, value);
  ctx.vary('Accept');
  if (ctx.method !== 'GET' || ctx.status !== 200) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
    return undefined;
  }
  const tag = `"${digestOf(body)}"`;
  if (isKnownTag(ctx.get('If-None-Match'), tag)) sendKnown(ctx, tag);
  else {
    setTag(ctx, tag);
    ctx.body = body;
  }
  return tag;
}

/** Answers that the caller has the answer already. */
export function sendKnown(ctx: Context, tag: string): void {
  ctx.vary('Accept');
  setTag(ctx, tag);
  ctx.status = 304;
}

function setTag(ctx: Context, tag: string): void {
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Authorization');
  ctx.set('ETag', tag);
}
