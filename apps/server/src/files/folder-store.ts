/**
 * Stores files in a folder of this machine, or one that several machines share: `<folder>/<space>/<two digits>/<key>`.
 * A file is written under another name first and gets its own when all of it is on the disk.
 */
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  FileNotFound,
  type FileStore,
  type FilesOwner,
  fileKeyParts,
  findFileKeyParts,
  isOwned,
  type StoredFile,
} from './file-store.js';

/** Ends the name of a file that is being written. */
const unfinishedEnding = '.part';

/** What is stored is nobody's business but the service's. */
const folderMode = 0o700;
const fileMode = 0o600;

export class FolderStore implements FileStore {
  /** @param folder made with the first file */
  constructor(
    private readonly folder: string,
    readonly owner: FilesOwner,
  ) {}

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.pathOf(key);
    const unfinished = `${path}${unfinishedEnding}`;
    const madeFirst = await mkdir(dirname(path), { recursive: true, mode: folderMode });
    try {
      await writeToDisk(unfinished, content);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await syncFolders(dirname(path), madeFirst);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.pathOf(key), 'r');
      return file.createReadStream(range && { start: range.first, end: range.last });
    } catch (error) {
      throw isMissing(error) ? new FileNotFound(key, error) : error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async *list(space: string): AsyncIterable<readonly StoredFile[]> {
    for await (const { path, names } of this.shards(space)) {
      const files: StoredFile[] = [];
      for (const name of names) {
        const key = `${space}/${name}`;
        const isFile = findFileKeyParts(key) !== undefined && isOwned(name, this.owner);
        const storedAt = isFile ? await changedAt(join(path, name)) : undefined;
        if (storedAt) files.push({ key, storedAt });
      }
      yield files;
    }
  }

  async removeUnfinished(space: string, before: Date): Promise<number> {
    let removed = 0;
    for await (const { path, names } of this.shards(space)) {
      for (const name of names.filter((one) => this.isUnfinished(one))) {
        const since = await changedAt(join(path, name));
        if (since === undefined || since >= before) continue;
        await rm(join(path, name), { force: true });
        removed += 1;
      }
    }
    return removed;
  }

  private isUnfinished(name: string): boolean {
    return name.endsWith(unfinishedEnding) && isOwned(name.slice(0, -unfinishedEnding.length), this.owner);
  }

  private pathOf(key: string): string {
    const { space, name } = fileKeyParts(key);
    return join(this.folder, space, name.slice(0, 2), name);
  }

  /** The folders of a space, of which none grows beyond measure, and what is in them. */
  private async *shards(space: string): AsyncIterable<{ readonly path: string; readonly names: readonly string[] }> {
    for (const shard of await namesIn(join(this.folder, space))) {
      const path = join(this.folder, space, shard);
      yield { path, names: await namesIn(path) };
    }
  }
}

async function writeToDisk(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', fileMode);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * A new name outlives a power failure only when its folder is on the disk as well.
 * @param madeFirst the uppermost of the folders that are new; undefined: none is
 */
async function syncFolders(folder: string, madeFirst: string | undefined): Promise<void> {
  // Windows keeps folders by itself and does not open them.
  if (process.platform === 'win32') return;
  const last = madeFirst === undefined ? folder : dirname(madeFirst);
  for (let path = folder; ; path = dirname(path)) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (path === last || path === dirname(path)) return;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @returns undefined for what has gone meanwhile */
async function changedAt(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
