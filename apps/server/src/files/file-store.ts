/**
 * What a file store can do. A file is written once under a new key and never changed.
 * Knows no record: which files are still wanted is for others to say.
 */

import { randomBytes } from 'node:crypto';
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
  /** The database whose files these are. */
  readonly owner: FilesOwner;
  /**
   * Stores all that `content` brings, a chunk at a time. When it resolves, the file outlives a crash; when it rejects, as it does
   * when `content` throws, nothing is stored.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @returns the bytes as they come from the store; the caller reads it to its end or destroys it @throws FileNotFound */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** A file that is not there is no failure. */
  remove(key: string): Promise<void>;
  /** @returns the files of a space that the owner stored, page by page, in no order */
  list(space: string): AsyncIterable<readonly StoredFile[]>;
  /** Removes what the owner's writes of a space that began before a moment have left unfinished. @returns how many of them */
  removeUnfinished(space: string, before: Date): Promise<number>;
}

/** There is no file under the key. */
export class FileNotFound extends Error {
  override readonly name = 'FileNotFound';

  constructor(key: string, cause: unknown) {
    super(`there is no file ${key}`, { cause });
  }
}

// The names under which files are stored: the space, a random part that says nothing, and the database that stored it. Nothing
// that a caller sends gets into one, so that no file name can lead out of the folder. Knows no store.

const randomDigits = 24;
const markDigits = 8;
/** Precedes the mark. Names of before there were marks are random throughout. */
const beforeMark = 'f11e0001';
const form = /^([a-z0-9_-]{1,63})\/([0-9a-f]{40})$/;

/** The parts of a key. */
export interface FileKeyParts {
  readonly space: string;
  /** 40 hexadecimal digits. */
  readonly name: string;
}

/** Tells the files of one database from those of others in the same store. */
export interface FilesOwner {
  /** Ends the names of its files: 8 hexadecimal digits. */
  readonly mark: string;
  /** Whether files without a mark are its own: it has stored some before there were marks. */
  readonly hasUnmarked: boolean;
}

export function newFilesMark(): string {
  return randomHex(markDigits);
}

/** @returns a key that no file has and nobody can guess: `acme/3f09…` */
export function newFileKey(space: string, { mark }: FilesOwner): string {
  return `${space}/${randomHex(randomDigits)}${beforeMark}${mark}`;
}

/** @returns the key of a copy that another database, or another space, has of a file: the same for the same file */
export function copiedFileKey(name: string, space: string, { mark }: FilesOwner): string {
  return `${space}/${name.slice(0, randomDigits)}${beforeMark}${mark}`;
}

/** @param name the part of a key behind the space */
export function isOwned(name: string, { mark, hasUnmarked }: FilesOwner): boolean {
  return name.startsWith(beforeMark, randomDigits) ? name.endsWith(mark) : hasUnmarked;
}

function randomHex(digits: number): string {
  return randomBytes(digits / 2).toString('hex');
}

/** @returns undefined for what is no key */
export function findFileKeyParts(text: string): FileKeyParts | undefined {
  const [, space, name] = form.exec(text) ?? [];
  return space === undefined || name === undefined ? undefined : { space, name };
}

/** @throws Error for what is no key: only keys that the service made reach a store */
export function fileKeyParts(key: string): FileKeyParts {
  const parts = findFileKeyParts(key);
  if (!parts) throw new Error(`${JSON.stringify(key)} is not a key of a stored file`);
  return parts;
}
