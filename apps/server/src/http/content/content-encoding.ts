/**
 * Which compression an answer takes, and how hard it is compressed; compresses JSON answers.
 */

import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';

/** Those that pay, the better one first. */
const compressions = ['br', 'gzip'] as const;

export type Compression = (typeof compressions)[number];

/** @returns the best compression that the request accepts by name; undefined: none */
export function acceptedCompression(ctx: Context): Compression | undefined {
  const accepted = ctx.acceptsEncodings();
  return compressions.find((compression) => accepted.includes(compression));
}

/**
 * How much work a compression is worth. `once`: the result is cached. `each`: it is made for one answer; on a page of 30
 * records these settings take a third of a millisecond on another thread and leave a fifth of the bytes.
 */
export type Effort = 'once' | 'each';

/** Brotli's own default takes many seconds for megabytes, and gains little over this one. */
const brotliQualities = { once: 5, each: 1 } as const satisfies Record<Effort, number>;
const gzipLevels = { once: 6, each: 1 } as const satisfies Record<Effort, number>;

const brotliOptions = (effort: Effort) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: brotliQualities[effort] },
});

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify<string | Uint8Array, { level: number }, Buffer>(gzip);

/** Works on another thread. */
export function compress(content: string | Uint8Array, compression: Compression, effort: Effort): Promise<Buffer> {
  return compression === 'br'
    ? compressBrotli(content, brotliOptions(effort))
    : compressGzip(content, { level: gzipLevels[effort] });
}

/** @returns a stream that compresses what is written to it, for one answer */
function compressionStream(compression: Compression) {
  return compression === 'br' ? createBrotliCompress(brotliOptions('each')) : createGzip({ level: gzipLevels.each });
}

// Compresses JSON answers for callers that accept it; the others cost nothing. Knows no API.

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
