/**
 * Streams the lines of a CSV file, cell by cell. Knows nothing of mappings; holds one line at a time.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { defaultEncoding, findWrongByte, isSameEncoding, textOf, type WrongByte } from './encoding.js';

/** A file that cannot be read as CSV. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

export interface CsvLine {
  /** Where the line begins in the file, from 1; the header is line 1. */
  readonly number: number;
  /** As it is in the file, but for quotes. */
  readonly text: string;
  /** By the name of the column; undefined when the number of cells is not that of the header. */
  readonly cells: ReadonlyMap<string, string> | undefined;
  /** Bytes of the file up to the end of this line. */
  readonly bytesRead: number;
}

interface ParsedLine {
  readonly record: readonly string[];
  readonly info: { readonly lines: number; readonly bytes: number };
}

/** How a file is written. */
export interface CsvFormat {
  readonly delimiter: string;
  /** UTF-8 when left out. */
  readonly encoding?: string | undefined;
}

/**
 * @param columns names that the header must have
 * @returns the lines after the header
 * @throws CsvFileError when the file cannot be read, lacks a column, names one twice, or a quote is not closed
 */
export async function* readLines(
  file: string,
  { delimiter, encoding = defaultEncoding }: CsvFormat,
  columns: readonly string[],
  maxLines = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvLine, void, void> {
  // The parser reads UTF-8 by itself.
  const isPlain = isSameEncoding(encoding, defaultEncoding);
  const source: Readable = isPlain ? createReadStream(file) : Readable.from(textOf(file, encoding));
  const parser = source.pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      ...(maxLines === 1 ? { to: 1 } : {}),
    }),
  );
  source.on('error', (error) => parser.destroy(error));
  let header: readonly string[] | undefined;
  // The parser counts to the end of a line, and both characters of a line break inside quotes.
  let overcounted = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedLine>) {
      if (header === undefined) {
        header = checkHeader(file, record, columns, delimiter);
        continue;
      }
      const names = header;
      const text = record.join(delimiter);
      const isWhole = record.length === names.length;
      yield {
        number: info.lines - overcounted - count(text, /[\r\n]/g),
        text,
        cells: isWhole ? new Map(record.map((cell, index) => [names[index] ?? '', cell])) : undefined,
        bytesRead: info.bytes,
      };
      overcounted += count(text, /\r\n/g);
    }
  } catch (cause) {
    throw readError(file, cause);
  } finally {
    // A reader that stops early leaves the file open otherwise.
    source.destroy();
  }
  if (header === undefined) throw new CsvFileError(`${file} is empty; its first line must name the columns`);
}

/**
 * Checks a file before anything is written: that all of it is of its encoding, and its header.
 * @throws CsvFileError as `readLines` does for the header, and with the first byte that is not of the encoding
 */
export async function checkCsvFile(file: string, format: CsvFormat, columns: readonly string[]): Promise<void> {
  const { encoding = defaultEncoding } = format;
  const wrong = await findWrongByte(file, encoding).catch((cause: unknown) => {
    throw readError(file, cause);
  });
  if (wrong) throw new CsvFileError(wrongByteText(file, encoding, wrong));
  for await (const _ of readLines(file, format, columns, 1)) return;
}

function wrongByteText(file: string, encoding: string, { offset, line, byte }: WrongByte): string {
  const which =
    byte === undefined
      ? 'its last character is cut off'
      : `the byte is 0x${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  const remedy = isSameEncoding(encoding, defaultEncoding)
    ? 'Save it as UTF-8, or say how it is encoded, by encoding in the mapping or --encoding: windows-1252, for one.'
    : 'Say how it is encoded, by encoding in the mapping or --encoding.';
  return `${file} is not ${encoding.toUpperCase()} at byte offset ${offset}, line ${line}: ${which}. ${remedy}`;
}

/** @throws CsvFileError when there is no such file @returns its length in bytes */
export async function csvFileSize(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (cause) {
    throw readError(file, cause);
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function checkHeader(
  file: string,
  header: readonly string[],
  columns: readonly string[],
  delimiter: string,
): readonly string[] {
  const names = header.map((name) => name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new CsvFileError(`${file} has two columns "${repeated}"`);
  const missing = columns.filter((column) => !names.includes(column)).map((column) => `"${column}"`);
  if (missing.length > 0) {
    const meant = otherDelimiter(header.join(delimiter), columns, delimiter);
    if (meant !== undefined) {
      const [used, named] = [JSON.stringify(meant), JSON.stringify(delimiter)];
      throw new CsvFileError(
        `${file} separates its cells by ${used}, not by ${named}; set delimiter: ${used} in the mapping`,
      );
    }
    throw new CsvFileError(`${file} has no column ${missing.join(', ')}; it has ${names.join(', ')}`);
  }
  return names;
}

const usualDelimiters = [',', ';', '\t', '|'];

/** @returns the delimiter by which the header has all columns */
function otherDelimiter(header: string, columns: readonly string[], delimiter: string): string | undefined {
  return usualDelimiters.find((one) => {
    const names = header.split(one).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
    return one !== delimiter && columns.every((column) => names.includes(column));
  });
}

function readError(file: string, cause: unknown): unknown {
  if (cause instanceof CsvError) return new CsvFileError(`${basename(file)}: ${cause.message}`, { cause });
  const isFileError = cause instanceof Error && 'code' in cause && 'syscall' in cause;
  return isFileError ? new CsvFileError(`cannot read ${file}: ${cause.message}`, { cause }) : cause;
}
