/**
 * Exact numbers on a database that has 64-bit integers only.
 *
 * A number is a text of 27 digits: its floor plus 10^14 in 15, the fraction above that floor in 12. Such texts sort as the numbers
 * do. To calculate, the two parts are taken out as integers; where they would not fit, they are cut into limbs of six digits.
 *
 * Every operand stands in a sub-select with LIMIT and without FROM. SQLite neither flattens such a one nor moves conditions into it:
 * the operand is evaluated once, however often its name is used.
 */
import type { Arithmetic, CalendarType } from './arithmetic.js';

/** Numbers lie below this, above and below zero; it is also what their floors are raised by. */
const bound = '100000000000000';
/** What a fraction counts: 12 places. */
const one = '1000000000000';
const zero = `'${bound}000000000000'`;

const floorOf = (name: string) => `CAST(substr(${name}, 1, 15) AS INTEGER)`;
const fractionOf = (name: string) => `CAST(substr(${name}, 16) AS INTEGER)`;
const written = (floor: string, fraction: string) => `printf('%015d%012d', ${floor}, ${fraction})`;

/** @param from a row with `h` and `l`, a raised floor and a fraction */
const kept = (from: string) =>
  `(SELECT CASE WHEN (h, l) > (0, 0) AND h < 2 * ${bound} THEN ${written('h', 'l')} END FROM (${from}))`;

/** The number without its sign: `n` whether it is negative, `h` before the point, `l` after it. */
const magnitude = (number: string) =>
  `SELECT f < ${bound} AS n, CASE WHEN f < ${bound} THEN ${bound} - f - (l > 0) ELSE f - ${bound} END AS h, ` +
  `CASE WHEN f < ${bound} AND l > 0 THEN ${one} - l ELSE l END AS l ` +
  `FROM (SELECT ${floorOf('x')} AS f, ${fractionOf('x')} AS l FROM (SELECT ${number} AS x LIMIT 1))`;

/** @param from a row with `n`, `h` and `l`, as `magnitude` gives them, where `l` may be more than a fraction */
const signed = (from: string) =>
  `(SELECT CASE WHEN h < ${bound} THEN ${written(
    `CASE WHEN n THEN ${bound} - h - (l > 0) ELSE ${bound} + h END`,
    `CASE WHEN n AND l > 0 THEN ${one} - l ELSE l END`,
  )} END FROM (SELECT n, h + l / ${one} AS h, l % ${one} AS l FROM (${from}) LIMIT 1) LIMIT 1)`;

const limbs = (number: string) =>
  `(SELECT n, l % 1000000 AS d0, l / 1000000 AS d1, h % 1000000 AS d2, h / 1000000 % 1000000 AS d3, h / ${one} AS d4 ` +
  `FROM (${magnitude(number)}) LIMIT 1)`;

/** The sum of the products of limbs that count 10^(6 × place). */
const column = (place: number) =>
  [0, 1, 2, 3, 4]
    .filter((left) => place - left >= 0 && place - left <= 4)
    .map((left) => `a.d${left} * b.d${place - left}`)
    .join(' + ');

/** A product has 24 places: the lower 12 are rounded off. Columns 7 and 8 are beyond the bound. */
const multiply = (left: string, right: string) =>
  signed(
    `SELECT a.n <> b.n AS n, ${column(4)} + (${column(5)}) * 1000000 + (${column(6)}) * ${one} AS h, ` +
      `${column(2)} + (${column(3)}) * 1000000 + (${column(0)} + (${column(1)}) * 1000000 + ${one} / 2) / ${one} AS l ` +
      `FROM ${limbs(left)} a, ${limbs(right)} b WHERE ${column(7)} = 0 AND ${column(8)} = 0`,
  );

/**
 * Long division, four digits of the dividend at a time; seven steps give what stands before the point, three more the places. The
 * digits of a step are guessed with floating point, a trifle too low: they are right or one too low, and then the remainder
 * (`rh`, `rl`) is a trifle more than the divisor (`yh`, `yl`; `y` as a float), which the next step makes good.
 */
