import { expect, it } from 'vitest';
import { attachment } from './content-disposition.js';

it.each([
  ['offer.pdf', 'attachment; filename="offer.pdf"'],
  ["it's (1), [2].txt", 'attachment; filename="it\'s (1), [2].txt"'],
  ['a"b.txt', 'attachment; filename="a_b.txt"; filename*=UTF-8\'\'a%22b.txt'],
  ['a\\b', 'attachment; filename="a_b"; filename*=UTF-8\'\'a%5Cb'],
  ['%41.txt', 'attachment; filename="_41.txt"; filename*=UTF-8\'\'%2541.txt'],
  ['café.txt', 'attachment; filename="cafe.txt"; filename*=UTF-8\'\'caf%C3%A9.txt'],
  ['€ (*).txt', 'attachment; filename="_ (_).txt"; filename*=UTF-8\'\'%E2%82%AC%20%28%2A%29.txt'],
  ['🏔.jpg', 'attachment; filename="_.jpg"; filename*=UTF-8\'\'%F0%9F%8F%94.jpg'],
])('%j is saved so', (filename, header) => {
  expect(attachment(filename)).toBe(header);
  // What a header may hold.
  expect(header).toMatch(/^[\x20-\x7e]*$/);
});
