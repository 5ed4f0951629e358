/**
 * Doubles as amounts: exact, the same on every database, so that the order in which they are added does not matter. A double counts with
 * 15 significant digits of its exact value and 12 places at most, which are rounded to the four places of an amount, halves away from
 * zero; one of more than 14 digits before the point is null. The conversions of the databases themselves do not agree with each other.
 */

/** Doubles lie below this, above and below zero. */
const bound = '100000000000000';

/** What a fraction counts on SQLite: 12 places. */
const one = '1000000000000';

/** Multiplies the fraction, three limbs of 32 bits, by 10^6: what comes before the point is the next six digits. */
const nextDigits = (from: string) =>
  `SELECT n, h, t * 1000000 + (c2 >> 32) AS t, c2 & 4294967295 AS f2, c1 & 4294967295 AS f1, c0 & 4294967295 AS f0 FROM (` +
  `SELECT n, h, t, f2 * 1000000 + (c1 >> 32) AS c2, c1, c0 FROM (` +
  `SELECT n, h, t, f2, f1 * 1000000 + (c0 >> 32) AS c1, c0 FROM (` +
  `SELECT n, h, t, f2, f1, f0 * 1000000 AS c0 FROM (${from}))))`;

/** What counts in a fraction when it has only so many places that there are 15 digits in all. */
const unit = `CASE ${[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
  .map((digits) => `WHEN length(h) = ${digits} THEN 1${'0'.repeat(digits - 3)}`)
  .join(' ')} ELSE 1 END`;

/**
 * On 64-bit integers: the double as the exact sum of powers of two that it is, then rounded; 96 bits reach to the last place of what
 * rounds to 10^-12. Sub-selects with LIMIT are not merged with the one around them: they are evaluated once.
 * @returns ten-thousandths, as columns of amounts have them
 */
export function sqliteFloatAsDecimal(expression: string): string {
  const bits =
    `SELECT n, h, 0 AS t, f2, f1, CAST((g - f1) * 4294967296.0 AS INTEGER) AS f0 FROM (` +
    `SELECT n, h, f2, g, CAST(g AS INTEGER) AS f1 FROM (` +
    `SELECT n, h, f2, (g - f2) * 4294967296.0 AS g FROM (` +
    `SELECT n, h, g, CAST(g AS INTEGER) AS f2 FROM (` +
    `SELECT x < 0 AS n, CAST(abs(x) AS INTEGER) AS h, (abs(x) - CAST(abs(x) AS INTEGER)) * 4294967296.0 AS g ` +
    `FROM (SELECT CAST(${expression} AS REAL) AS x LIMIT 1) WHERE abs(x) < 1e14))))`;
  const rounded =
    `SELECT n, h, (t + u) / (2 * u) * u AS l FROM (` +
    `SELECT n, h, 2 * t + (f2 >= 2147483648) AS t, ${unit} AS u FROM (${nextDigits(nextDigits(bits))}))`;
  const amount = `SELECT n, h * 10000 + (l + ${one} / 20000) / (${one} / 10000) AS a FROM (${rounded}) LIMIT 1`;
  return `(SELECT CASE WHEN n THEN -a ELSE a END FROM (${amount}) WHERE a < ${bound}0000)`;
}

/** As many as there are 15 digits in all. */
const places = 'least(12, 15 - length(f.h::text))';

/** 2^-96. */
const lastBit = `0.${(5n ** 96n).toString().padStart(96, '0')}`;

/**
 * With `numeric`: a cast alone gives 15 digits, halves to even. Each part of the double is cut to 32 bits, which a cast keeps.
 * Sub-selects with OFFSET 0 are not merged with the one around them: they are evaluated once.
 */
export function postgresFloatAsDecimal(expression: string): string {
  const bits =
    `SELECT f.x, f.f2, f.f1, trunc((f.g - f.f1) * 4294967296) AS f0 FROM (` +
    `SELECT f.x, f.f2, f.g, trunc(f.g) AS f1 FROM (` +
    `SELECT f.x, f.f2, (f.g - f.f2) * 4294967296 AS g FROM (` +
    `SELECT f.x, f.g, trunc(f.g) AS f2 FROM (` +
    `SELECT f.x, (abs(f.x) - trunc(abs(f.x))) * 4294967296 AS g FROM (` +
    `SELECT (${expression})::float8 AS x OFFSET 0) f WHERE abs(f.x) < ${bound}) f) f) f) f`;
  const number =
    `SELECT round(sign(f.x)::numeric * round(f.h + ((f.f2::numeric * 4294967296 + f.f1::numeric) * 4294967296 + f.f0::numeric) ` +
    `* ${lastBit}, ${places}), 4) AS x FROM (SELECT f.*, trunc(abs(f.x))::numeric AS h FROM (${bits} OFFSET 0) f OFFSET 0) f OFFSET 0`;
  return `(SELECT k.x FROM (${number}) k WHERE abs(k.x) < ${bound})`;
}
