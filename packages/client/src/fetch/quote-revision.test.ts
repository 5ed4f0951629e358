/** Numbers in If-Match. */
import { expect, it } from 'vitest';
import { quoteRevision } from './quote-revision.js';

it.each([
  ['7', '"7"'],
  ['"7"', '"7"'],
  ['W/"7"', 'W/"7"'],
  ['*', '*'],
])('sends %s as %s', (given, sent) => {
  const request = new Request('https://crm.example.com', { headers: { 'If-Match': given } });
  expect(quoteRevision(request).headers.get('If-Match')).toBe(sent);
});

it('adds none', () => {
  expect(quoteRevision(new Request('https://crm.example.com')).headers.has('If-Match')).toBe(false);
});
