/**
 * `headwater import`: CSV files into a space, by a mapping file.
 */

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { isEncoding } from '../import/encoding.js';
import type { ImportSummary, RejectedLine, StepProgress } from '../import/import-events.js';
import { loadMapping } from '../import/mapping/load-mapping.js';
import { planImport } from '../import/mapping/plan-import.js';
import { runImport, tryImport } from '../import/run-import.js';
import { shortText } from '../import/short-text.js';
import { systemCall } from '../records/call.js';
import { requireSpace, withDeps } from './open-store.js';
import { ProgressLine } from './progress-line.js';
import { type ExitCode, exitCodes, type Terminal, table, UsageError } from './terminal.js';

interface ImportOptions {
  readonly space: string;
  readonly csvDir?: string;
  readonly encoding?: string;
  readonly set?: ReadonlyMap<string, string>;
  readonly today?: Date;
  readonly dryRun?: true;
  readonly report?: string;
  readonly json?: true;
}

/** @param exit called with the exit code when it is not `ok` */
export function addImportCommand(program: Command, terminal: Terminal, exit: (code: ExitCode) => void): void {
  program
    .command('import <mapping>')
    .description('import CSV files into a space by a mapping file; safe to repeat')
    .requiredOption('--space <id>', 'space to import into')
    .option('--csv-dir <folder>', 'folder of the CSV files (default: the folder of the mapping)')
    .option('--encoding <name>', 'how the characters of the files are stored (default: utf-8)', parseEncoding)
    .option('--set <name=value>', 'set a variable of the mapping; can be repeated', addVariable)
    .option('--today <date>', 'the day that dates in days from today count from (default: today, UTC)', parseDay)
    .option('--dry-run', 'find every error, change nothing; other writes wait meanwhile')
    .option('--report <file>', 'write rejected lines to a CSV file, or to JSON lines when it ends in .jsonl')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Existing records are found by the key that the mapping names, and changed only where a line says something else.
Stopped with Ctrl-C, it finishes the lines being written; the same command later does the rest.
The exit code is 0 when every line was taken, 3 when some were rejected.

Examples:
  headwater import examples/crm-sales/mapping.yaml --space acme --csv-dir ~/crm-sales --dry-run
  headwater import examples/crm-sales/mapping.yaml --space acme --csv-dir ~/crm-sales --report rejected.csv`,
    )
    .action(async (mapping: string, options: ImportOptions) => exit(await importFiles(terminal, mapping, options)));
}

function addVariable(text: string, earlier: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new UsageError(`--set "${text}" must be a name and a value: --set owner=ada@example.com`);
  return new Map([...earlier, [name, value]]);
}

function parseEncoding(text: string): string {
  if (!isEncoding(text)) throw new UsageError(`--encoding "${text}" cannot be read; name one such as windows-1252`);
  return text;
}

function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  if (!isDay) throw new UsageError(`--today "${text}" must be a day of the calendar: --today 2026-01-31`);
  return day;
}

async function importFiles(terminal: Terminal, mappingFile: string, options: ImportOptions): Promise<ExitCode> {
  const mapping = await loadMapping(mappingFile);
  const progress = new ImportProgress(terminal);
  const summary = await withDeps(terminal, async (deps) => {
    await requireSpace(deps, options.space);
    const store = await deps.stores.of(options.space);
    const plan = planImport(mapping, store.catalog, options.set ?? new Map(), options.today);
    const report = options.report === undefined ? undefined : await RejectedLinesReport.open(options.report);
    const run = options.dryRun ? tryImport : runImport;
    try {
      return await run(store, systemCall(options.space), plan, {
        csvDir: options.csvDir ?? dirname(mappingFile),
        encoding: options.encoding,
        signal: terminal.stop,
        listener: {
          progress: (step) => progress.progress(step),
          rejected: (line) => {
            report?.add(line);
            progress.rejected(line);
          },
        },
      });
    } finally {
      progress.clear();
      await report?.close();
    }
  });
  if (options.json) terminal.out(`${JSON.stringify({ isDryRun: options.dryRun === true, ...summary }, null, 2)}\n`);
  else terminal.out(`${summaryText(summary)}\n`);
  if (options.dryRun) terminal.error('This was a dry run: nothing was changed.\n');
  if (summary.isStopped) terminal.error('Stopped before the end. The same command does the rest.\n');
  return exitCodeOf(summary);
}

function exitCodeOf({ steps, isStopped }: ImportSummary): ExitCode {
  if (isStopped) return exitCodes.stopped;
  return steps.some(({ rejected }) => rejected > 0) ? exitCodes.rejectedLines : exitCodes.ok;
}

// Shows how far an import is, and the first lines that it rejects.

/** Rejected lines shown as they come; the report has them all. */
const maxShown = 10;

class ImportProgress {
  readonly #line: ProgressLine;
  #rejected = 0;

  constructor(private readonly terminal: Terminal) {
    this.#line = new ProgressLine(terminal);
  }

  progress({ step, lines, bytesRead, bytesTotal }: StepProgress): void {
    // What is decoded can have more bytes than the file.
    const percent = bytesTotal === 0 ? 100 : Math.min(100, Math.floor((bytesRead / bytesTotal) * 100));
    this.#line.show(`${step}: ${lines.toLocaleString('en')} lines, ${percent} %`);
  }

  rejected({ file, line, text, reasons }: RejectedLine): void {
    this.#rejected += 1;
    if (this.#rejected > maxShown) return;
    this.clear();
    this.terminal.error(`${file}:${line}: ${text}\n`);
    for (const { column, value, reason } of reasons) {
      const at = column === '' ? '' : `${column} "${shortText(value)}": `;
      this.terminal.error(`  ${at}${reason.trim()}\n`);
    }
    if (this.#rejected === maxShown)
      this.terminal.error('Further rejected lines are not shown; --report has them all.\n');
  }

  clear(): void {
    this.#line.clear();
  }
}

// Says in words what an import did. Pure.

const heads = ['STEP', 'COLLECTION', 'LINES', 'CREATED', 'UPDATED', 'UNCHANGED', 'REJECTED', 'PASSED OVER'];

/** @returns several lines of text, without a line break at the end */
function summaryText(summary: ImportSummary): string {
  const rows = summary.steps.map((step) => [
    step.step,
    step.collection,
    ...[step.lines, step.created, step.updated, step.unchanged, step.rejected, step.passedOver].map(number),
  ]);
  return [table(heads, rows), lookupsText(summary), mendedText(summary), notFoundText(summary)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function lookupsText({ steps }: ImportSummary): string {
  return steps
    .filter(({ createdForLookups }) => createdForLookups > 0)
    .map(
      ({ step, createdForLookups }) => `${step}: made ${number(createdForLookups)} records that lookups did not find.`,
    )
    .join('\n');
}

function mendedText({ mended }: ImportSummary): string {
  const lines = mended.map(({ step, column, from, to, missingIn, lines }) => {
    const why = missingIn === null ? '' : `is not in ${missingIn}; `;
    return `  ${step}, ${column}: "${from}" ${why}taken as "${to}" (${count(lines)})`;
  });
  return lines.length === 0 ? '' : ['Spellings that the mapping mends:', ...lines].join('\n');
}

function notFoundText({ notFound }: ImportSummary): string {
  const lines = notFound.map(({ step, column, place, text, lines }) => {
    const at = column === '' ? step : `${step}, ${column}`;
    return `  ${at}: "${shortText(text)}" is not in ${place} (${count(lines)})`;
  });
  return lines.length === 0 ? '' : ['Looked up in vain:', ...lines].join('\n');
}

function count(lines: number): string {
  return lines === 1 ? '1 line' : `${number(lines)} lines`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

// Writes the lines that an import rejects into a file: CSV, or JSON lines when its name ends in .jsonl or .ndjson.

const columns = ['step', 'file', 'line', 'column', 'value', 'reason', 'text'] as const;

type ReportRow = Readonly<Record<(typeof columns)[number], string | number>>;

class RejectedLinesReport {
  private constructor(
    private readonly stream: WriteStream,
    private readonly render: (row: ReportRow) => string,
  ) {}

  /** @throws UsageError when the file cannot be written */
  static async open(file: string): Promise<RejectedLinesReport> {
    const stream = createWriteStream(file);
    try {
      await once(stream, 'open');
    } catch (cause) {
      throw new UsageError(`cannot write the report: ${(cause as Error).message}`, { cause });
    }
    if (/\.(jsonl|ndjson)$/.test(file)) return new RejectedLinesReport(stream, (row) => `${JSON.stringify(row)}\n`);
    stream.write(stringify([columns]));
    return new RejectedLinesReport(stream, (row) => stringify([columns.map((column) => row[column])]));
  }

  /** Writes a row for each reason. */
  add({ step, file, line, text, reasons }: RejectedLine): void {
    for (const { column, value, reason } of reasons) {
      this.stream.write(this.render({ step, file, line, column, value, reason, text }));
    }
  }

  async close(): Promise<void> {
    this.stream.end();
    await finished(this.stream);
  }
}
