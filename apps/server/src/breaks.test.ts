/** That each deliberate break of test/breaks.yaml can be tried; `npm run test:breaks` tries them. */
import { expect, it } from 'vitest';
import { problemsOf, readBreaks } from '../../../tools/breaks.mjs';

const breaks = readBreaks();

it('names each break once', () => {
  const ids = breaks.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

it('finds what each break changes, and the tests that catch it', () => {
  expect(breaks.flatMap(problemsOf)).toEqual([]);
});
