/**
 * The types of custom fields as data: how a field of each is made, what values it takes and rejects, how they are answered. Types whose
 * values nobody writes are in `calculated-properties.ts`.
 */
import fc from 'fast-check';
import type { Value } from '../properties/oracle.js';
import { amounts, dates, dateTimes, texts } from '../properties/scheme.js';

/** How values are compared, which decides what operators there are. */
export type Kind = 'text' | 'integer' | 'float' | 'amount' | 'boolean' | 'date' | 'dateTime';

export type Plain = Exclude<Value, null>;

export interface TypeProperty {
  /** The `type_id` of the field, which is its name too: `cf_` and this. */
  readonly type: string;
  readonly kind: Kind;
  /** Values in the form in which they are answered. */
  readonly values: fc.Arbitrary<Plain>;
  /** A default as a Field record has it, and the value that it represents. */
  readonly default: readonly [string, Plain];
  readonly wrongDefault?: readonly [string, RegExp];
  /** Values in other forms than that of the answer: what is sent, and what is answered. */
  readonly forms: readonly (readonly [unknown, Plain])[];
  readonly wrong: readonly (readonly [unknown, RegExp])[];
  /** Two ways to write the same value; undefined where values cannot be unique. */
  readonly same?: readonly [unknown, unknown];
}

const wrongText = /must be a text/;
const wrongNumber = /must be a number/;
const wrongDate = /must be a date \(YYYY-MM-DD\)/;
const wrongDay = /must be a day of the calendar/;
const wrongMoment = /must be a date-time/;
const tooLong = (length: number) => new RegExp(`must have at most ${length} characters`);
const textErrors = [
  [7, wrongText],
  [{ a: 1 }, wrongText],
  [['a'], wrongText],
  ['nul \0', wrongText],
] as const;

export const typeProperties: readonly TypeProperty[] = [
  {
    type: 'input',
    kind: 'text',
    values: texts,
    default: ['Zoë', 'Zoë'],
    wrongDefault: ['x'.repeat(256), tooLong(255)],
    forms: [['', '']],
    wrong: [...textErrors, ['two\nlines', /must be a single line/], ['x'.repeat(256), tooLong(255)]],
    same: ['One', 'One'],
  },
  {
    type: 'text_area',
    kind: 'text',
    values: fc.array(texts, { minLength: 1, maxLength: 2 }).map((lines) => lines.join('\n')),
    default: ['a\nb', 'a\nb'],
    forms: [['x'.repeat(5_000), 'x'.repeat(5_000)]],
    wrong: textErrors,
  },
  {
    type: 'phone',
    kind: 'text',
    values: fc.constantFrom('+49 30 901820', '+4930901820', '030', '', '+49 (30) 9-01', 'ext. 7'),
    default: ['+1 555 0100', '+1 555 0100'],
    forms: [],
    wrong: [
      [4930, wrongText],
      ['1'.repeat(256), tooLong(255)],
    ],
    same: ['030', '030'],
  },
  {
    type: 'email',
    kind: 'text',
    values: fc.constantFrom(
      'a@example.com',
      'A@example.com',
      'zoë@example.com',
      'ZOË@EXAMPLE.COM',
      'b+c@x.example',
      '',
    ),
    default: ['info@example.com', 'info@example.com'],
    wrongDefault: ['info', /must be an e-mail address/],
    forms: [],
    wrong: [
      ['nobody', /must be an e-mail address/],
      ['a b@example.com', /must be an e-mail address/],
    ],
    same: ['a@example.com', 'a@example.com'],
  },
  {
    type: 'url',
    kind: 'text',
    values: texts.map((text) => (text === '' ? '' : `https://example.com/${encodeURIComponent(text)}`)),
    default: ['https://example.com', 'https://example.com'],
    wrongDefault: ['example', /must be an absolute address/],
    forms: [],
    wrong: [
      ['example.com', /must be an absolute address/],
      [`https://a.example/${'x'.repeat(500)}`, tooLong(500)],
    ],
    same: ['https://example.com/a', 'https://example.com/a'],
  },
  {
    type: 'integer',
    kind: 'integer',
    values: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1)),
    default: ['42', 42],
    wrongDefault: ['4.2', /must be a whole number/],
    forms: [['-7', -7]],
    wrong: [
      [1.5, /must be a whole number/],
      ['x', /must be a whole number/],
      [2 ** 31, /must be from -2147483648/],
    ],
    same: [7, '7'],
  },
  {
    type: 'float',
    kind: 'float',
    values: fc.constantFrom(-1.5, -0.1, 0, 0.1, 0.30000000000000004, 0.3, 3, 1e21, -1e21, 1e-7),
    default: ['0.25', 0.25],
    wrongDefault: ['much', wrongNumber],
    forms: [['1e3', 1000]],
    wrong: [
      ['x', wrongNumber],
      [true, wrongNumber],
      [{}, wrongNumber],
    ],
    same: [0.5, '0.50'],
  },
  {
    type: 'currency',
    kind: 'amount',
    values: amounts,
    default: ['99.90', 99.9],
    wrongDefault: ['1e15', wrongNumber],
    forms: [
      ['12.345650', 12.3457],
      [-0.00005, -0.0001],
    ],
    wrong: [
      ['x', wrongNumber],
      [true, wrongNumber],
      [1e14, wrongNumber],
    ],
    same: [1.5, '1.50'],
  },
  {
    type: 'checkbox',
    kind: 'boolean',
    values: fc.boolean(),
    default: ['true', true],
    wrongDefault: ['maybe', /must be true or false/],
    forms: [
      ['false', false],
      [1, true],
    ],
    wrong: [
      ['yes', /must be true or false/],
      [2, /must be true or false/],
    ],
  },
  {
    type: 'date',
    kind: 'date',
    values: dates,
    default: ['2024-02-29', '2024-02-29'],
    wrongDefault: ['2023-02-29', wrongDay],
    forms: [],
    wrong: [
      ['2023-02-29', wrongDay],
      ['tomorrow', wrongDate],
      [20240229, wrongDate],
    ],
    same: ['2024-02-29', '2024-02-29'],
  },
  {
    type: 'datetime',
    kind: 'dateTime',
    values: dateTimes,
    default: ['2024-02-29T12:00:00', '2024-02-29T12:00:00.000000'],
    wrongDefault: ['noon', wrongMoment],
    forms: [
      ['2024-02-29T12:00:00+02:00', '2024-02-29T10:00:00.000000'],
      ['2024-02-29T12:00:00.5Z', '2024-02-29T12:00:00.500000'],
    ],
    wrong: [
      ['2024-02-29T25:00:00', wrongMoment],
      ['now-ish', wrongMoment],
      [1, wrongMoment],
    ],
    same: ['2024-02-29T12:00:00+02:00', '2024-02-29T10:00:00.000000'],
  },
];

/** @returns the member that records have for a field of this name */
export function memberOf(name: string): string {
  return `cf_${name}`;
}
