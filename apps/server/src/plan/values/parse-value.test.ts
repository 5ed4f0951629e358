import type { ValueField } from '@headwater/catalog';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseValue } from './parse-value.js';

const catalog = buildCatalog(entityTypes);

/** @returns the first value field of a type */
function fieldOf(type: ValueField['type']): ValueField {
  for (const field of entityTypes.flatMap((entityType) => catalog.existing(entityType.name).fields)) {
    if (field.kind === 'value' && field.type === type && !field.enum && !field.derived) return field;
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

describe('a list', () => {
  const uuid = '0192F0AA-1b2c-7d3e-8f40-a1b2c3d4e5f6';

  it.each<['strings' | 'uuids', unknown, string]>([
    ['strings', ['b', 'a', 'b', ''], '["b","a","b",""]'],
    ['strings', [], '[]'],
    ['strings', null, '[]'],
    ['uuids', [uuid], `["${uuid.toLowerCase()}"]`],
    ['uuids', [{ id: uuid }], `["${uuid.toLowerCase()}"]`],
    ['uuids', null, '[]'],
  ])('of %s is kept: %j', (type, given, value) => {
    expect(parseValue({ ...fieldOf('strings'), type }, given)).toEqual({ value });
  });

  it.each<['strings' | 'uuids', unknown, string]>([
    ['strings', 'a', 'must be a list of at most 1000 items.'],
    ['strings', { 0: 'a' }, 'must be a list of at most 1000 items.'],
    ['strings', Array.from({ length: 1001 }, () => 'a'), 'must be a list of at most 1000 items.'],
    ['strings', ['a', null], 'item 1: must not be null.'],
    ['strings', ['a', ['b']], 'item 1: must be a text.'],
    ['strings', ['a', 'b\0'], 'item 1: must be a text without the character U+0000.'],
    ['strings', ['a\nb'], 'item 0: must be a single line.'],
    ['strings', ['x'.repeat(256)], 'item 0: must have at most 255 characters.'],
    ['uuids', [uuid, 'x'], 'item 1: must be a uuid.'],
    ['uuids', [{ id: 'x' }], 'item 0: must be a uuid.'],
    ['uuids', [{ name: uuid }], 'item 0: must be a uuid.'],
  ])('of %s is rejected: %#', (type, given, problem) => {
    expect(parseValue({ ...fieldOf('strings'), type }, given)).toEqual({ problem });
  });
});

describe('an amount', () => {
  const amount = fieldOf('decimal');

  it.each([
    [1.00005, '1.0001'],
    ['99999999999999.99994', '99999999999999.9999'],
    ['-0.00001', '0'],
  ])('%j is stored as %s', (given, value) => {
    expect(parseValue(amount, given)).toEqual({ value });
  });

  it.each(['99999999999999.99995', '-99999999999999.99995', '1'.repeat(60_000), true])('%#: is rejected', (given) => {
    expect(parseValue(amount, given)).toEqual({
      problem: 'must be a number with at most 14 digits before the point.',
    });
  });
});

describe('a text', () => {
  it.each<['string' | 'text', unknown, string]>([
    ['string', 5, 'must be a text.'],
    ['text', true, 'must be a text.'],
    ['text', 'a\0b', 'must be a text without the character U+0000.'],
    ['string', '\ud83d', 'must be a text without half of a surrogate pair.'],
  ])('of type %s is not %j', (type, given, problem) => {
    expect(parseValue({ ...fieldOf('string'), type }, given)).toEqual({ problem });
  });
});
