/**
 * The suite by the document of a space: what the space has defined is checked like the rest, the server keeps it, and servers that
 * don't are caught.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../../../tools/test-postgres.mjs';
import { checksOf } from '../src/checks/all-checks.js';
import type { Contract } from '../src/contract.js';
import type { RunResult } from '../src/result.js';
import { runChecks } from '../src/run-checks.js';
import { loadSpaceContract } from '../src/space-contract.js';
import { startFaultProxy } from './fault-proxy.js';
import type { Fault } from './faults/fault.js';
import { ownFaults } from './faults/own-faults.js';
import { defineOwnParts } from './own-space.js';
import { startTestServer, type TestServer } from './test-server.js';

/** What looks at custom members and own entity types; the rest is the same as everywhere. */
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
const untried = [/^(operation\.get|collection\.)Contact_cf_own_multiselect_checkbox/, /^custom\.Vehicle\.read-only$/];

function runOn(
  server: TestServer,
  baseUrl: string,
  contract: Contract,
  isWanted: (id: string) => boolean,
): Promise<RunResult> {
  const checks = checksOf(contract).filter(({ id }) => isWanted(id));
  const stop = new AbortController().signal;
  return runChecks(checks, { baseUrl, ...server.alpha, contract, seed: '1', timeoutMs: 20_000, stop });
}

const notPassed = ({ results }: RunResult) =>
  results
    .filter(
      ({ id, outcome }) => outcome !== 'passed' && !(outcome === 'skipped' && untried.some((one) => one.test(id))),
    )
    .map(({ id, outcome, message }) => ({ id, outcome, message }));

describe.each(['SQLite', 'PostgreSQL'] as const)('the server on %s', (database) => {
  let postgres: TestPostgres | undefined;
  let server: TestServer;
  let contract: Contract;

  beforeAll(async () => {
    postgres = database === 'PostgreSQL' ? await startTestPostgres() : undefined;
    server = await startTestServer(await postgres?.createDatabase());
    await defineOwnParts(server.url, server.alpha);
    contract = await loadSpaceContract({ baseUrl: server.url, ...server.alpha, timeoutMs: 20_000 });
  });
  afterAll(async () => {
    await server.close();
    await postgres?.stop();
  });

  it('shows the suite what a space has defined', () => {
    const { catalog } = contract;
    expect(catalog.existing('Vehicle')).toMatchObject({
      collection: 'Vehicle',
      required: ['name', 'owner_id', 'type_id'],
      graphql: { one: 'vehicle', many: 'vehicles' },
      operations: expect.arrayContaining(['list', 'create', 'batch-restore', 'upsert']),
    });
    const field = (name: string) => catalog.field('Contact', name);
    expect(field('cf_own_input')).toMatchObject({
      kind: 'value',
      type: 'string',
      unique: true,
      custom: { type: 'input' },
    });
    expect(field('cf_own_text_area')).toMatchObject({ kind: 'value', type: 'text' });
    expect(field('cf_own_datetime')).toMatchObject({ kind: 'value', type: 'datetime', nullable: true });
    expect(field('cf_own_currency')).toMatchObject({ kind: 'value', type: 'decimal' });
    expect(field('cf_own_money')).toMatchObject({ kind: 'money' });
    expect(field('cf_own_sequence')).toMatchObject({ kind: 'value', readOnly: true });
    expect(field('cf_own_dropdown_id')).toMatchObject({
      kind: 'reference',
      targets: ['Data'],
      dataSet: expect.any(String),
    });
    expect(field('cf_own_lookup_id')).toMatchObject({ links: [{ name: 'cf_own_lookup', target: 'Vehicle' }] });
    expect(field('cf_own_multiselect_checkbox')).toMatchObject({ kind: 'rows' });
    expect(catalog.field('Contact', 'first_name')).not.toHaveProperty('custom');
  });

  it('keeps every promise of it', { timeout: 600_000 }, async () => {
    const run = await runOn(server, server.url, contract, isConcerned);
    expect(notPassed(run)).toEqual([]);
    expect(run.results.filter(({ id }) => id.startsWith('custom.')).length).toBeGreaterThanOrEqual(12);
    expect(run.leftovers).toEqual([]);
  });
});

describe('a server that', () => {
  let server: TestServer;
  let contract: Contract;

  beforeAll(async () => {
    server = await startTestServer();
    await defineOwnParts(server.url, server.alpha);
    contract = await loadSpaceContract({ baseUrl: server.url, ...server.alpha, timeoutMs: 20_000 });
  });
  afterAll(() => server.close());

  const runBehind = async (fault: Fault): Promise<RunResult> => {
    const proxy = await startFaultProxy(server.url, fault);
    return await runOn(server, proxy.url, contract, (id) => fault.caughtBy.includes(id)).finally(() => proxy.close());
  };

  it.each(ownFaults)('$name', async (fault) => {
    const outcomes = Object.fromEntries((await runBehind(fault)).results.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes).toEqual(Object.fromEntries(fault.caughtBy.map((id) => [id, 'failed'])));
  });

  it('changes nothing is not caught', { timeout: 120_000 }, async () => {
    const caughtBy = [...new Set(ownFaults.flatMap((fault) => fault.caughtBy))];
    expect(notPassed(await runBehind({ name: 'does everything right', caughtBy: caughtBy as [string] }))).toEqual([]);
  });

  it('breaks each kind of promise about custom members has been seen', () => {
    const kinds = (ids: readonly string[]) =>
      new Set(ids.filter((id) => id.startsWith('custom.')).map((id) => id.split('.')[2]));
    const made = kinds(checksOf(contract).map(({ id }) => id));
    expect([...made].filter((kind) => !kinds(ownFaults.flatMap((fault) => fault.caughtBy)).has(kind))).toEqual([]);
  });
});
