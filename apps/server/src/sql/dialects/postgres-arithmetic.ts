/**
 * Exact numbers with `numeric`, held to the same bounds as everywhere.
 *
 * Operands that are used more than once stand in a sub-select with OFFSET 0, which is not merged into the one around it: they are evaluated once.
 */
import type { Arithmetic, CalendarType } from './arithmetic.js';

const bound = '100000000000000';
const places = 12;

const kept = (number: string) =>
  `(SELECT CASE WHEN abs(k.x) < ${bound} THEN k.x END FROM (SELECT ${number} AS x OFFSET 0) k)`;

/** By a whole division, which is exact: `/` would round to a number of places that hangs on its operands. */
const divide = (left: string, right: string) =>
  kept(
    `(SELECT sign(d.x) * sign(d.y) * div(abs(d.x) * 2${'0'.repeat(places)} + abs(d.y), nullif(abs(d.y), 0) * 2) ` +
      `* 0.${'1'.padStart(places, '0')} FROM (SELECT ${left} AS x, ${right} AS y OFFSET 0) d)`,
  );

/** As many as there are 15 digits in all. @param whole what stands before the point */
const floatPlaces = (whole: string) => `least(${places}, 15 - length(${whole}::text))`;

const toFloat = (number: string) =>
  `(SELECT round(t.x, ${floatPlaces('abs(trunc(t.x))')})::float8 FROM (SELECT ${number} AS x OFFSET 0) t)`;

/** 2^-96. */
const lastBit = `0.${(5n ** 96n).toString().padStart(96, '0')}`;

/**
 * The double as the exact sum of powers of two that it is, then rounded: a cast gives 15 digits, halves to even. Each part is cut
 * to 32 bits, which a cast keeps.
 */
const fromFloat = (expression: string) => {
  const bits =
    `SELECT f.x, f.f2, f.f1, trunc((f.g - f.f1) * 4294967296) AS f0 FROM (` +
    `SELECT f.x, f.f2, f.g, trunc(f.g) AS f1 FROM (` +
    `SELECT f.x, f.f2, (f.g - f.f2) * 4294967296 AS g FROM (` +
    `SELECT f.x, f.g, trunc(f.g) AS f2 FROM (` +
    `SELECT f.x, (abs(f.x) - trunc(abs(f.x))) * 4294967296 AS g FROM (` +
    `SELECT (${expression})::float8 AS x OFFSET 0) f WHERE abs(f.x) < ${bound}) f) f) f) f`;
  return kept(
    `(SELECT sign(f.x)::numeric * round(f.h + ((f.f2::numeric * 4294967296 + f.f1::numeric) * 4294967296 + f.f0::numeric) ` +
      `* ${lastBit}, ${floatPlaces('f.h')}) ` +
      `FROM (SELECT f.*, trunc(abs(f.x))::numeric AS h FROM (${bits} OFFSET 0) f OFFSET 0) f)`,
  );
};

const firstDay = `date '0001-01-01'`;
/** Days since the first one. */
const lastDay = (Date.parse('9999-12-31T00:00:00Z') - Date.parse('0001-01-01T00:00:00Z')) / 86_400_000;
const dayMicroseconds = '86400000000';

const microseconds = (moment: string) => `extract(epoch FROM ${moment})::numeric * 1000000`;

const daysBetween = {
  date: (later: string, earlier: string) => `(${later} - ${earlier})::numeric`,
  datetime: (later: string, earlier: string) =>
    divide(`${microseconds(later)} - ${microseconds(earlier)}`, `${dayMicroseconds}::numeric`),
} satisfies Record<CalendarType, unknown>;

const addDays = {
  date: (start: string, days: string) =>
    `(SELECT CASE WHEN s.d BETWEEN 0 AND ${lastDay} THEN ${firstDay} + s.d::int END ` +
    `FROM (SELECT (${start} - ${firstDay}) + round(${days}) AS d OFFSET 0) s)`,
  datetime: (start: string, days: string) =>
    `(SELECT CASE WHEN s.u >= 0 AND s.u < ${lastDay + 1}::numeric * ${dayMicroseconds} THEN ` +
    `(${firstDay} + div(s.u, ${dayMicroseconds})::int)::timestamp + ` +
    `mod(s.u, ${dayMicroseconds})::float8 * interval '1 microsecond' END ` +
    `FROM (SELECT ${microseconds(start)} - ${microseconds(firstDay)} + round(${days} * ${dayMicroseconds}) AS u OFFSET 0) s)`,
} satisfies Record<CalendarType, unknown>;

export const postgresArithmetic: Arithmetic = {
  number: (decimal) => `(${decimal})::numeric`,
  fromValue: (expression, type) => (type === 'float' ? fromFloat(expression) : kept(`(${expression})::numeric`)),
  toValue(number, type) {
    if (type === 'float') return toFloat(number);
    return type === 'integer' ? `${kept(`round(${number})`)}::bigint` : kept(`round(${number}, 4)`);
  },
  add: (left, right) => kept(`${left} + ${right}`),
  subtract: (left, right) => kept(`${left} - ${right}`),
  multiply: (left, right) => kept(`round(${left} * ${right}, ${places})`),
  divide,
  absolute: (number) => `abs(${number})`,
  round: (number, to) => kept(`round(${number}, ${to})`),
  daysBetween: (type, later, earlier) => daysBetween[type](later, earlier),
  addDays: (type, start, days) => addDays[type](start, days),
  least: (parts) => `least(${parts.join(', ')})`,
  greatest: (parts) => `greatest(${parts.join(', ')})`,
  text: (expression) => `(${expression})::text COLLATE "C"`,
};
