/**
 * Which checks of the suite `npm test` tries. `npm run test:all` leaves out none.
 */
import type { Check } from '../src/check.js';
import { faultsOf } from './faults/all-faults.js';

const isAll = process.env.HEADWATER_TEST_ALL === '1';

/** Those that some fault has to fail: without a fault they have to pass. */
const caughtBy = new Set(
  Object.values(faultsOf({ alpha: '', beta: '', scoped: '' }))
    .flat()
    .flatMap((fault) => fault.caughtBy),
);

/**
 * Generated checks are a few functions with many entity types and operations, and the server's own tests ask the same of each type: one
 * in 33 of them is tried, so that each function comes along (a type has eight checks), and all that catch a fault.
 */
export function triedOf(checks: readonly Check[]): readonly Check[] {
  if (isAll) return checks;
  const others = checks.filter(({ id }) => isGenerated(id) && !caughtBy.has(id));
  const left = new Set(others.filter((_, index) => index % 33 !== 0));
  return checks.filter((check) => !left.has(check));
}

/** A fifth of the checks: what they find in a server that is not broken on purpose is what the server's own tests find. */
export function everyFifth(checks: readonly Check[]): readonly Check[] {
  return isAll ? checks : checks.filter((_, index) => index % 5 === 0);
}

function isGenerated(id: string): boolean {
  return /^(operation|collection)\./.test(id);
}
