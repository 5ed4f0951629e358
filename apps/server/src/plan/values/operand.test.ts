import { describe, expect, it } from 'vitest';
import { isUuid, parseAmount, parseDecimal, parseOperand, wantedOperand } from './operand.js';

const id = '018f4b7a-6c1e-0d52-0a3b-5f0c2d9e8a11';

describe('parseOperand', () => {
  it.each([
    ['string', 'true', 'true'],
    ['string', '', ''],
    ['text', 'a\nb', 'a\nb'],
    ['string', 5, '5'],
    ['integer', '42', 42],
    ['integer', '-0042', -42],
    ['integer', '+7', 7],
    ['integer', 42, 42],
    ['float', '.5', 0.5],
    ['float', '1e3', 1000],
    ['decimal', '1.10', '1.1'],
    ['decimal', 1.5, '1.5'],
    ['boolean', 'true', true],
    ['boolean', '0', false],
    ['boolean', 1, true],
    ['date', '2024-02-29', '2024-02-29'],
    ['datetime', '2024-02-29', '2024-02-29T00:00:00.000000'],
    ['uuid', id.toUpperCase(), id],
    ['uuids', id, id],
  ] as const)('reads a %s from %j', (type, given, wanted) => {
    expect(parseOperand(type, given)).toBe(wanted);
  });

  it.each([
    ['string', 'a\0b'],
    ['string', '\udc00'],
    ['integer', '1.5'],
    ['integer', ''],
    ['integer', '9007199254740993'],
    ['integer', 1.5],
    ['integer', true],
    ['float', 'NaN'],
    ['float', 'Infinity'],
    ['float', '1e999'],
    ['decimal', '1,5'],
    ['decimal', false],
    ['boolean', 'TRUE'],
    ['boolean', 'yes'],
    ['date', '2023-02-29'],
    ['date', 20240229],
    ['datetime', '2024-02-29T24:00:00'],
    ['uuid', 'me'],
    ['uuid', `{${id}}`],
    ['json', '{}'],
  ] as const)('reads no %s from %j', (type, given) => {
    expect(parseOperand(type, given)).toBeUndefined();
  });
});

describe('parseDecimal', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['+1', '1'],
    ['007', '7'],
    ['1.', '1'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['100', '100'],
    ['100.2500', '100.25'],
    ['1e3', '1000'],
    ['1.25E-2', '0.0125'],
    ['1e-7', '0.0000001'],
    ['99999999999999.9999', '99999999999999.9999'],
  ])('writes %s as %s', (given, wanted) => {
    expect(parseDecimal(given)).toBe(wanted);
  });

  it.each(['', '-', '.', '1.2.3', '1 000', '0x10', '1e', '1e1000', '100000000000000', '1e14', 'Infinity'])(
    'takes %s for no amount',
    (given) => {
      expect(parseDecimal(given)).toBeUndefined();
    },
  );
});

describe('parseAmount', () => {
  it.each([
    ['0.00005', '0.0001'],
    ['-0.00005', '-0.0001'],
    ['0.00004', '0'],
    ['-0.00004', '0'],
    ['99999999999999.99994', '99999999999999.9999'],
    ['1.5e3', '1500'],
  ])('rounds %s to %s', (given, wanted) => {
    expect(parseAmount(given)).toBe(wanted);
  });

  it.each(['x', '100000000000000', '99999999999999.99995', '-99999999999999.99995', `0.${'1'.repeat(100)}`])(
    'takes %s for none',
    (given) => {
      expect(parseAmount(given)).toBeUndefined();
    },
  );
});

describe('numbers', () => {
  // A pattern that tries again from each digit would take minutes.
  it('are read once, however many digits a text has', () => {
    const texts = ['1'.repeat(60_000), `${'1'.repeat(60_000)}x`, `1.${'0'.repeat(60_000)}x`, `1e${'9'.repeat(60_000)}`];
    for (const text of texts) {
      expect(parseDecimal(text)).toBeUndefined();
      expect(parseOperand('float', text)).toBeUndefined();
    }
  });
});

describe('isUuid', () => {
  it('asks for no version or variant', () => {
    expect(isUuid('00000000-0000-0000-0000-000000000000')).toBe(true);
    expect(isUuid(id.replaceAll('-', ''))).toBe(false);
    expect(isUuid(5)).toBe(false);
  });
});

describe('wantedOperand', () => {
  it.each([
    ['date', '2024-02-31', 'a day of the calendar'],
    ['datetime', '2024-13-01T10:00', 'a day of the calendar'],
    ['datetime', '2024-02-29T25:00', 'a date-time (YYYY-MM-DDTHH:MM:SS, UTC unless it has an offset)'],
    ['date', 'soon', 'a date (YYYY-MM-DD)'],
    ['integer', '9223372036854775808', 'a whole number from -9007199254740991 to 9007199254740991'],
    ['integer', 1e20, 'a whole number from -9007199254740991 to 9007199254740991'],
    ['integer', '1.5', 'a whole number'],
  ] as const)('of a %s in place of %j', (type, given, wanted) => {
    expect(wantedOperand(type, given)).toBe(wanted);
  });
});
