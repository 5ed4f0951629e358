/**
 * The names under which files are stored: the space, and a random part that says nothing. Nothing that a caller sends gets into
 * one, so that no file name can lead out of the folder. Knows no store.
 */
import { randomBytes } from 'node:crypto';

const randomBytesOfKey = 20;
const form = /^([a-z0-9_-]{1,63})\/([0-9a-f]{40})$/;

/** The parts of a key. */
export interface FileKeyParts {
  readonly space: string;
  /** 40 hexadecimal digits. */
  readonly name: string;
}

/** @returns a key that no file has and nobody can guess: `acme/3f09…` */
export function newFileKey(space: string): string {
  return `${space}/${randomBytes(randomBytesOfKey).toString('hex')}`;
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
