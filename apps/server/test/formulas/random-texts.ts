/** Random texts that databases can keep, many of them with a meaning in SQL. */
import fc from 'fast-check';

export const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a',
    'A',
    'b',
    'ä',
    'ß',
    'é',
    '😀',
    '\uFFFD',
    '"',
    "'",
    '\\',
    '%',
    '?1',
    '$1',
    'a\nb',
    '😀'.repeat(255),
    'é'.repeat(256),
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => !/\0|\p{Surrogate}/u.test(text)),
);
