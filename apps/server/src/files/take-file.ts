/**
 * Takes content in: stores it while it comes, measures it and finds out what it is. Holds a chunk of it and its first bytes,
 * never more.
 */
import { ApiError } from '../errors/api-error.js';
import { detectType, headBytes } from './detect-type.js';
import { type FileStore, newFileKey } from './file-store.js';

/** What is known of a file once it is stored. */
export interface TakenFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** The type that its first bytes show, such as `image/png`; undefined when they show none. */
  readonly detectedType: string | undefined;
}

/**
 * @param store of which nothing is asked but to store
 * @param space the space whose file it will be
 * @param content is not read further than the limit
 * @throws ApiError `ERROR_BODY_TOO_LARGE` when it is longer; what `content` throws. Then nothing is stored.
 */
export async function takeFile(
  store: Pick<FileStore, 'put' | 'owner'>,
  space: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<TakenFile> {
  const key = newFileKey(space, store.owner);
  const measured = new MeasuredContent(content, maxBytes);
  try {
    await store.put(key, measured);
  } catch (error) {
    // A store that could not clean up complains of that; what came first is the reason.
    throw measured.failure ?? error;
  }
  return { key, size: measured.size, detectedType: await detectType(measured.head) };
}

class MeasuredContent implements AsyncIterable<Uint8Array> {
  size = 0;
  /** Why it broke off; undefined: it did not. */
  failure: unknown;
  private readonly headChunks: Uint8Array[] = [];

  constructor(
    private readonly content: AsyncIterable<Uint8Array>,
    private readonly maxBytes: number,
  ) {}

  get head(): Uint8Array {
    return Buffer.concat(this.headChunks).subarray(0, headBytes);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.content) {
        if (this.size < headBytes) this.headChunks.push(chunk);
        this.size += chunk.length;
        if (this.size > this.maxBytes) {
          throw new ApiError('ERROR_BODY_TOO_LARGE', `The file is longer than ${this.maxBytes} bytes.`);
        }
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
