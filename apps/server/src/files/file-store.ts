/**
 * What a file store can do. A file is written once under a new key and never changed.
 * Knows no record: which files are still wanted is for others to say.
 */
import type { Readable } from 'node:stream';

/** Offsets of the first and the last byte of a part, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredFile {
  readonly key: string;
  /** When it was stored; never earlier than its upload began. */
  readonly storedAt: Date;
}

export interface FileStore {
  /**
   * Stores all that `content` brings, a chunk at a time. When it resolves, the file outlives a crash; when it rejects, as it does
   * when `content` throws, nothing is stored.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @returns the bytes as they come from the store; the caller reads it to its end or destroys it @throws FileNotFound */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** A file that is not there is no failure. */
  remove(key: string): Promise<void>;
  /** @returns the files of a space, page by page, in no order */
  list(space: string): AsyncIterable<readonly StoredFile[]>;
  /** Removes what writes of a space that began before a moment have left unfinished. @returns how many of them */
  removeUnfinished(space: string, before: Date): Promise<number>;
}

/** There is no file under the key. */
export class FileNotFound extends Error {
  override readonly name = 'FileNotFound';

  constructor(key: string, cause: unknown) {
    super(`there is no file ${key}`, { cause });
  }
}
