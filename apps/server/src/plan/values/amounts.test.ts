import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, isZero, multiply, percentage, subtract, sum } from './amounts.js';

describe('amounts', () => {
  it('are stored to four places, halves away from zero', () => {
    expect(multiply('0.0001', '0.5')).toBe('0.0001');
    expect(multiply('-0.0001', '0.5')).toBe('-0.0001');
    expect(multiply('0.0001', '0.4')).toBe('0');
    expect(divide('10', '3')).toBe('3.3333');
    expect(divide('20', '3')).toBe('6.6667');
    expect(percentage('1', '3')).toBe('33.3333');
  });

  it('are exact where doubles are not', () => {
    expect(sum(['0.1', '0.2'])).toBe('0.3');
    expect(subtract('99999999999999.9999', '0.0001')).toBe('99999999999999.9998');
    expect(multiply('9999999.9999', '9999999')).toBe('99999989999000.0001');
    expect(sum([])).toBe('0');
  });

  it('beyond fourteen digits before the point are none', () => {
    expect(multiply('99999999999999', '2')).toBeUndefined();
    expect(sum(['99999999999999.9999', '0.0001'])).toBeUndefined();
    expect(divide('99999999999999', '0.1')).toBeUndefined();
  });

  it('add up like whole numbers of ten-thousandths', () => {
    const unit = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    const text = (units: bigint) => {
      const digits = String(units < 0n ? -units : units).padStart(5, '0');
      return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
    };
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
        const total = units.reduce((a, b) => a + b, 0n);
        expect(subtract(sum(units.map(text)) ?? '', text(total))).toBe('0');
      }),
    );
  });

  it('know zero in every spelling', () => {
    expect(['0', '0.0000', '-0'].every(isZero)).toBe(true);
    expect(isZero('0.0001')).toBe(false);
  });
});
