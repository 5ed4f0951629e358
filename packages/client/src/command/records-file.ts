/** The records of a file, one after the other, each with the line that it begins on. Knows no server. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type CsvError, parse } from 'csv-parse';
import { CommandError } from './command.js';
import type { AnyRecord } from './render-records.js';
import type { WritableMembers } from './space-document.js';

export interface FileRecord {
  /** From 1. */
  readonly line: number;
  readonly record: AnyRecord;
}

/** How a file is read. */
export interface FileForm {
  readonly path: string;
  readonly format: 'ndjson' | 'csv';
  /** Of CSV. */
  readonly delimiter: string;
  /** Which types cells have; undefined: NDJSON says it itself. */
  readonly members: WritableMembers | undefined;
}

/** @throws CommandError a line that cannot be read, by its number */
export function readRecords(form: FileForm): AsyncGenerator<FileRecord, void, void> {
  return form.format === 'csv' ? readCsv(form) : readNdjson(form);
}

/** @returns the SHA-256 of what is in a file */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function* readNdjson({ path }: FileForm): AsyncGenerator<FileRecord, void, void> {
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    if (text.trim() === '') continue;
    yield { line, record: parseLine(text, `${path}, line ${line}`) };
  }
}

function parseLine(text: string, place: string): AnyRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${place}: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandError(`${place}: must be an object with the members of a record.`);
}

/** By line feeds alone: JSON may hold all else that ends lines elsewhere. */
async function* linesOf(path: string): AsyncGenerator<string, void, void> {
  let rest = '';
  let isFirst = true;
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const text = isFirst ? String(chunk).replace(/^\uFEFF/, '') : String(chunk);
    isFirst = false;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  /** Of the line that the record ends on. */
  readonly info: { readonly lines: number };
  /** With the blank lines before it. */
  readonly raw: string;
}

async function* readCsv({ path, delimiter, members }: FileForm): AsyncGenerator<FileRecord, void, void> {
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      raw: true,
      skip_empty_lines: true,
      columns: (names: string[]) => checkNames(names, `${path}, line 1`, members),
    }),
  );
  try {
    for await (const { record, info, raw } of parser as AsyncIterable<Parsed>) {
      const line = info.lines - (raw.trim().match(/\n/g)?.length ?? 0);
      yield { line, record: recordOf(record, members) };
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error;
    const { lines, message } = error as CsvError & { readonly lines?: number };
    throw new CommandError(`${path}, line ${lines}: ${message}`);
  }
}

/** @throws CommandError a name that is missing, there twice or of no member */
function checkNames(names: readonly string[], place: string, members: WritableMembers | undefined): string[] {
  const trimmed = names.map((name) => name.trim());
  const twice = trimmed.find((name, at) => trimmed.indexOf(name) !== at);
  if (twice !== undefined) throw new CommandError(`${place}: there are two columns "${twice}".`);
  const unknown = trimmed.filter((name) => members !== undefined && !members.has(name) && !serverMembers.has(name));
  if (unknown.length > 0) {
    const list = unknown.map((name) => `"${name}"`).join(', ');
    throw new CommandError(
      `${place}: no member that can be written is called ${list}. There are ${[...(members?.keys() ?? [])].join(', ')}.`,
    );
  }
  return trimmed;
}

/** These are written where ids are kept, though no create takes all of them. */
const serverMembers: ReadonlySet<string> = new Set(['id', 'created', 'modified']);

/** An empty cell says nothing. */
function recordOf(cells: Readonly<Record<string, string>>, members: WritableMembers | undefined): AnyRecord {
  const given = Object.entries(cells).filter(([, cell]) => cell !== '');
  return Object.fromEntries(given.map(([name, cell]) => [name, parseCell(cell, members?.get(name))]));
}

/** What is not JSON where it should be stays text: the server names it. */
export function parseCell(cell: string, type = 'text'): unknown {
  if (type === 'text' || type === 'related') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
