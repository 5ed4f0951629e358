/**
 * Writes the lines that an import rejects into a file: CSV, or JSON lines when its name ends in .jsonl or .ndjson.
 */

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { RejectedLine } from '../import/import-events.js';
import { UsageError } from './terminal.js';

const columns = ['step', 'file', 'line', 'column', 'value', 'reason', 'text'] as const;

type ReportRow = Readonly<Record<(typeof columns)[number], string | number>>;

export class RejectedLinesReport {
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
