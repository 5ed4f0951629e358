/** That each deliberate break of test/breaks.yaml can be tried, and most are caught in `npm test`; `npm run test:breaks` tries them. */
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

it('names tests for four in five breaks that are not left out of npm test, for some of each folder', () => {
  const leftOut = new Set(longTestsOf('server'));
  const folderOf = ({ file }: { file: string }) => file.split('/')[0];
  const caught = breaks.filter(({ tests }) => tests.some((test) => !leftOut.has(test)));
  expect(caught.length / breaks.length).toBeGreaterThan(0.8);
  const folders = new Set(caught.map(folderOf));
  const uncaught = new Set(breaks.map(folderOf).filter((folder) => !folders.has(folder)));
  // What fills the demo space is tried by the start of a server for it, which takes long.
  expect([...uncaught]).toEqual(['demo']);
  expect([...leftOut].filter((test) => !existsSync(new URL(`../${test}`, import.meta.url)))).toEqual([]);
});
