import type { ValueField } from '@headwater/catalog';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseValue } from './parse-value.js';

const catalog = buildCatalog(entityTypes);

/** @returns the first value field of a type */
function fieldOf(type: ValueField['type']): ValueField {
  for (const field of entityTypes.flatMap((entityType) => catalog.existing(entityType.name).fields)) {
    if (field.kind === 'value' && field.type === type && !field.enum) return field;
  }
  throw new Error(`no field of type ${type}`);
}

describe('a JSON value', () => {
  const json = fieldOf('json');

  it('has at most a million characters', () => {
    expect(parseValue(json, 'x'.repeat(999_998))).toEqual({ value: `"${'x'.repeat(999_998)}"` });
    expect(parseValue(json, 'x'.repeat(999_999))).toEqual({
      problem: 'must have at most 1000000 characters as JSON text.',
    });
  });

  it('has no number that would come back as null', () => {
    const problem = 'must have no number beyond 1.8e308.';
    for (const text of ['1e999', '[1, -1e999]', '{"a": {"b": [1e400]}}']) {
      expect(parseValue(json, JSON.parse(text))).toEqual({ problem });
    }
    expect(parseValue(json, JSON.parse('[1e308]'))).toEqual({ value: '[1e+308]' });
  });

  it('has at most 100 levels', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(parseValue(json, nested(100))).toHaveProperty('value');
    expect(parseValue(json, nested(101))).toEqual({ problem: 'must have at most 100 levels.' });
  });
});

describe('an amount', () => {
  const amount = fieldOf('decimal');

  it.each([
    [1.00005, '1.0001'],
    ['99999999999999.99994', '99999999999999.9999'],
    ['-0.00001', '0'],
  ])('%j is kept as %s', (given, value) => {
    expect(parseValue(amount, given)).toEqual({ value });
  });

  it.each(['99999999999999.99995', '-99999999999999.99995', '1'.repeat(60_000), true])('%#: is refused', (given) => {
    expect(parseValue(amount, given)).toEqual({
      problem: 'must be a number with at most 14 digits before the point.',
    });
  });
});
