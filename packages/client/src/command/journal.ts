/**
 * A file of lines that says how far a command has come, so that it can go on after a kill. The first line says what it was to do, each
 * later one what is done. A line that was torn off counts as not written.
 */
import { type FileHandle, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from './command.js';

export class Journal<Head extends object, Done extends object> {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    /** What was done by earlier runs, in the order in which it was written. */
    readonly done: readonly Done[],
    /** What the first run was to do: that of this run, and what was found out then. */
    readonly head: Head,
    /** Of the last line of earlier runs, in milliseconds since 1970; undefined when this is the first run. */
    readonly lastWritten: number | undefined,
  ) {}

  /**
   * @param wanted members of the head that must be the same in each run
   * @param newHead the head of a first run
   * @throws CommandError the file is of another run
   */
  static async open<Head extends object, Done extends object>(
    path: string,
    wanted: Partial<Head>,
    newHead: () => Promise<Head>,
  ): Promise<Journal<Head, Done>> {
    const [head, ...done] = await readLines(path);
    if (head === undefined) {
      const made = await newHead();
      const file = await open(path, 'w');
      await file.write(`${JSON.stringify(made)}\n`);
      return new Journal<Head, Done>(path, file, [], made, undefined);
    }
    const known = head.value as Head;
    for (const [name, value] of Object.entries(wanted)) {
      if (isDeepStrictEqual(known[name as keyof Head], JSON.parse(JSON.stringify(value)))) continue;
      throw new CommandError(
        `${path} is of another run: its ${name} was another one. Remove it to begin from the start.`,
      );
    }
    const lastWritten = (await stat(path)).mtimeMs;
    // What comes next would be glued to a line that was torn off.
    await truncate(path, (done.at(-1) ?? head).end);
    const file = await open(path, 'a');
    return new Journal<Head, Done>(
      path,
      file,
      done.map(({ value }) => value as Done),
      known,
      lastWritten,
    );
  }

  async add(done: Done): Promise<void> {
    await this.file.appendFile(`${JSON.stringify(done)}\n`);
  }

  /** Leaves the file for a later run. */
  close(): Promise<void> {
    return this.file.close();
  }

  /** Everything is done. */
  async remove(): Promise<void> {
    await this.file.close();
    await rm(this.path);
  }
}

/** @returns the lines that were written whole, with the offsets behind them */
async function readLines(path: string): Promise<{ readonly value: unknown; readonly end: number }[]> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.of();
    throw error;
  });
  const lines: { value: unknown; end: number }[] = [];
  for (let start = 0; ; ) {
    const end = content.indexOf('\n', start) + 1;
    if (end === 0) return lines;
    lines.push({ value: JSON.parse(content.toString('utf8', start, end)), end });
    start = end;
  }
}
