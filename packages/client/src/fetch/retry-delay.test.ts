/** What is repeated, and when. */
import { describe, expect, it } from 'vitest';
import { isPassing, isRepeatable, retryDelayMs } from './retry-delay.js';

const request = (method: string, headers: Record<string, string> = {}) =>
  new Request('http://crm.example.com/', { method, headers });

describe('isRepeatable', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['GET', {}, true],
    ['HEAD', {}, true],
    ['PATCH', { 'If-Match': '"17"' }, true],
    ['PATCH', {}, false],
    ['POST', {}, false],
    ['POST', { 'If-Match': '"17"' }, false],
    ['POST', { 'Idempotency-Key': 'k1' }, true],
    ['DELETE', {}, false],
  ])('%s with %j: %s', (method, headers, wanted) => {
    expect(isRepeatable(request(method, headers))).toBe(wanted);
  });
});

it.each([
  [200, false],
  [400, false],
  [409, false],
  [429, true],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('status %i may pass: %s', (status, wanted) => {
  expect(isPassing(status)).toBe(wanted);
});

describe('retryDelayMs', () => {
  it('doubles from 125 to 250 ms up to 4 to 8 s', () => {
    const least = [1, 2, 3, 6, 9].map((failed) => retryDelayMs(failed, null, 0));
    const most = [1, 2, 3, 6, 9].map((failed) => retryDelayMs(failed, null, 0.999999));
    expect(least).toEqual([125, 250, 500, 4_000, 4_000]);
    expect(most).toEqual([250, 500, 1_000, 8_000, 8_000]);
  });

  it('waits as long as the server asks, but not less than the back-off', () => {
    expect(retryDelayMs(1, 5_000, 0)).toBe(5_000);
    expect(retryDelayMs(1, 0, 0)).toBe(125);
  });

  it('gives up when the server asks for more than a minute', () => {
    expect(retryDelayMs(1, 60_000, 0)).toBe(60_000);
    expect(retryDelayMs(1, 61_000, 0)).toBeNull();
  });
});
