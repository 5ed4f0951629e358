/**
 * Reads the text of a file by its encoding, and finds where it is not of that encoding.
 */
import { createReadStream } from 'node:fs';

export const defaultEncoding = 'utf-8';

/** A byte that no character of the encoding begins with or goes on with. */
export interface WrongByte {
  /** Of the character, from 0. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** Undefined at the end of the file, where a character is cut off. */
  readonly byte: number | undefined;
}

/** @returns whether the platform can read an encoding of this name */
export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}

/** @returns whether both are names of one encoding */
export function isSameEncoding(one: string, other: string): boolean {
  return new TextDecoder(one).encoding === new TextDecoder(other).encoding;
}

/** @throws TypeError for what is not of the encoding; Error when the file cannot be read */
export async function* textOf(file: string, encoding: string): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

/** @returns the first wrong byte; undefined when the whole file is of the encoding */
export async function findWrongByte(file: string, encoding: string): Promise<WrongByte | undefined> {
  let chunks = 0;
  try {
    for await (const _ of textOf(file, encoding)) chunks += 1;
    return undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return locate(file, encoding, chunks);
}

/** @param wholeChunks how many chunks of the file give text before the wrong byte shows */
async function locate(file: string, encoding: string, wholeChunks: number): Promise<WrongByte> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let [read, line, chunks] = [0, 1, 0];
  /** Of the character that is being read. */
  let begun: { readonly offset: number; readonly byte: number } | undefined;
  const take = (bytes: Uint8Array) => {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') begun = undefined;
    line += text.split('\n').length - 1;
  };
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer;
    chunks += 1;
    // A character may begin in one chunk and go wrong in the next.
    if (chunks < wholeChunks) {
      take(bytes);
      read += bytes.length;
      continue;
    }
    for (const [index, byte] of bytes.entries()) {
      begun ??= { offset: read, byte };
      read += 1;
      try {
        take(bytes.subarray(index, index + 1));
      } catch {
        return { ...begun, line };
      }
    }
  }
  return { offset: begun?.offset ?? read, line, byte: undefined };
}
