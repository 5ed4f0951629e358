/**
 * Compresses JSON answers for callers that accept it; the others cost nothing. Knows no API.
 */
import { pipeline, Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { acceptedCompression, type Compression, compress, compressionStream } from './content-encoding.js';

/** Characters of the shortest text worth compressing: below, a packet or two are sent either way. */
const minLength = 4_096;

/** @returns a middleware for all that comes after it; answers that have an encoding already are left alone */
export function compressAnswers(): Middleware {
  return (ctx, next) => (ctx.req.headers['accept-encoding'] === undefined ? next() : compressAfter(ctx, next));
}

async function compressAfter(ctx: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { body } = ctx;
  const isWorthIt = body instanceof Readable || (typeof body === 'string' && body.length >= minLength);
  if (!isWorthIt || !isJson(ctx) || mustStayAsItIs(ctx)) return;
  const compression = acceptedCompression(ctx);
  if (compression === undefined) return;
  describeEncoding(ctx, compression);
  ctx.body = body instanceof Readable ? compressStream(body, compression) : await compress(body, compression, 'each');
}

function isJson(ctx: Context): boolean {
  return /^application\/([a-z-]+\+)?json\b/.test(String(ctx.res.getHeader('Content-Type')));
}

/** A part of a file is no longer one when it is compressed. */
function mustStayAsItIs(ctx: Context): boolean {
  return ctx.res.hasHeader('Content-Encoding') || /\bno-transform\b/.test(ctx.response.get('Cache-Control'));
}

function describeEncoding(ctx: Context, compression: Compression): void {
  ctx.set('Content-Encoding', compression);
  ctx.vary('Accept-Encoding');
  // A strong tag promises the same bytes, and the answer without compression has it already.
  const tag = ctx.res.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) ctx.set('ETag', `W/${tag}`);
}

function compressStream(body: Readable, compression: Compression): Readable {
  // A failure of either stream ends both; the reader of the result sees it there.
  return pipeline(body, compressionStream(compression), () => {});
}