const divide = (left: string, right: string) => {
  const brought = `(rl * 10000 + CAST(substr(digits, 4 * i + 1, 4) AS INTEGER))`;
  const guess = `CAST((rh * 1e16 + ${brought}) / y * 0.99999999999999 AS INTEGER)`;
  // Raised by a multiple of a fraction's whole, so that it is not negative when it is carried.
  const rest = `(${brought} - ${guess} * yl + 30000 * ${one})`;
  return signed(
    `WITH RECURSIVE division AS MATERIALIZED (SELECT a.n <> b.n AS n, b.h AS yh, b.l AS yl, b.h * 1e12 + b.l AS y, ` +
      `a.h * 1e12 + a.l AS x, printf('%016d%012d000000000000', a.h, a.l) AS digits ` +
      `FROM (${magnitude(left)} LIMIT 1) a, (${magnitude(right)} LIMIT 1) b), ` +
      `division_step(i, n, yh, yl, y, digits, rh, rl, qh, ql) AS (` +
      `SELECT 0, n, yh, yl, y, digits, 0, 0, 0, 0 FROM division WHERE y > 0 AND x / y < 1.01e14 UNION ALL ` +
      `SELECT i + 1, n, yh, yl, y, digits, rh * 10000 - ${guess} * yh + ${rest} / ${one} - 30000, ${rest} % ${one}, ` +
      `CASE WHEN i < 7 THEN qh * 10000 + ${guess} ELSE qh END, CASE WHEN i < 7 THEN 0 ELSE ql * 10000 + ${guess} END ` +
      `FROM division_step WHERE i < 10) ` +
      `SELECT n, qh AS h, ql + ((2 * rh + 2 * rl / ${one}, 2 * rl % ${one}) >= (yh, yl)) AS l FROM division_step WHERE i = 10`,
  );
};

const round = (number: string, places: number) => {
  const unit = `1${'0'.repeat(12 - places)}`;
  return signed(`SELECT n, h, (l + ${unit} / 2) / ${unit} * ${unit} AS l FROM (${magnitude(number)})`);
};

/** Multiplies the fraction, three limbs of 32 bits, by 10^6: what comes before the point is the next six digits. */
const nextDigits = (from: string) =>
  `SELECT n, h, t * 1000000 + (c2 >> 32) AS t, c2 & 4294967295 AS f2, c1 & 4294967295 AS f1, c0 & 4294967295 AS f0 FROM (` +
  `SELECT n, h, t, f2 * 1000000 + (c1 >> 32) AS c2, c1, c0 FROM (` +
  `SELECT n, h, t, f2, f1 * 1000000 + (c0 >> 32) AS c1, c0 FROM (` +
  `SELECT n, h, t, f2, f1, f0 * 1000000 AS c0 FROM (${from}))))`;

/** What counts in a fraction when it has only so many places that there are 15 digits in all. */
const floatUnit = (floor: string) =>
  `CASE ${[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    .map((digits) => `WHEN length(${floor}) = ${digits} THEN 1${'0'.repeat(digits - 3)}`)
    .join(' ')} ELSE 1 END`;

/** Its digits are a whole number below 2^53 and what they are divided by is one too: the quotient is the nearest double. */
const toFloat = (number: string) => {
  const digits = `h * (${one} / u) + (l + u / 2) / u`;
  return (
    `(SELECT (CASE WHEN n THEN -(${digits}) ELSE ${digits} END) * 1.0 / (${one} / u) ` +
    `FROM (SELECT n, h, l, ${floatUnit('h')} AS u FROM (${magnitude(number)})))`
  );
};

/** The double as the exact sum of powers of two that it is, then rounded; 96 bits reach to the last place of what rounds to 10^-12. */
const fromFloat = (expression: string) => {
  const bits =
    `SELECT n, h, 0 AS t, f2, f1, CAST((g - f1) * 4294967296.0 AS INTEGER) AS f0 FROM (` +
    `SELECT n, h, f2, g, CAST(g AS INTEGER) AS f1 FROM (` +
    `SELECT n, h, f2, (g - f2) * 4294967296.0 AS g FROM (` +
    `SELECT n, h, g, CAST(g AS INTEGER) AS f2 FROM (` +
    `SELECT x < 0 AS n, CAST(abs(x) AS INTEGER) AS h, (abs(x) - CAST(abs(x) AS INTEGER)) * 4294967296.0 AS g ` +
    `FROM (SELECT CAST(${expression} AS REAL) AS x LIMIT 1) WHERE abs(x) < 1e14))))`;
  return signed(
    `SELECT n, h, (t + u) / (2 * u) * u AS l FROM (` +
      `SELECT n, h, 2 * t + (f2 >= 2147483648) AS t, ${floatUnit('h')} AS u FROM (${nextDigits(nextDigits(bits))}))`,
  );
};

const fromInteger = (expression: string) =>
  `(SELECT CASE WHEN x > -${bound} AND x < ${bound} THEN ${written(`x + ${bound}`, '0')} END FROM (SELECT ${expression} AS x LIMIT 1))`;

/** Ten-thousandths. */
const fromDecimal = (expression: string) =>
  `(SELECT CASE WHEN x > -${bound}0000 AND x < ${bound}0000 ` +
  `THEN printf('%019d00000000', x + ${bound}0000) END FROM (SELECT ${expression} AS x LIMIT 1))`;

const wholeOf = (number: string) => `(SELECT CASE WHEN n THEN -h ELSE h END FROM (${magnitude(round(number, 0))}))`;

