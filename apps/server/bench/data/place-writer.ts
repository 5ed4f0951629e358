/**
 * Writes rows for the places of the benchmark's space by SQL: the database makes them, as a million records would take too long
 * otherwise.
 */
import type { RunningServer } from '@headwater/server';
import { actorOf } from './fill-actors.js';
import { intervalMs, momentOf } from './record-id.js';
import { spaceIdOf } from './space-key.js';
import type { SpacePlan } from './space-plan.js';

/** What differs between the databases. */
export interface Words {
  readonly yes: string;
  readonly no: string;
  /** @param digit tells ids of one place apart */
  idOf(digit: string): string;
  /** The moment of a place. */
  readonly moment: string;
  amount(wholeNumber: string): string;
  /** Forty days after it. */
  readonly later: string;
  wholeNumber(number: number): string;
}

const milliseconds = `(${momentOf(0)} + r.place * ${intervalMs})`;

const wordsOf: Record<RunningServer['deps']['db']['dialect']['name'], Words> = {
  sqlite: {
    yes: '1',
    no: '0',
    idOf: (digit) =>
      `printf('%08x-%04x-7000-${digit}000-%012x', ${milliseconds} >> 16, ${milliseconds} & 65535, r.place * 2654435761 % 281474976710656)`,
    moment: `strftime('%Y-%m-%dT%H:%M:%f000', ${milliseconds} / 1000, 'unixepoch')`,
    amount: (number) => `${number} * 10000 + 2500`,
    later: `strftime('%Y-%m-%dT%H:%M:%f000', ${milliseconds} / 1000, 'unixepoch', '+40 days')`,
    wholeNumber: String,
  },
  postgres: {
    yes: 'TRUE',
    no: 'FALSE',
    idOf: (digit) =>
      `(lpad(to_hex${milliseconds}, 12, '0') || '7000${digit}000' || lpad(to_hex(r.place * 2654435761 % 281474976710656), 12, '0'))::uuid`,
    moment: `timestamp '1970-01-01' + ${milliseconds} * interval '1 millisecond'`,
    amount: (number) => `${number} + 0.25`,
    later: `timestamp '1970-01-01' + ${milliseconds} * interval '1 millisecond' + interval '40 days'`,
    wholeNumber: (number) => `${number}::bigint`,
  },
};

/** A statement that makes more keeps others waiting for too long. */
const placesAtATime = 50_000;

/**
 * `insert` writes a row for each place that meets a condition over `k`, the place within its hundred; the values are expressions, which may
 * name the user `u` of the place.
 */
export function placeWriter({ deps: { db } }: RunningServer, plan: SpacePlan) {
  const words = wordsOf[db.dialect.name];
  const columns = `n.place, n.place % 100 AS k, ${actorOf} AS actor`;
  const insert = async (table: string, where: string, values: Readonly<Record<string, string>>) => {
    const hasUser = Object.values(values).some((expression) => expression.startsWith('u.'));
    const space = spaceIdOf(plan);
    const join = hasUser ? ` ${db.dialect.joinInOrder} clients u ON u.space_id = ? AND u.email = r.actor` : '';
    for (let from = 0; from < plan.contacts; from += placesAtATime) {
      const to = Math.min(from + placesAtATime, plan.contacts);
      const places = `WITH RECURSIVE n(place) AS (SELECT ${words.wholeNumber(from)} UNION ALL SELECT place + 1 FROM n WHERE place + 1 < ${to})`;
      const text =
        `${places} INSERT INTO ${table} (space_id, ${Object.keys(values).join(', ')}) ` +
        `SELECT ?, ${Object.values(values).join(', ')} FROM (SELECT ${columns} FROM n) r${join} WHERE ${where}`;
      await db.knex.raw(text, hasUser ? [space, space] : [space]);
    }
  };
  return { words, insert };
}
