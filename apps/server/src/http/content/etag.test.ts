import { describe, expect, it } from 'vitest';
import { digestOf, isKnownTag } from './etag.js';

describe('isKnownTag', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*', ' * '])('knows "a" by %s', (header) => {
    expect(isKnownTag(header, '"a"')).toBe(true);
  });

  it.each(['', 'a', '"b"', '"ab"', 'W/"b", "c"'])('does not know "a" by %s', (header) => {
    expect(isKnownTag(header, '"a"')).toBe(false);
  });
});

describe('digestOf', () => {
  it('is the same for the same parts only, and fits into a tag', () => {
    expect(digestOf('a', 'b')).toBe(digestOf('a', Buffer.from('b')));
    expect(digestOf('a', 'b')).not.toBe(digestOf('b', 'a'));
    expect(digestOf('')).toMatch(/^[\w-]{22}$/);
  });
});
