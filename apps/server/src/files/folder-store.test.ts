import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileNotFound, type FilesOwner, newFileKey, newFilesMark, type StoredFile } from './file-store.js';
import { FolderStore } from './folder-store.js';

let folder: string;
let store: FolderStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-folder-'));
  store = new FolderStore(join(folder, 'files'), newOwner());
});
afterEach(() => rmSync(folder, { recursive: true }));

const newOwner = (hasUnmarked = false): FilesOwner => ({ mark: newFilesMark(), hasUnmarked });

async function* chunksOf(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function* breakingOff() {
  yield Buffer.from('begun');
  throw new Error('gone');
}

const filesIn = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry] : []));

async function listed(space: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const page of store.list(space)) files.push(...page);
  return files;
}

describe('FolderStore', () => {
  it('gives back what was stored, all of it or a part', async () => {
    const key = newFileKey('acme', store.owner);
    await store.put(key, chunksOf('head', 'water'));
    expect((await buffer(await store.read(key))).toString()).toBe('headwater');
    expect((await buffer(await store.read(key, { first: 2, last: 5 }))).toString()).toBe('adwa');
  });

  it('keeps files from others on the machine', async () => {
    await store.put(newFileKey('acme', store.owner), chunksOf('x'));
    const [file] = filesIn();
    const path = join(file?.parentPath ?? '', file?.name ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it('stores nothing of content that breaks off', async () => {
    await expect(store.put(newFileKey('acme', store.owner), breakingOff())).rejects.toThrow('gone');
    expect(filesIn()).toEqual([]);
  });

  it('removes a file, and one that is not there', async () => {
    const key = newFileKey('acme', store.owner);
    await store.put(key, chunksOf('x'));
    await store.remove(key);
    await expect(store.read(key)).rejects.toThrow(FileNotFound);
    await store.remove(key);
  });

  it.each([
    '../../etc/passwd',
    'acme/../x',
    '/etc/passwd',
    'acme',
    'acme/x',
    `acme/${'0'.repeat(39)}`,
    `ACME/${'0'.repeat(40)}`,
  ])('takes %s for no key', async (key) => {
    await expect(store.put(key, chunksOf('x'))).rejects.toThrow('is not a key');
    await expect(store.read(key)).rejects.toThrow('is not a key');
    await expect(store.remove(key)).rejects.toThrow('is not a key');
    expect(filesIn()).toEqual([]);
  });

  it('lists the files that one database has of one space, with their age, and nothing else that lies there', async () => {
    const keys = Array.from({ length: 20 }, () => newFileKey('acme', store.owner));
    for (const key of keys) await store.put(key, chunksOf('x'));
    await store.put(newFileKey('other', store.owner), chunksOf('x'));
    await store.put(newFileKey('acme', newOwner()), chunksOf('x'));
    writeFileSync(join(filesIn()[0]?.parentPath ?? '', 'notes.txt'), 'x');
    const files = await listed('acme');
    expect(files.map(({ key }) => key).sort()).toEqual(keys.sort());
    for (const { storedAt } of files) expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    expect(await listed('nobody')).toEqual([]);
  });

  it('lists files without a mark only for the database that stored them', async () => {
    const former = `acme/${'3f'.repeat(20)}`;
    await store.put(former, chunksOf('x'));
    expect(await listed('acme')).toEqual([]);
    store = new FolderStore(join(folder, 'files'), newOwner(true));
    await store.put(newFileKey('acme', newOwner()), chunksOf('x'));
    expect((await listed('acme')).map(({ key }) => key)).toEqual([former]);
  });

  it('removes what was left unfinished long ago', async () => {
    await store.put(newFileKey('acme', store.owner), chunksOf('x'));
    const place = filesIn()[0]?.parentPath ?? '';
    const unfinished = (owner: FilesOwner) => `${newFileKey('acme', owner).slice('acme/'.length)}.part`;
    const young = unfinished(store.owner);
    for (const [name, age] of [
      [unfinished(store.owner), 7200],
      [young, 10],
      [unfinished(newOwner()), 7200],
    ] as const) {
      writeFileSync(join(place, name), 'x');
      utimesSync(join(place, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    expect(await store.removeUnfinished('acme', new Date(Date.now() - 3_600_000))).toBe(1);
    expect(readdirSync(place)).toContain(young);
    expect(filesIn()).toHaveLength(3);
  });
});
