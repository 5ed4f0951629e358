/**
 * The suite judges a second server: one that shares nothing with the first but the catalog that is made of spec/, and has only
 * lists and writes. A check that fails here asks for something that the interface does not say, or the server is wrong.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Check } from '../src/check.js';
import { allChecks } from '../src/checks/all-checks.js';
import { runChecks } from '../src/run-checks.js';
import { selectChecks } from '../src/select-checks.js';
import { startFaultProxy } from './fault-proxy.js';
import { faultsOf } from './faults/all-faults.js';
import { type Meanings, meanings } from './reference-server/operators.js';
import { authorization, type ReferenceServer, startReferenceServer } from './reference-server/server.js';
import { everyFifth, triedOf } from './tried-checks.js';

const part = selectChecks(allChecks, { only: [], level: 'MAY', part: 'lists-and-writes' });
const isAll = process.env.HEADWATER_TEST_ALL === '1';

const idsOf = (checks: readonly Check[]) => checks.map(({ id }) => id);

/** Those in front of the first server that are caught by checks of the part; one in ten of them unless all tests run. */
const faults = Object.values(faultsOf({ alpha: authorization, beta: '', scoped: '' }))
  .flat()
  .filter(({ caughtBy }) => caughtBy.every((id) => part.some((check) => check.id === id)))
  .filter((_, index) => isAll || index % 10 === 0);

const seeds = Array.from({ length: isAll ? 10 : 1 }, (_, index) => `reference ${index}`);

/** Collections whose records nobody can make: the checks that need one are skipped. */
const unmade =
  /^collection\.(ApiAccesses|CustomEntityRelationData|DataRelations|FieldSequences|Types)\.(unauthorized|parameters)$/;

/** @param baseUrl of the server, or of one in front of it */
function run(baseUrl: string, { space, token, password }: ReferenceServer, ids: readonly string[], seed = '1') {
  const checks = part.filter(({ id }) => ids.includes(id));
  const stop = new AbortController().signal;
  return runChecks(checks, { baseUrl, space, token, password, seed, timeoutMs: 20_000, stop });
}

function outcomesOf({ results }: Awaited<ReturnType<typeof run>>) {
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
}

const failing = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'failed']));

describe('a second server', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(async () => await server?.close());

  it('passes the checks of lists and writes', { timeout: 600_000 }, async () => {
    const { results, leftovers } = await run(server.url, server, idsOf(everyFifth(triedOf(part))));
    const broken = results.filter(({ id, outcome }) => outcome !== (unmade.test(id) ? 'skipped' : 'passed'));
    expect(broken.map(({ id, outcome, message }) => ({ id, outcome, message }))).toEqual([]);
    expect(results.length).toBeGreaterThan(isAll ? 1_000 : 50);
    expect(leftovers).toEqual([]);
  });

  it('has them whatever the random choices of the suite are', { timeout: 600_000 }, async () => {
    const ids = idsOf(part).filter((id) => /^(filter\.(random|operator\.)|list\.cursor\.(for|back)ward)/.test(id));
    for (const seed of seeds) {
      const others = Object.entries(outcomesOf(await run(server.url, server, ids, seed)));
      expect({ seed, broken: others.filter(([, outcome]) => outcome !== 'passed') }).toEqual({ seed, broken: [] });
    }
  });

  it.each(faults)('is seen to be broken when it $name', async (fault) => {
    const proxy = await startFaultProxy(server.url, fault);
    const outcomes = outcomesOf(await run(proxy.url, server, fault.caughtBy).finally(() => proxy.close()));
    expect(outcomes).toEqual(failing(fault.caughtBy));
  });

  it.each<[string, Partial<Meanings>, readonly string[]]>([
    [
      'loses null where not-eq is asked for',
      { 'not-eq': (value, operands) => value !== null && !operands.includes(value) },
      ['filter.any-of', 'filter.operator.not-eq'],
    ],
    [
      'leaves the upper bound out of between',
      { between: (value, [from, to]) => meanings.gte(value, [from ?? null]) && meanings.lt(value, [to ?? null]) },
      ['filter.between.forms', 'filter.operator.between'],
    ],
  ])('is seen to be broken when it %s', async (_, broken, caughtBy) => {
    const other = await startReferenceServer({ meanings: broken });
    const outcomes = outcomesOf(await run(other.url, other, caughtBy).finally(() => other.close()));
    expect(outcomes).toEqual(failing(caughtBy));
  });
});
