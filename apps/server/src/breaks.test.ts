/** That each deliberate break of test/breaks.yaml can be tried, and is caught in `npm test`; `npm run test:breaks` tries them. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemsOf, readBreaks } from '../../../tools/breaks.mjs';
import { longTestsOf } from '../../../tools/long-tests.mjs';

const breaks = readBreaks();

it('names each break once', () => {
  const ids = breaks.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

it('finds what each break changes, and the tests that catch it', () => {
  expect(breaks.flatMap(problemsOf)).toEqual([]);
});

it('names a test for each break that is not left out of npm test', () => {
  const leftOut = new Set(longTestsOf('server'));
  expect(breaks.filter(({ tests }) => tests.every((test) => leftOut.has(test))).map(({ id }) => id)).toEqual([]);
  expect([...leftOut].filter((test) => !existsSync(new URL(`../${test}`, import.meta.url)))).toEqual([]);
});
