/**
 * Runs an import: every step of a plan, for real or as a trial that leaves nothing behind.
 */
import { resolve } from 'node:path';
import type { Call } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { refreshStatisticsOf } from '../records/refresh-statistics.js';
import { inTransaction } from '../records/write/run-write.js';
import type { ImportListener, ImportSummary, Mended, NotFound, StepSummary } from './import-events.js';
import { type ImportRun, importStep, Tally } from './import-step.js';
import { Lookups } from './lookups.js';
import type { ImportPlan } from './mapping/import-plan.js';
import { checkCsvFile } from './read-lines.js';
import { accessInside, type RecordAccess, recordAccess } from './record-access.js';

export interface ImportOptions {
  /** Folder that the files of the mapping lie in. */
  readonly csvDir: string;
  /** Of the files whose step names none; UTF-8 when left out. */
  readonly encoding?: string | undefined;
  /** Stops the import after the chunk that is being written. */
  readonly signal: AbortSignal;
  readonly listener: ImportListener;
}

/**
 * Writes up to 500 lines a transaction. Stopped or failed, what was written stays, and a repeat completes it. At its end the database looks
 * at what was filled, so that reads are planned well at once.
 * @throws CsvFileError before anything is written when a file is missing, is not of its encoding or lacks a column; later when a quote
 *   is not closed
 */
export async function runImport(
  store: RecordStore,
  call: Call,
  plan: ImportPlan,
  options: ImportOptions,
): Promise<ImportSummary> {
  const summary = await importBy(recordAccess(store, call), plan, options);
  const hasWritten = summary.steps.some(({ created, updated }) => created + updated > 0);
  const entityTypes = plan.steps.map(({ entityType }) => entityType);
  if (hasWritten && !summary.isStopped) await refreshStatisticsOf(store, entityTypes);
  return summary;
}

async function importBy(access: RecordAccess, plan: ImportPlan, options: ImportOptions): Promise<ImportSummary> {
  for (const step of plan.steps) {
    const format = { delimiter: step.delimiter, encoding: step.encoding ?? options.encoding };
    await checkCsvFile(resolve(options.csvDir, step.file), format, step.columnNames);
  }
  const run: ImportRun = {
    access,
    encoding: options.encoding,
    lookups: new Lookups(access),
    listener: options.listener,
    mended: new Tally<Mended>(),
    notFound: new Tally<NotFound>(),
    signal: options.signal,
  };
  const steps: StepSummary[] = [];
  for (const step of plan.steps) {
    if (options.signal.aborted) break;
    steps.push(await importStep(run, step, resolve(options.csvDir, step.file)));
  }
  return {
    steps,
    mended: run.mended.counted(),
    notFound: run.notFound.counted(),
    isStopped: options.signal.aborted,
  };
}

/**
 * Does all that `runImport` does in one transaction and then undoes it, so that it finds every error and changes nothing.
 * Meanwhile other writes to an SQLite file wait; on PostgreSQL those to the same records do.
 * @throws CsvFileError when a file cannot be read
 */
export function tryImport(
  store: RecordStore,
  call: Call,
  plan: ImportPlan,
  options: ImportOptions,
): Promise<ImportSummary> {
  return inTransaction(store, { ...call, isDryRun: true }, (context) => importBy(accessInside(context), plan, options));
}
