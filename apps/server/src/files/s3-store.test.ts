/**
 * Against a server that speaks S3. It knows neither pages of lists nor uploads that are cut off.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import { FileNotFound, type FilesOwner, newFileKey, newFilesMark, type StoredFile } from './file-store.js';
import { S3Store } from './s3-store.js';

const folder = mkdtempSync(join(tmpdir(), 'headwater-s3-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'crm-files', configs: [] }],
});
let endpoint = '';
let store: S3Store;

const placeAt = (address: string, bucket = 'crm-files') => ({
  bucket,
  region: 'us-east-1',
  endpoint: address,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
});

beforeAll(async () => {
  const { address, port } = await server.run();
  endpoint = `http://${address}:${port}`;
  store = new S3Store(placeAt(endpoint), newOwner());
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const newOwner = (hasUnmarked = false): FilesOwner => ({ mark: newFilesMark(), hasUnmarked });

async function* chunksOf(...chunks: Uint8Array[]) {
  yield* chunks;
}

async function listed(space: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const page of store.list(space)) files.push(...page);
  return files;
}

describe('S3Store', () => {
  it.each([
    ['nothing', 0],
    ['a small file', 1_000],
    ['a file of several parts', 12_000_000],
  ])('gives back %s, all of it or a part', async (_, length) => {
    const content = Buffer.alloc(length, 'headwater');
    const key = newFileKey('acme', store.owner);
    const middle = Math.floor(length / 2);
    await store.put(key, chunksOf(content.subarray(0, middle), content.subarray(middle)));
    expect((await buffer(await store.read(key))).equals(content)).toBe(true);
    if (length === 0) return;
    const part = await buffer(await store.read(key, { first: 3, last: 11 }));
    expect(part.equals(content.subarray(3, 12))).toBe(true);
  });

  it('stores nothing of content that breaks off', async () => {
    async function* breakingOff() {
      yield Buffer.from('begun');
      throw new Error('gone');
    }
    await expect(store.put(newFileKey('broken', store.owner), breakingOff())).rejects.toThrow();
    expect(await listed('broken')).toEqual([]);
  });

  it('removes a file, and one that is not there', async () => {
    const key = newFileKey('acme', store.owner);
    await store.put(key, chunksOf(Buffer.from('x')));
    await store.remove(key);
    await expect(store.read(key)).rejects.toThrow(FileNotFound);
    await store.remove(key);
  });

  it('lists the files that one database has of one space, with their age', async () => {
    const keys = Array.from({ length: 5 }, () => newFileKey('listed', store.owner));
    for (const key of keys) await store.put(key, chunksOf(Buffer.from('x')));
    await store.put(newFileKey('listed-too', store.owner), chunksOf(Buffer.from('x')));
    await store.put(newFileKey('listed', newOwner()), chunksOf(Buffer.from('x')));
    const files = await listed('listed');
    expect(files.map(({ key }) => key).sort()).toEqual(keys.sort());
    for (const { storedAt } of files) expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    expect(await store.removeUnfinished('listed', new Date())).toBe(0);
  });

  it('reports that it is not available, and not why', async () => {
    const key = newFileKey('acme', store.owner);
    const closed = new S3Store(placeAt('http://127.0.0.1:9'), store.owner);
    const noBucket = new S3Store(placeAt(endpoint, 'another-bucket'), store.owner);
    for (const broken of [closed, noBucket]) {
      const failure = await broken.put(key, chunksOf(Buffer.from('x'))).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure).toMatchObject({ status: 503, message: expect.not.stringMatching(/bucket|S3RVER|127/) });
    }
  });
});
