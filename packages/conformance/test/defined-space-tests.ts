/**
 * The suite by the document of a space, as tests: what the space has defined is checked like the rest, the server conforms, and servers
 * that are broken in it are caught.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksOf } from '../src/checks/all-checks.js';
import type { Contract } from '../src/contract.js';
import type { RunResult } from '../src/result.js';
import { runChecks } from '../src/run-checks.js';
import { loadSpaceContract } from '../src/space-contract.js';
import { defineSpace } from './defined-space.js';
import { startFaultProxy } from './fault-proxy.js';
import type { Fault } from './faults/fault.js';
import { type DatabaseName, startTestServer, type TestServer } from './test-server.js';
import { triedOf } from './tried-checks.js';

/** What looks at custom members and custom entity types; the rest is the same as everywhere. */
function isConcerned(id: string): boolean {
  const prefixes = [
    'custom.',
    'collection.Contacts.',
    'collection.Contact_',
    'collection.Vehicle',
    'collection.OpptyProduct',
  ];
  const single = ['create.unset', 'graphql.same-records', 'legacy.same-records', 'legacy.collections', 'value.order'];
  return (
    single.includes(id) ||
    prefixes.some((prefix) => id.startsWith(prefix)) ||
    /^operation\.\w*(Vehicle|Contact|Contacts|Contact_\w+)$/.test(id)
  );
}

/** Rows of a field that nobody has chosen anything in, and members that the space does not have. */
const untried = [
  /^(operation\.get|collection\.)Contact_cf_custom_multiselect_checkbox/,
  /^custom\.Vehicle\.read-only$/,
];

/** What checks about custom members check: the last part of their ids. */
function customPromises(ids: readonly string[]): Set<string | undefined> {
  return new Set(ids.filter((id) => id.startsWith('custom.')).map((id) => id.split('.')[2]));
}

const notPassed = ({ results }: RunResult) =>
  results
    .filter(
      ({ id, outcome }) => outcome !== 'passed' && !(outcome === 'skipped' && untried.some((one) => one.test(id))),
    )
    .map(({ id, outcome, message }) => ({ id, outcome, message }));

/**
 * Tests a server whose space alpha has custom fields of every type and an entity type.
 * @param faults servers that must be caught; tried on the same server, after the healthy one has passed behind the same proxy
 */
export function testDefinedSpace(database: DatabaseName, faults: readonly Fault[] = []): void {
  let server: TestServer;
  let contract: Contract;

  beforeAll(async () => {
    server = await startTestServer(database);
    await defineSpace(server.url, server.alpha);
    contract = await loadSpaceContract({ baseUrl: server.url, ...server.alpha, timeoutMs: 20_000 });
  });
  afterAll(() => server?.close());

  async function runBehind(
    fault: Pick<Fault, 'request' | 'answer'>,
    isWanted: (id: string) => boolean,
  ): Promise<RunResult> {
    const proxy = await startFaultProxy(server.url, fault);
    const checks = checksOf(contract).filter(({ id }) => isWanted(id));
    return await runChecks(checks, {
      baseUrl: proxy.url,
      ...server.alpha,
      contract,
      seed: '1',
      timeoutMs: 20_000,
      stop: new AbortController().signal,
    }).finally(() => proxy.close());
  }

  describe(`the server on ${database}`, () => {
    it('shows the suite what a space has defined', () => {
      const { catalog } = contract;
      expect(catalog.existing('Vehicle')).toMatchObject({
        collection: 'Vehicle',
        required: ['name', 'owner_id'],
        graphql: { one: 'vehicle', many: 'vehicles' },
        operations: expect.arrayContaining(['list', 'create', 'batch-restore', 'upsert']),
      });
      const field = (name: string) => catalog.field('Contact', name);
      expect(field('cf_custom_input')).toMatchObject({
        kind: 'value',
        type: 'string',
        unique: true,
        custom: { type: 'input' },
      });
      expect(field('cf_custom_text_area')).toMatchObject({ kind: 'value', type: 'text' });
      expect(field('cf_custom_datetime')).toMatchObject({ kind: 'value', type: 'datetime', nullable: true });
      expect(field('cf_custom_currency')).toMatchObject({ kind: 'value', type: 'decimal' });
      expect(field('cf_custom_money')).toMatchObject({ kind: 'money' });
      expect(field('cf_custom_sequence')).toMatchObject({ kind: 'value', readOnly: true });
      expect(field('cf_custom_dropdown_id')).toMatchObject({
        kind: 'reference',
        targets: ['Data'],
        dataSet: expect.any(String),
      });
      expect(field('cf_custom_lookup_id')).toMatchObject({ links: [{ name: 'cf_custom_lookup', target: 'Vehicle' }] });
      expect(field('cf_custom_multiselect_checkbox')).toMatchObject({ kind: 'rows' });
      expect(catalog.field('Contact', 'first_name')).not.toHaveProperty('custom');
    });

    it('keeps every promise of it', { timeout: 600_000 }, async () => {
      const caughtBy = new Set(faults.flatMap((fault) => fault.caughtBy));
      const tried = new Set(triedOf(checksOf(contract)).map(({ id }) => id));
      const run = await runBehind({}, (id) => tried.has(id) && (isConcerned(id) || caughtBy.has(id)));
      expect(notPassed(run)).toEqual([]);
      expect(run.results.filter(({ id }) => id.startsWith('custom.')).length).toBeGreaterThanOrEqual(12);
      expect(run.leftovers).toEqual([]);
    });
  });

  if (faults.length === 0) return;
  describe('a server that', () => {
    it.each(faults)('$name', async (fault) => {
      const { results } = await runBehind(fault, (id) => fault.caughtBy.includes(id));
      const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
      expect(outcomes).toEqual(Object.fromEntries(fault.caughtBy.map((id) => [id, 'failed'])));
    });

    it('breaks a promise about custom members is among them, for each promise', () => {
      const seen = customPromises(faults.flatMap((fault) => fault.caughtBy));
      const made = customPromises(checksOf(contract).map(({ id }) => id));
      expect([...made].filter((promise) => !seen.has(promise))).toEqual([]);
    });
  });
}
