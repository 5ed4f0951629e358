/**
 * The files that a backup is made of: rows as compressed lines of JSON, and the contents of uploaded files as they are; both encrypted
 * where the backup is. Holds some rows, or a chunk of a content, never more.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.js';
import { type BackupKeys, decrypted, encrypted } from './cipher.js';
import type { Part } from './manifest.js';

/** Where the parts are. */
export interface PartFolder {
  readonly folder: string;
  readonly keys: BackupKeys | undefined;
}

/** @returns the path of all that there is of a space, below the folder */
export function spacePath(space: string): string {
  return `spaces/${space}`;
}

/** @returns the path of the rows of a table, below the folder */
export function rowsPath(space: string, table: string): string {
  return `${spacePath(space)}/${table}.ndjson.gz`;
}

/** The list of the files of a space is beside its tables; no table has such a name. */
export function fileListPath(space: string): string {
  return `${spacePath(space)}/files-list.ndjson.gz`;
}

/** @param name 40 hexadecimal digits */
export function filePath(space: string, name: string): string {
  return `${spacePath(space)}/files/${name.slice(0, 2)}/${name}`;
}

/** Quicker than the usual level, and hardly longer: rows repeat the names of their columns. */
const compression = { level: 3 } as const;

/** @param lines each without its end */
export async function writeRows(
  place: PartFolder,
  path: string,
  lines: AsyncIterable<readonly string[]>,
): Promise<Part> {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    for await (const some of lines) {
      rows += some.length;
      if (some.length > 0) yield `${some.join('\n')}\n`;
    }
  }
  const compressed = createGzip(compression);
  const [sums] = await Promise.all([
    writeFile(place, path, compressed),
    pipeline(Readable.from(texts(), { objectMode: false }), compressed),
  ]);
  return { ...sums, rows };
}

/** @returns its sums, and how many bytes it had before it was encrypted */
export async function writeContent(
  place: PartFolder,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Omit<Part, 'rows'> & { readonly contentBytes: number }> {
  const counter = { bytes: 0 };
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      counter.bytes += chunk.length;
      yield chunk;
    }
  }
  const sums = await writeFile(place, path, counted());
  return { ...sums, contentBytes: counter.bytes };
}

async function writeFile(
  { folder, keys }: PartFolder,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Omit<Part, 'rows'>> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const written = keys === undefined ? content : encrypted(content, keys, path);
  await pipeline(measured(written), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}

/** @throws BackupError when the file is not as it was written */
export async function checkSum({ folder }: PartFolder, path: string, part: Omit<Part, 'rows'>): Promise<void> {
  const file = join(folder, path);
  const size = await sizeOf(file);
  if (size === undefined) throw new BackupError(`${path} is missing from the backup`);
  if (size !== part.bytes) {
    throw new BackupError(`${path} has ${size} bytes in place of ${part.bytes}: it is cut off or was changed`);
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== part.sha256)
    throw new BackupError(`${path} is damaged: its SHA-256 is not that of the manifest`);
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns the content, whose bytes are checked as they come: only of an encrypted one is each chunk known to be right */
export function readContent({ folder, keys }: PartFolder, path: string): AsyncIterable<Uint8Array> {
  const stored: AsyncIterable<Uint8Array> = createReadStream(join(folder, path));
  return keys === undefined ? stored : decrypted(stored, keys, path);
}

/**
 * @returns the rows, some at a time
 * @throws BackupError for what is no line of JSON objects, and at the end when there were not as many as the manifest says
 */
export async function* readRows(
  place: PartFolder,
  path: string,
  part: Part,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  let rows = 0;
  for await (const lines of linesOf(place, path)) {
    rows += lines.length;
    yield lines.map((line) => {
      try {
        return JSON.parse(line) as Record<string, unknown>;
      } catch (cause) {
        throw new BackupError(`${path} has a row that is not JSON`, { cause });
      }
    });
  }
  if (rows !== part.rows) throw new BackupError(`${path} has ${rows} rows in place of ${part.rows}`);
}

async function* linesOf(place: PartFolder, path: string): AsyncGenerator<string[]> {
  const unpacked = createGunzip();
  // A failure of what is before it destroys it, and comes out of it.
  pipeline(readContent(place, path), unpacked).catch(() => {});
  let begun: Buffer[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf('\n');
      if (end < 0) {
        begun.push(chunk);
        continue;
      }
      const lines = Buffer.concat([...begun, chunk.subarray(0, end)]).toString('utf8');
      begun = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
      yield lines.split('\n');
    }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(`${path} cannot be unpacked: ${(cause as Error).message}`, { cause });
  }
  if (begun.length > 0) throw new BackupError(`${path} ends in the middle of a row`);
}
