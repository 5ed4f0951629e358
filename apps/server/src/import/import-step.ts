/**
 * Imports one file of a mapping: streams its lines, leaves out what the step passes over, writes chunk by chunk.
 * Holds one chunk at a time, whatever the size of the file.
 */
import { basename } from 'node:path';
import { createMissing, wantedLookups } from './create-missing.js';
import { type ChunkLine, draftLines, type LineError } from './draft-lines.js';
import { existingRecords } from './existing-records.js';
import type { Counted, ImportListener, Mended, NotFound, StepSummary } from './import-events.js';
import type { Lookups } from './lookups.js';
import type { StepPlan } from './mapping/import-plan.js';
import { csvFileSize, readLines } from './read-lines.js';
import type { RecordAccess } from './record-access.js';
import { shortText } from './short-text.js';
import { type CleanedCells, cleanCells } from './values/clean-cells.js';
import { type CellError, holds } from './values/evaluate-source.js';
import { needsWrite, type WriteOutcome, writeDrafts } from './write-drafts.js';

/** Lines written in one transaction. */
const chunkLines = 500;

export interface ImportRun {
  readonly access: RecordAccess;
  /** Of the files whose step names none. */
  readonly encoding: string | undefined;
  readonly lookups: Lookups;
  readonly listener: ImportListener;
  readonly mended: Tally<Mended>;
  readonly notFound: Tally<NotFound>;
  /** Looked at between chunks. */
  readonly signal: AbortSignal;
}

/**
 * @param file path of the CSV file
 * @throws CsvFileError when the file cannot be read; chunks before that are written
 */
export async function importStep(run: ImportRun, step: StepPlan, file: string): Promise<StepSummary> {
  const counts = { lines: 0, passedOver: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, createdForLookups: 0 };
  const bytesTotal = await csvFileSize(file);
  const takes = lineChooser(step);
  let chunk: ChunkLine[] = [];
  let bytesRead = 0;

  async function write(): Promise<void> {
    const outcome = await importChunk(run.access, run.lookups, step, chunk);
    for (const name of ['created', 'updated', 'unchanged', 'rejected', 'createdForLookups'] as const) {
      counts[name] += outcome[name];
    }
    const textOf = new Map(chunk.map(({ number, text }) => [number, text]));
    for (const [line, errors] of byLine(outcome.errors)) report(line, textOf.get(line) ?? '', errors);
    for (const { cleaned } of chunk) noteMended(run, step, cleaned);
    chunk = [];
    run.listener.progress({ step: step.name, lines: counts.lines, bytesRead, bytesTotal });
  }

  function report(line: number, text: string, errors: readonly CellError[]): void {
    const reasons = errors.map(({ columns, value, reason }) => ({ column: columns.join(', '), value, reason }));
    run.listener.rejected({ step: step.name, file: basename(file), line, text: shortText(text), reasons });
    for (const { columns, value, missingIn } of errors) {
      if (missingIn === undefined) continue;
      run.notFound.add({ step: step.name, column: columns.join(', '), place: missingIn, text: value });
    }
  }

  const format = { delimiter: step.delimiter, encoding: step.encoding ?? run.encoding };
  for await (const { number, text, cells, bytesRead: bytes } of readLines(file, format, step.columnNames)) {
    counts.lines += 1;
    bytesRead = bytes;
    if (cells === undefined) {
      counts.rejected += 1;
      report(number, text, [{ columns: [], value: '', reason: 'has more or fewer cells than the header' }]);
      continue;
    }
    const cleaned = cleanCells(step.columns, cells);
    if (!takes(cleaned)) {
      counts.passedOver += 1;
      continue;
    }
    chunk.push({ number, text, cleaned });
    if (chunk.length < chunkLines) continue;
    await write();
    if (run.signal.aborted) break;
  }
  if (!run.signal.aborted && chunk.length > 0) await write();
  return { step: step.name, collection: step.entityType.collection, ...counts };
}

/** In the order of the lines. */
function byLine(errors: readonly LineError[]): [number, LineError[]][] {
  const lines = new Map<number, LineError[]>();
  for (const error of errors) {
    const ofLine = lines.get(error.line);
    if (ofLine) ofLine.push(error);
    else lines.set(error.line, [error]);
  }
  return [...lines].sort(([a], [b]) => a - b);
}

/** @returns a function that says, line by line, whether the step takes the line */
function lineChooser(step: StepPlan): (cleaned: CleanedCells) => boolean {
  const seen = new Set<string>();
  return ({ cells }) => {
    if (step.when !== undefined && !holds(step.when, cells)) return false;
    if (step.distinct.length === 0) return true;
    const combination = JSON.stringify(step.distinct.map((column) => cells.get(column)));
    const isNew = !seen.has(combination);
    seen.add(combination);
    return isNew;
  };
}

function noteMended(run: ImportRun, step: StepPlan, cleaned: CleanedCells): void {
  for (const { column, from, to, in: place } of cleaned.mended) {
    const isMissing = place !== undefined && run.lookups.answer(place, from).kind === 'missing';
    run.mended.add({ step: step.name, column, from, to, missingIn: isMissing ? place.name : null });
  }
}

/**
 * Writes one chunk of lines: drafts records, finds what exists, creates and updates in one transaction.
 * Knows no files; a chunk can be repeated, the second time nothing changes.
 */
export interface ChunkOutcome extends WriteOutcome {
  readonly createdForLookups: number;
}

/** Waits on the database: look-ups, one list, and a transaction when something is to be written. */
async function importChunk(
  access: RecordAccess,
  lookups: Lookups,
  step: StepPlan,
  lines: readonly ChunkLine[],
): Promise<ChunkOutcome> {
  await lookups.ask(wantedLookups(step.members, lines));
  const createdForLookups = await createMissing(access, lookups, step, lines);
  const { drafts, errors } = draftLines(lookups, step, lines, access.space);
  const existing = await existingRecords(
    access,
    step,
    drafts.map(({ body }) => body),
  );
  const written = needsWrite(step, drafts, existing)
    ? await access.write((context) => writeDrafts(context, step, drafts, existing))
    : { created: 0, updated: 0, unchanged: drafts.length, rejected: 0, errors: [] };
  if (written.created + written.updated > 0) lookups.forget(step.entityType.name);
  return {
    ...written,
    rejected: written.rejected + lines.length - drafts.length,
    errors: [...errors, ...written.errors],
    createdForLookups,
  };
}

// Counts how often something came up; remembers a bounded number of different things.

/** Different things counted; what comes up first after that is left out. */
const maxKept = 1_000;

export class Tally<T extends object> {
  readonly #counts = new Map<string, { readonly thing: T; lines: number }>();

  add(thing: T): void {
    const name = JSON.stringify(thing);
    const known = this.#counts.get(name);
    if (known !== undefined) known.lines += 1;
    else if (this.#counts.size < maxKept) this.#counts.set(name, { thing, lines: 1 });
  }

  /** @returns the things in the order in which they came up, with the number of lines of each */
  counted(): Counted<T>[] {
    return [...this.#counts.values()].map(({ thing, lines }) => ({ ...thing, lines }));
  }
}
