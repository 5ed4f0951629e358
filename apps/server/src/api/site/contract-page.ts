/**
 * An OpenAPI document at its public address, with the server's own address filled in.
 */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { contractOf } from '../../http/contract.js';
import { type OriginRules, requestOrigin } from '../../http/origin.js';
import { PreparedContent } from '../../http/prepared-content.js';
import type { Page } from './page.js';

/** Callers choose the host in their request: those who make hosts up must not fill the memory. */
const maxKeptOrigins = 8;

export function contractPage(document: OpenApiDocument, rules: OriginRules): Page {
  const contract = contractOf(document);
  const kept = new Map<string, PreparedContent>();
  return (ctx) => {
    const origin = requestOrigin(ctx, rules);
    const found = kept.get(origin);
    if (found !== undefined) return found.send(ctx);
    const text = contract.render(contract.serverAt(origin));
    const made = new PreparedContent(text, { type: 'application/json', cached: 'always-ask' });
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= maxKeptOrigins) kept.delete(oldest);
    kept.set(origin, made);
    return made.send(ctx);
  };
}
