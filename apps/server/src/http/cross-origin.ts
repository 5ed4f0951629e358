/**
 * Lets web pages of other origins call the service (CORS), where the operator allows it. Knows no API.
 */
import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** Origins as browsers send them: `https://app.example.com`; `*`: all. */
export type AllowedOrigins = '*' | readonly string[];

/** Headers of answers that scripts may read besides those that they always may. */
const exposedHeaders = [
  'Allow',
  'Content-Range',
  'Dry-Run',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Retry-After',
  'Revision',
  'Server-Timing',
  'Space-Revision',
  'Warning',
  'X-Request-Id',
];

/** Browsers keep the answer to a preflight no longer than this. */
const maxAgeSeconds = 7_200;

/**
 * Credentials that the browser remembers stay home: a page of another origin sends its token and password itself.
 * @returns undefined when no origin is allowed
 * @spec https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function crossOrigin(allowed: AllowedOrigins): Middleware | undefined {
  if (allowed.length === 0) return undefined;
  return cors({
    origin: allowed === '*' ? '*' : (ctx) => (allowed.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: exposedHeaders,
    maxAge: maxAgeSeconds,
  });
}
