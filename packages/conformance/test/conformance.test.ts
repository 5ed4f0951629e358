/**
 * The server conforms, on SQLite and on PostgreSQL; nothing of a run stays behind.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../../../tools/test-postgres.mjs';
import { allChecks } from '../src/checks/all-checks.js';
import { idsOf } from '../src/doors/record.js';
import { RestDoor, readPage } from '../src/doors/rest-door.js';
import { CreatedRecords } from '../src/fixtures/created-records.js';
import { Http } from '../src/http/http.js';
import { isConformant } from '../src/result.js';
import { type RunOptions, runChecks } from '../src/run-checks.js';
import { startTestServer, type TestServer } from './test-server.js';

function optionsFor(server: TestServer): RunOptions {
  const stop = new AbortController().signal;
  return { baseUrl: server.url, ...server.alpha, second: server.beta, seed: '1', timeoutMs: 20_000, stop };
}

/** Ids of all records of a collection that are not deleted. */
async function liveIds({ url: baseUrl, alpha }: TestServer, collection: string): Promise<string[]> {
  const stop = new AbortController().signal;
  const rest = new RestDoor(
    new Http({ baseUrl, credentials: alpha, timeoutMs: 5000, stop }),
    alpha.space,
    new CreatedRecords(),
  );
  return idsOf(readPage(await rest.send('GET', collection, undefined, { query: { first: 100 } })).records);
}

const collections = ['Accounts', 'Contacts', 'Opportunities', 'Pipelines', 'SalesUnits', 'Currencies', 'Clients'];

/** There are no such records as long as a space has no fields with sequences, several options or several look-ups. */
const untried = new Set(
  ['FieldSequences', 'DataRelations', 'CustomEntityRelationData'].flatMap((collection) => [
    `operation.get${collection.replace(/s$/, '')}`,
    `operation.v1.get${collection.replace(/s$/, '')}`,
    `operation.v1.list${collection}`,
    `collection.${collection}.unauthorized`,
    `collection.${collection}.unknown-id`,
    `collection.${collection}.parameters`,
  ]),
);

describe.each(['SQLite', 'PostgreSQL'] as const)('the server on %s', (database) => {
  let postgres: TestPostgres | undefined;
  let server: TestServer;

  beforeAll(async () => {
    postgres = database === 'PostgreSQL' ? await startTestPostgres() : undefined;
    server = await startTestServer(await postgres?.createDatabase());
  });
  afterAll(async () => {
    await server.close();
    await postgres?.stop();
  });

  it('keeps every promise that is tried', { timeout: 1_200_000 }, async () => {
    const before = await Promise.all(collections.map((collection) => liveIds(server, collection)));
    const run = await runChecks(allChecks, optionsFor(server));
    const broken = run.results.filter(({ id, outcome }) => outcome !== (untried.has(id) ? 'skipped' : 'passed'));
    expect(broken.map(({ id, outcome, message }) => ({ id, outcome, message }))).toEqual([]);
    expect(run.results).toHaveLength(allChecks.length);
    expect(isConformant(run)).toBe(true);
    expect(run.leftovers).toEqual([]);
    expect(await Promise.all(collections.map((collection) => liveIds(server, collection)))).toEqual(before);
  });
});
