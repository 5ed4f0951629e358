import { expect, it } from 'vitest';
import { parseRange } from './send-content.js';

it.each([
  ['', 10, undefined],
  ['bytes=0-4', 10, { first: 0, last: 4 }],
  ['Bytes=0-4', 10, { first: 0, last: 4 }],
  ['bytes=4-', 10, { first: 4, last: 9 }],
  ['bytes=-3', 10, { first: 7, last: 9 }],
  ['bytes=-30', 10, { first: 0, last: 9 }],
  ['bytes=9-99', 10, { first: 9, last: 9 }],
  ['bytes=10-', 10, 'outside'],
  ['bytes=-0', 10, 'outside'],
  ['bytes=0-', 0, 'outside'],
  ['bytes=-5', 0, 'outside'],
  ['bytes=-', 10, undefined],
  ['bytes=5-4', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=0-1234567890123456', 10, undefined],
  ['items=0-4', 10, undefined],
])('%j of %i bytes is %j', (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});
