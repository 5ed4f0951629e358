/** What holds for the faults together: every check has one that it catches. */
import { expect, it } from 'vitest';
import { levelOf } from '../src/check.js';
import { allChecks } from '../src/checks/all-checks.js';
import { patternOf } from './check-patterns.js';
import { faultsOf } from './faults/all-faults.js';

const faults = Object.values(faultsOf({ alpha: '', beta: '', scoped: '' })).flat();

it('names only checks that there are', () => {
  const ids = new Set(allChecks.map(({ id }) => id));
  expect(faults.flatMap(({ caughtBy }) => caughtBy).filter((id) => !ids.has(id))).toEqual([]);
});

it('makes every check fail once', () => {
  const seen = new Set(faults.flatMap(({ caughtBy }) => caughtBy).map(patternOf));
  expect([...new Set(allChecks.map(({ id }) => patternOf(id)))].filter((pattern) => !seen.has(pattern))).toEqual([]);
});

it('has at least 300 servers that fail a MUST', () => {
  const must = new Set(allChecks.filter((check) => levelOf(check) === 'MUST').map(({ id }) => id));
  expect(faults.filter(({ caughtBy }) => caughtBy.some((id) => must.has(id))).length).toBeGreaterThanOrEqual(300);
});
