/** The forms of Retry-After. */
import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const now = Date.UTC(2024, 4, 1, 12, 0, 0);

it.each<[string | null, number | null]>([
  [null, null],
  ['', null],
  ['0', 0],
  ['7', 7_000],
  ['Wed, 01 May 2024 12:00:30 GMT', 30_000],
  ['Wed, 01 May 2024 11:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
])('%j is %j ms', (text, wanted) => {
  expect(retryAfterMs(new Headers(text === null ? {} : { 'Retry-After': text }), now)).toBe(wanted);
});
