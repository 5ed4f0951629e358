/**
 * Reads from SQLite what the other readers find too long to hand over at once: row by row, one statement at a time, so that the rows of
 * one answer at most are on their way.
 */

import { answerTooLong, bytesOf } from '../../request/held-bytes.js';
import type { Statement } from '../../sql/binder.js';
import { weighedCache } from '../../sql/cache.js';
import type { ReadLimits, Row } from '../database.js';
import { limitsLeft } from '../limits-left.js';
import { codeOf } from '../translate-error.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** Characters of the statements whose rows were long: next time they are not tried elsewhere first. */
const maxKnownCharacters = 1_000_000;

export class LongReader {
  /** Of one space each: the records of another one may all be short. */
  private readonly known = weighedCache<true>(maxKnownCharacters, (_, key) => key.length);
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param connection nobody else may read with it
   * @param maxValueBytes of a value that the other readers hand over
   */
  constructor(
    private readonly connection: SqliteConnection,
    private readonly maxBytes: number,
    private readonly maxValueBytes: number,
  ) {}

  /** @returns whether rows of the statement were long lately */
  expects(statement: Statement): boolean {
    return this.known.size > 0 && this.known.has(keyOf(statement));
  }

  /**
   * @throws ApiError `ERROR_PARAMETER_INVALID` for a value that is longer than an answer may be; what `limits.count` and
   * `limitsLeft` throw
   */
  read(statement: Statement, limits: ReadLimits): Promise<Row[]> {
    const since = performance.now();
    const rows = this.last.then(() => this.readNow(statement, limitsLeft(limits, since)));
    this.last = rows.catch(() => {});
    return rows;
  }

  private async readNow(statement: Statement, { ms, gone, count }: ReadLimits): Promise<Row[]> {
    const key = keyOf(statement);
    this.known.delete(key);
    const countRow = (row: Row) => {
      const bytes = bytesOf([row]);
      if (bytes > this.maxValueBytes) this.known.set(key, true);
      count?.(bytes);
    };
    try {
      return await this.connection.runByRows(statement, countRow, ms, gone);
    } catch (error) {
      if (!isTooLong(error)) throw error;
      this.known.set(key, true);
      throw answerTooLong(this.maxBytes);
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** The first value of a statement is its space. */
function keyOf({ text, values }: Statement): string {
  return `${String(values[0])} ${text}`;
}

/** @returns whether a statement met a value that is longer than its connection hands over */
export function isTooLong(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_TOOBIG';
}
