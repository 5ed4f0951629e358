/**
 * The suite against the healthy server on one database, as a test.
 */
import { isDeepStrictEqual } from 'node:util';
import { entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsOf } from '../src/api/record.js';
import { allChecks } from '../src/checks/all-checks.js';
import { type Receiver, startReceiver } from '../src/receiver/receiver.js';
import { isConformant } from '../src/result.js';
import { runChecks } from '../src/run-checks.js';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';
import { type DatabaseName, restOf, startTestServer, type TestServer } from './test-server.js';
import { everyFifth, triedOf } from './tried-checks.js';

/** Events by which the server counts what happened outlive their records; options, which fields can share, outlive their fields. */
const outlives = (collection: string) => collection.endsWith('KPIs') || collection === 'Data';
const collections = entityTypes
  .filter(({ collection, operations }) => operations.includes('list') && !outlives(collection))
  .map(({ collection }) => collection);

/** Ids of the records of each collection that are not deleted. */
async function liveIds(server: TestServer): Promise<Record<string, string[]>> {
  const rest = restOf(server);
  const ids: Record<string, string[]> = {};
  for (const collection of collections) ids[collection] = idsOf((await rest.list(collection, { first: 100 })).records);
  return ids;
}

/** There are no such records as long as a space has no fields with sequences, several options or several lookups. */
const untried = new Set(
  ['FieldSequences', 'DataRelations', 'CustomEntityRelationData'].flatMap((collection) => [
    `operation.get${collection.replace(/s$/, '')}`,
    `operation.v1.get${collection.replace(/s$/, '')}`,
    `operation.v1.list${collection}`,
    `collection.${collection}.unauthorized`,
    `collection.${collection}.parameters`,
  ]),
);

/**
 * Every check passes, and nothing of the run stays behind. On SQLite, as in the fault tests, the requests go through their proxy, which
 * changes nothing here: a check that fails behind a fault fails for the fault, not for the proxy.
 */
export function itConforms(database: DatabaseName): void {
  describe(`the server on ${database}`, () => {
    let server: TestServer;
    let proxy: FaultProxy | undefined;
    let receiver: Receiver;

    beforeAll(async () => {
      server = await startTestServer(database);
      if (database === 'SQLite') proxy = await startFaultProxy(server.url, {});
      receiver = await startReceiver({ port: 0 });
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.close();
      await receiver?.close();
    });

    it('keeps every promise', { timeout: 1_800_000 }, async () => {
      const before = await liveIds(server);
      const checks = everyFifth(triedOf(allChecks));
      const run = await runChecks(checks, {
        baseUrl: (proxy ?? server).url,
        ...server.alpha,
        second: server.beta,
        scoped: server.scoped,
        receiver,
        seed: '1',
        timeoutMs: 20_000,
        stop: new AbortController().signal,
      });
      const broken = run.results.filter(({ id, outcome }) => outcome !== (untried.has(id) ? 'skipped' : 'passed'));
      expect(broken.map(({ id, outcome, message }) => ({ id, outcome, message }))).toEqual([]);
      expect(run.results.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
      expect(isConformant(run)).toBe(true);
      expect(run.leftovers).toEqual([]);
      const changed = async () => {
        const after = await liveIds(server);
        return collections.filter((collection) => !isDeepStrictEqual(after[collection], before[collection]));
      };
      // Rows of a field that was deleted go in the background.
      await expect.poll(changed, { timeout: 30_000, interval: 500 }).toEqual([]);
    });
  });
}
