/**
 * The same service with its files in an object store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFileKey } from '../../src/files/file-store.js';
import { sweepFiles } from '../../src/records/content/sweep-files.js';
import { TestServer } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { download, everyByte, manyBytes, png, upload, uploaded } from './samples.js';

const maxUploadBytes = 8_000_000;
const folder = mkdtempSync(join(tmpdir(), 'headwater-bucket-'));
const store = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'crm-files', configs: [] }],
});
let server: TestServer;
let space: TestSpace;

beforeAll(async () => {
  const { port } = await store.run();
  server = await TestServer.start('sqlite', {
    maxUploadBytes,
    files: {
      kind: 's3',
      bucket: 'crm-files',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
  });
  space = server.space;
});

afterAll(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of server.deps.files.list(id)) keys.push(...page.map(({ key }) => key));
  return keys.sort();
}

it('keeps uploads of one part and of several', async () => {
  for (const content of [png, Buffer.alloc(0), manyBytes(7_500_000)]) {
    const record = await uploaded(space, 'a.bin', content);
    expect(record.size).toBe(content.length);
    expect((await download(space, record.url)).bytes.equals(content)).toBe(true);
  }
});

it('answers parts', async () => {
  const { url } = await uploaded(space, 'every.bin', everyByte);
  const part = await download(space, url, { range: 'bytes=16-31' });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(everyByte.subarray(16, 32))).toBe(true);
});

it('keeps nothing of what is rejected', async () => {
  const before = await keysOf(space.id);
  expect((await upload(space, 'big.bin', manyBytes(maxUploadBytes + 1))).status).toBe(413);
  const query = { company_cloud_object_folder_id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a99' };
  expect((await upload(space, 'a.txt', png, { query })).status).toBe(422);
  expect(await keysOf(space.id)).toEqual(before);
});

it('replaces content and removes the old one', async () => {
  const record = await uploaded(space, 'a.bin', everyByte);
  const before = await keysOf(space.id);
  await space.update('CloudObjects', record.id, { content: png.toString('base64') });
  expect((await download(space, record.url)).bytes.equals(png)).toBe(true);
  expect(await keysOf(space.id)).toHaveLength(before.length);
});

it('is swept', async () => {
  const named = await keysOf(space.id);
  async function* bytes() {
    yield png;
  }
  await server.deps.files.put(newFileKey(space.id, server.deps.files.owner), bytes());
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000);
  expect(await sweepFiles(server.deps, tomorrow)).toEqual({ files: 1, unfinished: 0 });
  expect(await keysOf(space.id)).toEqual(named);
});

it('503 when the store cannot be asked', async () => {
  const record = await uploaded(space, 'a.bin', everyByte);
  await store.close();
  const answers = [await download(space, record.url), await upload(space, 'b.bin', everyByte)];
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(server.failures).toHaveLength(2);
  await store.run();
});
