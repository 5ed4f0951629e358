import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import type { FileStore } from './file-store.js';
import { takeFile } from './take-file.js';

/** Takes what it gets and keeps only how much that was. */
class CountingStore implements Pick<FileStore, 'put'> {
  readonly kept = new Map<string, number>();

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let bytes = 0;
    for await (const chunk of content) bytes += chunk.length;
    this.kept.set(key, bytes);
  }
}

const storeOf = (store: Pick<FileStore, 'put'>) =>
  ({ owner: { mark: '0123abcd', hasUnmarked: false }, ...store, put: store.put.bind(store) }) as FileStore;

async function* chunksOf(...chunks: Uint8Array[]) {
  yield* chunks;
}

describe('takeFile', () => {
  it('measures content and detects its type, however it is cut', async () => {
    const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1');
    const store = new CountingStore();
    for (const chunks of [[gif], [...gif].map((byte) => Buffer.of(byte)), [gif.subarray(0, 3), gif.subarray(3)]]) {
      const taken = await takeFile(storeOf(store), 'acme', chunksOf(...chunks), 100);
      expect(taken).toEqual({
        key: expect.stringMatching(/^acme\/[0-9a-f]{24}f11e00010123abcd$/),
        size: 10,
        detectedType: 'image/gif',
      });
      expect(store.kept.get(taken.key)).toBe(10);
    }
  });

  it('takes a file that is as long as the limit', async () => {
    const content = chunksOf(Buffer.alloc(10));
    expect(await takeFile(storeOf(new CountingStore()), 'acme', content, 10)).toMatchObject({ size: 10 });
  });

  it('reads no further than the limit', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield Buffer.alloc(10);
      }
    }
    const store = new CountingStore();
    const failure = await takeFile(storeOf(store), 'acme', endless(), 95).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ errorName: 'ERROR_BODY_TOO_LARGE' });
    expect(read).toBe(10);
    expect(store.kept.size).toBe(0);
  });

  it('reports why the content broke off, when the store throws something else', async () => {
    const store = {
      async put(_key: string, content: AsyncIterable<Uint8Array>) {
        try {
          for await (const _chunk of content);
        } catch {
          throw new Error('cannot clean up');
        }
      },
    };
    async function* breakingOff() {
      yield Buffer.from('begun');
      throw new Error('gone');
    }
    await expect(takeFile(storeOf(store), 'acme', breakingOff(), 100)).rejects.toThrow('gone');
    const full = { put: () => Promise.reject(new Error('disk full')) };
    await expect(takeFile(storeOf(full), 'acme', chunksOf(), 100)).rejects.toThrow('disk full');
  });
});
