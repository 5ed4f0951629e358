/**
 * Content that is the same for everybody: tagged and compressed once, when it is first sent. Knows no address.
 */
import type { Context } from 'koa';
import { acceptedCompression, type Compression, compress } from './content-encoding.js';
import { digestOf, isKnownTag } from './etag.js';

/**
 * How long an answer may be used without asking again. `always-ask` still saves the transfer: a known tag is answered 304.
 * `forever` is for addresses whose content never changes.
 */
const cacheControls = {
  'always-ask': 'no-cache',
  forever: 'public, max-age=31536000, immutable',
} as const;

export interface ContentOptions {
  /** With its character set: `text/html; charset=utf-8`. */
  readonly type: string;
  readonly cached: keyof typeof cacheControls;
}

export class PreparedContent {
  #content: string | Buffer;
  readonly #options: ContentOptions;
  #digest: string | undefined;
  readonly #compressed = new Map<Compression, Promise<Buffer>>();

  constructor(content: string | Buffer, options: ContentOptions) {
    this.#content = content;
    this.#options = options;
  }

  /** Answers a GET or HEAD, with 304 when the caller has the content already. Compresses at the first request that takes it so. */
  async send(ctx: Context): Promise<void> {
    const content = this.#encoded();
    this.#digest ??= digestOf(content);
    const compression = acceptedCompression(ctx);
    const tag = `"${this.#digest}${compression === undefined ? '' : `-${compression}`}"`;
    ctx.set('Cache-Control', cacheControls[this.#options.cached]);
    ctx.set('ETag', tag);
    ctx.vary('Accept-Encoding');
    if (isKnownTag(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = this.#options.type;
    if (compression !== undefined) ctx.set('Content-Encoding', compression);
    ctx.body = compression === undefined ? content : await this.#compress(compression);
  }

  #encoded(): Buffer {
    if (typeof this.#content === 'string') this.#content = Buffer.from(this.#content);
    return this.#content;
  }

  #compress(compression: Compression): Promise<Buffer> {
    const cached = this.#compressed.get(compression);
    if (cached !== undefined) return cached;
    const compressed = compress(this.#encoded(), compression, 'once');
    this.#compressed.set(compression, compressed);
    return compressed;
  }
}
