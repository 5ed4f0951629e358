/**
 * Which compression an answer takes, and how hard it is compressed. Knows no content.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context } from 'koa';

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
export function compressionStream(compression: Compression) {
  return compression === 'br' ? createBrotliCompress(brotliOptions('each')) : createGzip({ level: gzipLevels.each });
}
