/** Scalars take their exact form and nothing else, from variables and from literals alike. */
import { parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { scalars } from './scalars.js';

type TextScalar = 'UUID' | 'Date' | 'DateTime' | 'Decimal';

const uuid = '0190a8b2-0000-0000-0000-00000000000a';

describe.each<{ scalar: TextScalar; taken: readonly (readonly [unknown, string])[]; rejected: readonly unknown[] }>([
  {
    scalar: 'UUID',
    taken: [
      [uuid, uuid],
      [uuid.toUpperCase(), uuid],
    ],
    rejected: ['', 'x', `${uuid}0`, uuid.replaceAll('-', ''), ` ${uuid}`, `${uuid}\n`, 7, true, null, {}, []],
  },
  {
    scalar: 'Date',
    taken: [['2024-02-29', '2024-02-29']],
    rejected: ['2023-02-29', '2024-13-01', '2024-1-1', '20240101', '2024-01-01T00:00:00', 20240101, null],
  },
  {
    scalar: 'DateTime',
    taken: [
      ['2024-02-29T23:59:59', '2024-02-29T23:59:59'],
      ['2024-02-29 23:59:59', '2024-02-29 23:59:59'],
      ['2024-02-29T23:59:59.123456Z', '2024-02-29T23:59:59.123456Z'],
      ['2024-02-29T23:59:59+02:00', '2024-02-29T23:59:59+02:00'],
    ],
    rejected: [
      '2024-02-30T00:00:00',
      '2024-02-29',
      '2024-02-29T24:00:00',
      '2024-02-29T12:60:00',
      'now',
      1709164800,
      null,
    ],
  },
  {
    scalar: 'Decimal',
    taken: [
      [12, '12'],
      [12.5, '12.5'],
      [-0.25, '-0.25'],
      ['1054.10', '1054.10'],
    ],
    rejected: ['', '1,5', '.5', '5.', '1e3', 1e21, Number.NaN, '1234567890123456', '+1', true, null, {}],
  },
])('$scalar', ({ scalar, taken, rejected }) => {
  it.each(taken)('takes %j', (given, wanted) => {
    expect(scalars[scalar].parseValue(given)).toBe(wanted);
    expect(scalars[scalar].parseLiteral(parseValue(JSON.stringify(given)))).toBe(wanted);
  });

  it.each(rejected)('rejects %j', (given) => {
    expect(() => scalars[scalar].parseValue(given)).toThrow(`${scalar} must be `);
  });

  it('rejects literals of other forms', () => {
    for (const literal of ['{ a: 1 }', '[]', 'true', 'null', 'WORD']) {
      expect(() => scalars[scalar].parseLiteral(parseValue(literal))).toThrow(`${scalar} must be `);
    }
  });

  it('passes on what the core wrote', () => {
    expect(scalars[scalar].serialize('as it is')).toBe('as it is');
  });
});

describe('Decimal literals', () => {
  it('keep digits that a double would lose', () => {
    expect(scalars.Decimal.parseLiteral(parseValue('123456789012345.123456789'))).toBe('123456789012345.123456789');
  });
});

describe('JSON', () => {
  it('takes any value', () => {
    expect(scalars.JSON.parseValue({ a: [1, null, 'x'] })).toEqual({ a: [1, null, 'x'] });
    expect(scalars.JSON.parseLiteral(parseValue('{ a: [1, null, "x", $v] }'), { v: true })).toEqual({
      a: [1, null, 'x', true],
    });
  });
});
