/**
 * Streams the lines of a CSV file, cell by cell. Knows nothing of mappings; holds one line at a time.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse';

/** A file that cannot be read as CSV. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

export interface CsvLine {
  /** Where the line begins in the file, from 1; the header is line 1. */
  readonly number: number;
  /** By the name of the column; undefined when the number of cells is not that of the header. */
  readonly cells: ReadonlyMap<string, string> | undefined;
  /** Bytes of the file up to the end of this line. */
  readonly bytesRead: number;
}

interface ParsedLine {
  readonly record: readonly string[];
  readonly info: { readonly lines: number; readonly bytes: number };
}

/**
 * @param columns names that the header must have
 * @returns the lines after the header
 * @throws CsvFileError when the file cannot be read, lacks a column, names one twice, or a quote is not closed
 */
export async function* readLines(
  file: string,
  delimiter: string,
  columns: readonly string[],
  maxLines = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvLine, void, void> {
  const source = createReadStream(file);
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
        header = checkHeader(file, record, columns);
        continue;
      }
      const names = header;
      const text = record.join('');
      const isWhole = record.length === names.length;
      yield {
        number: info.lines - overcounted - count(text, /[\r\n]/g),
        cells: isWhole ? new Map(record.map((cell, index) => [names[index] ?? '', cell])) : undefined,
        bytesRead: info.bytes,
      };
      overcounted += count(text, /\r\n/g);
    }
  } catch (cause) {
    throw readError(file, cause);
  } finally {
    // Whoever stops reading early leaves the file open otherwise.
    source.destroy();
  }
  if (header === undefined) throw new CsvFileError(`${file} is empty; its first line must name the columns`);
}

/** Reads no further than it must. @throws CsvFileError as `readLines` does for the header */
export async function checkCsvFile(file: string, delimiter: string, columns: readonly string[]): Promise<void> {
  for await (const _ of readLines(file, delimiter, columns, 1)) return;
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

function checkHeader(file: string, header: readonly string[], columns: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new CsvFileError(`${file} has two columns "${repeated}"`);
  const missing = columns.filter((column) => !names.includes(column)).map((column) => `"${column}"`);
  if (missing.length > 0) {
    throw new CsvFileError(`${file} has no column ${missing.join(', ')}; it has ${names.join(', ')}`);
  }
  return names;
}

function readError(file: string, cause: unknown): unknown {
  if (cause instanceof CsvError) return new CsvFileError(`${basename(file)}: ${cause.message}`, { cause });
  const isFileError = cause instanceof Error && 'code' in cause && 'syscall' in cause;
  return isFileError ? new CsvFileError(`cannot read ${file}: ${cause.message}`, { cause }) : cause;
}
