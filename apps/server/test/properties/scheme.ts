/**
 * Random values, and the scheme of random records that a seed gives: what there will be, before any of it is written.
 */
import fc from 'fast-check';

/** What breaks naive code: case that changes length, signs of patterns and quotes, letters beyond 16 bits, accents in two forms. */
const pieces = [
  ...[
    'a',
    'A',
    'b',
    'B',
    'z',
    '0',
    '9',
    ' ',
    'ä',
    'Ä',
    'ß',
    'ẞ',
    'ss',
    'SS',
    'İ',
    'ı',
    'i',
    'I',
    'Σ',
    'σ',
    'ς',
    'é',
    'e\u0301',
  ],
  ...[
    'E\u0301',
    'ŉ',
    'ǆ',
    'ǅ',
    'ﬁ',
    'FI',
    '\u212a',
    'k',
    '\u212b',
    'å',
    'Ω',
    '\u2126',
    'ꙋ',
    'Ꙋ',
    '𐐀',
    '𐐨',
    '😀',
    '👩‍👧',
    '中',
    '\uffee',
  ],
  ...[
    '%',
    '_',
    '\\',
    "'",
    '"',
    '`',
    '$1',
    '?1',
    ':x',
    '--',
    ';',
    '*',
    '[a]',
    '(',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '{"a":1}',
    'null',
  ],
];

export const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''));
export const labels = texts.filter((text) => text !== '');
export const integers = fc.integer({ min: 0, max: 5 });
export const amounts = fc.constantFrom(-2.5, 0, 0.0001, 0.1, 0.3, 1, 10, 100.25, 123456789.01, 99999999999.9999);
export const dates = fc.constantFrom('0001-01-01', '1999-12-31', '2024-02-29', '2024-03-01', '9999-12-31');
export const dateTimes = fc
  .tuple(dates, fc.constantFrom('00:00:00.000000', '00:00:00.000001', '12:30:00.500000', '23:59:59.999999'))
  .map(([date, time]) => `${date}T${time}`);

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3 });

const accounts = fc.record({ name: labels, city: optional(texts), parent: optional(integers), isDeleted: chance(8) });
const users = fc.record({ first_name: optional(texts), position: optional(texts) });
const opportunities = fc.record({
  name: labels,
  description: optional(texts),
  quick_account_name: optional(texts),
  ranking: optional(integers),
  was_qualified: optional(fc.boolean()),
  closing_date: dates,
  won_date: optional(dateTimes),
  created: dateTimes,
  base_value: amounts,
  foreign: optional(amounts),
  user: integers,
  accounts: fc.array(fc.record({ account: integers, isDeleted: chance(5) }), { maxLength: 4 }),
  isDeleted: chance(8),
});

function chance(oneIn: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: oneIn }).map((number) => number === oneIn);
}

export interface Scheme {
  readonly accounts: readonly { name: string; city: string | null; parent: number | null; isDeleted: boolean }[];
  readonly users: readonly { first_name: string | null; position: string | null }[];
  readonly opportunities: readonly {
    name: string;
    description: string | null;
    quick_account_name: string | null;
    ranking: number | null;
    was_qualified: boolean | null;
    closing_date: string;
    won_date: string | null;
    created: string;
    base_value: number;
    foreign: number | null;
    user: number;
    accounts: readonly { account: number; isDeleted: boolean }[];
    isDeleted: boolean;
  }[];
}

/** @param seed the same seed gives the same records */
export function drawScheme(seed: number, count: number): Scheme {
  const scheme = fc.record({
    accounts: fc.array(accounts, { minLength: 6, maxLength: 6 }),
    users: fc.array(users, { minLength: 4, maxLength: 4 }),
    opportunities: fc.array(opportunities, { minLength: count, maxLength: count }),
  });
  const [drawn] = fc.sample(scheme, { seed, numRuns: 1 });
  if (!drawn) throw new Error('nothing was drawn');
  return drawn;
}
