import { expect, it } from 'vitest';
import { JsonBounds } from './json-bounds.js';

/** In pieces of a few bytes, so that texts and escapes fall apart. */
function check(text: string): void {
  const bounds = new JsonBounds();
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 3) bounds.add(bytes.subarray(start, start + 3));
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const values = (count: number) => `[${Array(count).fill('1').join(',')}]`;

it('bounds nesting, not how often it ends and begins', () => {
  expect(() => check(nested(200))).not.toThrow();
  expect(() => check(nested(201))).toThrow('The JSON data is nested deeper than 200 levels.');
  expect(() => check(`[${Array(300).fill('{"a":[]}').join(',')}]`)).not.toThrow();
});

it('bounds the number of values', () => {
  expect(() => check(values(499_999))).not.toThrow();
  expect(() => check(values(500_001))).toThrow('The JSON data holds more than 500000 values. Send it in parts.');
});

it('bounds the forms of objects, which names and their order make', () => {
  const object = (names: readonly string[]) => `{${names.map((name) => `"${name}":1`).join(',')}}`;
  const names = (count: number, prefix = '') => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const batch = Array(1_000).fill(object(names(200)));
  expect(() => check(`[${batch.join(',')}]`)).not.toThrow();
  const forms = 'The JSON data holds more than 50000 forms of objects. Send it in parts.';
  expect(() => check(object(names(50_000)))).not.toThrow();
  // Two of so many forms may have the same hash, so a few more than the bound are sent.
  expect(() => check(object(names(50_050)))).toThrow(forms);
  const rotated = names(300).map((_, turn) => object([...names(300).slice(turn), ...names(turn)]));
  expect(() => check(`[${rotated.join(',')}]`)).toThrow(forms);
  expect(() => check(`[${names(600).map((prefix) => object(names(100, `${prefix}-`)))}]`)).toThrow(forms);
});

it('takes signs inside texts for text', () => {
  expect(() => check(JSON.stringify({ a: '['.repeat(300), [`"\\${'{'.repeat(300)}`]: '\\' }))).not.toThrow();
  expect(() => check(`["\\\\",${nested(200)}]`)).toThrow('nested deeper');
});
