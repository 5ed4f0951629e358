/**
 * The file of a copy: NDJSON that only grows. The first line says what is copied; then the last line of a record counts, and the last
 * cursor says which changes are in the lines before it. Knows neither client nor server.
 */
import { type FileHandle, open, readFile, rename, truncate } from 'node:fs/promises';

export type CopiedRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** A record of a collection; null: it has no such record any more. */
export interface CopyLine {
  readonly type: string;
  readonly id: string;
  readonly record: CopiedRecord | null;
}

interface Head {
  readonly types: readonly string[];
  /** Where to follow from. */
  readonly cursor: string;
}

/** By collection and id. */
export type Copy = ReadonlyMap<string, ReadonlyMap<string, CopiedRecord>>;

/** A file with this many lines more than twice its records is written again. */
const spareLines = 1_000;

export class CopyFile {
  private constructor(
    readonly types: readonly string[],
    private position: string,
    private readonly file: FileHandle,
    private readonly ids: ReadonlyMap<string, Set<string>>,
  ) {}

  /** @returns undefined when there is none */
  static async open(path: string): Promise<CopyFile | undefined> {
    const stored = await read(path);
    if (stored === undefined) return undefined;
    const { head, records, lineCount, length } = stored;
    const lines = [...records].flatMap(([type, of]) => [...of].map(([id, record]) => ({ type, id, record })));
    if (lineCount > 2 * lines.length + spareLines) return newCopy(path, head, one(lines));
    // A line that was torn off would be glued to the next one.
    await truncate(path, length);
    const ids = new Map(head.types.map((type) => [type, new Set(records.get(type)?.keys())]));
    return new CopyFile(head.types, head.cursor, await open(path, 'a'), ids);
  }

  get cursor(): string {
    return this.position;
  }

  has(type: string, id: string): boolean {
    return this.ids.get(type)?.has(id) ?? false;
  }

  /** @param cursor which the copy has come to with these lines */
  async append(lines: readonly CopyLine[], cursor: string): Promise<void> {
    if (lines.length === 0 && cursor === this.position) return;
    await this.file.write([...lines, { cursor }].map((line) => `${JSON.stringify(line)}\n`).join(''));
    this.position = cursor;
    for (const { type, id, record } of lines) {
      if (record === null) this.ids.get(type)?.delete(id);
      else this.ids.get(type)?.add(id);
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** Writes a file whole and puts it in the place of the one that is there. */
export async function newCopy(path: string, head: Head, parts: AsyncIterable<readonly CopyLine[]>): Promise<CopyFile> {
  const file = await open(`${path}.new`, 'w');
  try {
    await file.write(`${JSON.stringify(head)}\n`);
    for await (const lines of parts) await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const made = await CopyFile.open(path);
  if (made === undefined) throw new Error(`${path} is gone`);
  return made;
}

/** @returns the records of a copy, as they were at its last cursor; undefined when there is none */
export async function readCopy(path: string): Promise<Copy | undefined> {
  return (await read(path))?.records;
}

async function* one(lines: readonly CopyLine[]): AsyncGenerator<readonly CopyLine[]> {
  yield lines;
}

async function read(path: string) {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const [first, ...lines] = wholeLines(content ?? Buffer.of());
  if (first === undefined) return undefined;
  let head = first.value as Head;
  let { end: length } = first;
  const records = new Map(head.types.map((type) => [type, new Map<string, CopiedRecord>()]));
  for (const { value, end } of lines) {
    const line = value as CopyLine | Pick<Head, 'cursor'>;
    if ('cursor' in line) head = { ...head, cursor: line.cursor };
    else if (line.record === null) records.get(line.type)?.delete(line.id);
    else records.get(line.type)?.set(line.id, line.record);
    length = end;
  }
  return { head, records, lineCount: lines.length, length };
}

/** @returns what the lines say, and the offsets behind them, up to the first one that was not written whole */
function wholeLines(content: Buffer): { readonly value: unknown; readonly end: number }[] {
  const lines: { readonly value: unknown; readonly end: number }[] = [];
  for (let start = 0; ; ) {
    const end = content.indexOf('\n', start) + 1;
    if (end === 0) return lines;
    try {
      lines.push({ value: JSON.parse(content.toString('utf8', start, end)), end });
    } catch {
      return lines;
    }
    start = end;
  }
}
