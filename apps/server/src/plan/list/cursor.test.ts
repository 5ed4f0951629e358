import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('encodeCursor', () => {
  it.each([
    [[id], `["${id}"]`],
    [['Leeds', id], `["Leeds", "${id}"]`],
    [[null, 1.5, true, 'ß"', id], `[null, 1.5, true, "ß\\"", "${id}"]`],
  ])('writes %j as JSON with blanks between the items', (values, text) => {
    expect(Buffer.from(encodeCursor(values), 'base64').toString('utf8')).toBe(text);
  });
});

describe('decodeCursor', () => {
  it.each([
    ['string', 'ß', 'ß'],
    ['integer', -3, -3],
    ['decimal', '12.50', '12.5'],
    ['boolean', false, false],
    ['date', '2024-02-29', '2024-02-29'],
    ['datetime', '2024-02-29 01:02:03', '2024-02-29T01:02:03.000000'],
    ['uuid', id.toUpperCase(), id],
    ['text', null, null],
  ] as const)('reads a %s back', (type, written, read) => {
    expect(decodeCursor(encodeCursor([written, id]), [type, 'uuid'], 'after')).toEqual([read, id]);
  });

  it('takes the cursor without its padding, and in the alphabet of URLs', () => {
    const cursor = encodeCursor(['>>>???', id]);
    expect(cursor).toContain('+');
    const inUrl = cursor.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    expect(decodeCursor(inUrl, ['string', 'uuid'], 'after')).toEqual(['>>>???', id]);
  });

  it.each([
    ['nothing', ''],
    ['no base64', '*'],
    ['no JSON', Buffer.from('x').toString('base64')],
    ['no array', encoded({ id })],
    ['too few items', encoded([id])],
    ['too many items', encoded(['a', 'b', id])],
    ['an item behind the id', encoded(['Leeds', id, 'x'])],
    ['an item of another type', encoded([5, id])],
    ['an object for an item', encoded([{}, id])],
    ['no id', encoded(['Leeds', null])],
    ['an id that is none', encoded(['Leeds', 'x'])],
    ['a text that no database keeps', encoded(['\ud83d', id])],
  ])('rejects %s', (_, cursor) => {
    const decode = () => decodeCursor(cursor, ['string', 'uuid'], 'before');
    expect(decode).toThrow(expect.objectContaining({ errorName: 'ERROR_PARAMETER_INVALID', at: 'before' }));
    expect(decode).toThrow(
      /^before: not a usable cursor: .+ Take the start or end cursor of a page with the same order\.$/,
    );
  });
});
