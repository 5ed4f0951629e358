import { expect, it } from 'vitest';
import { formatSequence, parseSequencePattern } from './sequence-pattern.js';

const moment = '2026-03-09T10:11:12.131415';

it.each([
  ['INV-{YYYY}-{00001}', 1, 1, 'INV-2026-00001'],
  ['{0000}', 1, 12, '0012'],
  ['{00100}/{MM}', 100, 100, '00100/03'],
  ['{0}', 1, 7, '7'],
  ['A{00}B', 1, 1234, 'A1234B'],
  ['№ {MM}.{YYYY} {001}', 1, 2, '№ 03.2026 002'],
])('%s begins with %i and writes %i as %s', (text, start, number, written) => {
  const pattern = parseSequencePattern(text);
  if (typeof pattern === 'string') throw new Error(pattern);
  expect(pattern.start).toBe(start);
  expect(formatSequence(pattern, number, moment)).toBe(written);
});

it.each([
  ['INV', 'needs zeros'],
  ['', 'needs zeros'],
  ['{000}{000}', 'more than one'],
  ['{00000000000000000001}', '15 digits'],
  ['{YY}-{000}', '"{YY}"'],
  ['{1}', '"{1}"'],
  ['{}{0}', '"{}"'],
  ['a{0', 'brace "{"'],
  ['{0}}', 'brace "}"'],
])('%s is rejected: %s', (text, problem) => {
  expect(parseSequencePattern(text)).toContain(problem);
});
