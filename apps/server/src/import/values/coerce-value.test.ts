import type { ValueField, ValueType } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { coerceValue } from './coerce-value.js';

function field(type: ValueType, more: Partial<ValueField> = {}): ValueField {
  const base = { description: '', readOnly: false, writeOnce: false, nullable: true, v1Name: null };
  return { kind: 'value', name: 'x', type, ...base, ...more };
}

describe('coerceValue', () => {
  it.each([
    ['string', 12, '12'],
    ['integer', '042', 42],
    ['integer', '-7', -7],
    ['decimal', '1054.50', 1054.5],
    ['float', '.5', 0.5],
    ['boolean', 'Yes', true],
    ['boolean', '0', false],
    ['boolean', true, true],
    ['date', '2017-03-01', '2017-03-01'],
    ['datetime', '2017-03-01', '2017-03-01T00:00:00.000000'],
    ['datetime', '2017-03-01T14:30:00', '2017-03-01T14:30:00.000000'],
    ['datetime', '2017-03-01 14:30:00.25', '2017-03-01T14:30:00.250000'],
    ['uuid', '018F4B7A-6C1E-7D52-9A3B-5F0C2D9E8A30', '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a30'],
  ] as const)('reads a %s from %j', (type, given, wanted) => {
    expect(coerceValue(field(type), given)).toEqual({ kind: 'value', value: wanted });
  });

  it.each([
    ['integer', '1.5', 'a whole number'],
    ['integer', '', 'a whole number'],
    ['integer', '9999999999999999', 'a whole number'],
    ['decimal', '1,054', 'a number such as 12.5'],
    ['decimal', '1e3', 'a number such as 12.5'],
    ['decimal', '.', 'a number such as 12.5'],
    ['boolean', 'maybe', 'true, false, yes, no, 1 or 0'],
    ['date', '2017-02-30', 'a date such as 2024-05-31'],
    ['date', '3/1/2017', 'a date such as 2024-05-31'],
    ['datetime', '2017-03-01T25:00:00', 'a date, or a date and time such as 2024-05-31T14:30:00'],
    ['uuid', '42', 'a uuid'],
  ] as const)('a %s is not %j', (type, given, expected) => {
    expect(coerceValue(field(type), given)).toEqual({ kind: 'error', expected });
  });

  it('takes the label of an enum value', () => {
    const gender = field('integer', { enum: [{ value: 1, label: 'Male' }] });
    expect(coerceValue(gender, 'Male')).toEqual({ kind: 'value', value: 1 });
    expect(coerceValue(gender, '1')).toEqual({ kind: 'value', value: 1 });
    expect(coerceValue(gender, 'male').kind).toBe('error');
  });
});