const day = 86_400;
const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1000;
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1000;
/** More days than there are between any two dates. */
const tooManyDays = 4_000_000;

const microseconds = (name: string) =>
  `(unixepoch(substr(${name}, 1, 19)) * 1000000 + CAST(substr(${name}, 21, 6) AS INTEGER))`;

const daysBetween = {
  date: (later: string, earlier: string) => fromInteger(`(unixepoch(${later}) - unixepoch(${earlier})) / ${day}`),
  // A day has 864 × 10^8 microseconds: 12 places of it are 10^4 / 864 for each.
  datetime: (later: string, earlier: string) =>
    signed(
      `SELECT u < 0 AS n, abs(u) / ${day}000000 AS h, (abs(u) % ${day}000000 * 10000 + 432) / 864 AS l FROM (` +
        `SELECT ${microseconds('a')} - ${microseconds('b')} AS u FROM (SELECT ${later} AS a, ${earlier} AS b LIMIT 1))`,
    ),
} satisfies Record<CalendarType, unknown>;

const addDays = {
  date: (start: string, days: string) =>
    `(SELECT CASE WHEN s BETWEEN ${firstSecond} AND ${lastSecond} THEN date(s, 'unixepoch') END FROM (` +
    `SELECT unixepoch(a) + d * ${day} AS s FROM (SELECT ${start} AS a, ${wholeOf(days)} AS d LIMIT 1) ` +
    `WHERE abs(d) < ${tooManyDays}))`,
  datetime: (start: string, days: string) =>
    `(SELECT CASE WHEN s BETWEEN 0 AND ${lastSecond - firstSecond}999999 THEN ` +
    `strftime('%Y-%m-%dT%H:%M:%S', s / 1000000 + ${firstSecond}, 'unixepoch') || printf('.%06d', s % 1000000) END FROM (` +
    `SELECT ${microseconds('a')} - ${firstSecond} * 1000000 + CASE WHEN n THEN -u ELSE u END AS s ` +
    `FROM (SELECT ${start} AS a LIMIT 1) a, (SELECT n, h * ${day}000000 + (l * 864 + 5000) / 10000 AS u ` +
    `FROM (${magnitude(days)}) WHERE h < ${tooManyDays} LIMIT 1) d))`,
} satisfies Record<CalendarType, unknown>;

/** The aggregate, not the function of many arguments: it leaves nulls out. */
const extreme = (name: 'min' | 'max', parts: readonly string[]) =>
  `(SELECT ${name}(x) FROM (${parts.map((part) => `SELECT ${part} AS x`).join(' UNION ALL ')}))`;

export const sqliteArithmetic: Arithmetic = {
  number(decimal) {
    const [, sign, whole, places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
    const units = BigInt(`${sign}${whole}${places.padEnd(12, '0')}`) + BigInt(`${bound}000000000000`);
    return `'${units.toString().padStart(27, '0')}'`;
  },
  fromValue(expression, type) {
    if (type === 'float') return fromFloat(expression);
    return type === 'integer' ? fromInteger(expression) : fromDecimal(expression);
  },
  toValue(number, type) {
    if (type !== 'decimal') return type === 'integer' ? wholeOf(number) : toFloat(number);
    const amount = 'h * 10000 + l / 100000000';
    return `(SELECT CASE WHEN n THEN -(${amount}) ELSE ${amount} END FROM (${magnitude(round(number, 4))}))`;
  },
  add: (left, right) =>
    kept(
      `SELECT ${floorOf('x')} + ${floorOf('y')} - ${bound} + (${fractionOf('x')} + ${fractionOf('y')}) / ${one} AS h, ` +
        `(${fractionOf('x')} + ${fractionOf('y')}) % ${one} AS l FROM (SELECT ${left} AS x, ${right} AS y LIMIT 1)`,
    ),
  subtract: (left, right) =>
    kept(
      `SELECT ${floorOf('x')} - ${floorOf('y')} + ${bound} - (${fractionOf('x')} < ${fractionOf('y')}) AS h, ` +
        `(${fractionOf('x')} - ${fractionOf('y')} + ${one}) % ${one} AS l FROM (SELECT ${left} AS x, ${right} AS y LIMIT 1)`,
    ),
  multiply,
  divide,
  absolute: (number) =>
    `(SELECT CASE WHEN x < ${zero} THEN ${written(
      `2 * ${bound} - ${floorOf('x')} - (${fractionOf('x')} > 0)`,
      `(${one} - ${fractionOf('x')}) % ${one}`,
    )} ELSE x END FROM (SELECT ${number} AS x LIMIT 1))`,
  round,
  daysBetween: (type, later, earlier) => daysBetween[type](later, earlier),
  addDays: (type, start, days) => addDays[type](start, days),
  least: (parts) => extreme('min', parts),
  greatest: (parts) => extreme('max', parts),
  text: (expression) => expression,
};
