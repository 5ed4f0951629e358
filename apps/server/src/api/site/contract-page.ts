/**
 * An OpenAPI document at its public address, with the server's own address filled in.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { contractOf } from '../../http/contract.js';
import { once } from '../../http/once.js';
import { type OriginRules, requestOrigin } from '../../http/origin.js';
import type { Page } from './page.js';

/** Callers choose the host in their request: those who make hosts up must not fill the memory. */
const maxCachedOrigins = 8;

/** @param load gives the document; called when it is first requested: a start does not wait for it, and most servers never need it */
export function contractPage(load: () => Promise<OpenApiDocument>, rules: OriginRules): Page {
  const written = once(async () => contractOf(await load()));
  const cached = new Map<string, PreparedContent>();
  return async (ctx) => {
    const origin = requestOrigin(ctx, rules);
    const found = cached.get(origin);
    if (found !== undefined) return found.send(ctx);
    const contract = await written();
    const text = contract.render(contract.serverAt(origin));
    const made = new PreparedContent(text, { type: 'application/json', cached: 'always-ask' });
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size >= maxCachedOrigins) cached.delete(oldest);
    cached.set(origin, made);
    return made.send(ctx);
  };
}
