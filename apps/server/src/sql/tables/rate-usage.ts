/**
 * Writes the statements over what keys and spaces have used of their rate limits. Pure.
 */
import { type Statement, spaceBinder } from '../binder.js';
import type { Dialect } from '../dialects/dialect.js';

/** What was used in a minute, of one measure. */
export interface Usage {
  /** The token of a key; empty: the whole space. */
  readonly subject: string;
  readonly measure: string;
  /** Since 1970. */
  readonly minute: number;
  readonly used: number;
}

/**
 * Adds what one process has counted. A row holds the last minute only.
 * @param usages of different subjects or measures
 * @returns rows of `subject`, `measure`, `minute` and `used`, which all processes together have used
 */
export function addUsage(dialect: Dialect, space: string, usages: readonly Usage[]): Statement {
  const binder = spaceBinder(dialect, space);
  const rows = usages.map(({ subject, measure, minute, used }) => {
    const values = [subject, measure, minute, used].map((value) => binder.bind(value));
    return `(${[binder.space, ...values].join(', ')})`;
  });
  const isLater = 'excluded.minute > rate_usage.minute';
  return binder.statement(
    `INSERT INTO rate_usage (space_id, subject, measure, minute, used) VALUES ${rows.join(', ')} ` +
      'ON CONFLICT (space_id, subject, measure) DO UPDATE SET ' +
      `used = excluded.used + CASE WHEN ${isLater} THEN 0 ELSE rate_usage.used END, ` +
      `minute = CASE WHEN ${isLater} THEN excluded.minute ELSE rate_usage.minute END ` +
      'RETURNING subject, measure, minute, used',
  );
}

/** @returns rows as `addUsage` does, of the keys of a space and the space itself, as far as they have used something in a minute */
export function selectUsage(dialect: Dialect, space: string, minute: number): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT subject, measure, minute, used FROM rate_usage WHERE space_id = ${binder.space} AND minute = ${binder.bind(minute)}`,
  );
}
