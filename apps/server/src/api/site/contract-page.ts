/**
 * An OpenAPI document at its public address, with the server's own address filled in.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { type Contract, contractOf } from '../../http/contract.js';
import { type OriginRules, requestOrigin } from '../../http/origin.js';
import type { Page } from './page.js';

/** Callers choose the host in their request: those who make hosts up must not fill the memory. */
const maxCachedOrigins = 8;

export function contractPage(document: OpenApiDocument, rules: OriginRules): Page {
  // Written when it is first requested: a start does not wait for it.
  let contract: Contract | undefined;
  const cached = new Map<string, PreparedContent>();
  return (ctx) => {
    const origin = requestOrigin(ctx, rules);
    const found = cached.get(origin);
    if (found !== undefined) return found.send(ctx);
    contract ??= contractOf(document);
    const text = contract.render(contract.serverAt(origin));
    const made = new PreparedContent(text, { type: 'application/json', cached: 'always-ask' });
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size >= maxCachedOrigins) cached.delete(oldest);
    cached.set(origin, made);
    return made.send(ctx);
  };
}
