/**
 * Headers that restrict what a page may do in a browser. Knows no page.
 */

import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { OriginRules } from './origin.js';

/** Sources by directive of the content security policy, for what a page needs: `{ scriptSrc: ["'self'"] }`. */
export type PageSources = Readonly<Record<string, readonly string[]>>;

const yearSeconds = 31_536_000;

/**
 * @param rules a public address with `https:` means TLS: only then may browsers be made to insist on it
 * @spec https://www.w3.org/TR/CSP3/
 */
export function pageSecurity(sources: PageSources, { publicUrl }: Pick<OriginRules, 'publicUrl'>): Middleware {
  const isTls = publicUrl?.startsWith('https:') ?? false;
  const directives = Object.entries({
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    ...sources,
    ...(isTls ? { upgradeInsecureRequests: [] } : {}),
  }).map(([name, values]) => [name, [...values]]);
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: Object.fromEntries(directives) },
    strictTransportSecurity: isTls ? { maxAge: yearSeconds, includeSubDomains: false } : false,
    // Browsers ignore it without TLS, and complain.
    crossOriginOpenerPolicy: isTls,
    xFrameOptions: { action: 'deny' },
  });
}
