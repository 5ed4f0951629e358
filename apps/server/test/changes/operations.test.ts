/**
 * Nothing bypasses the change log: every write operation of the documents leaves rows in it which, applied to what the tables were, give
 * what they are, and say who asked.
 */
import { buildCatalog, type EntityType, entityTypes } from '@headwater/catalog';
import { v1Operations, v100Operations } from '@headwater/openapi-types';
import { expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onDatabaseInTurn } from '../fixture.js';
import { someOf } from '../properties/runs.js';
import { basic, TestSpace } from '../test-space.js';
import { graphqlOperations, writeOverGraphql, writeSpeciallyOverGraphql } from './graphql-writes.js';
import { NamedRequests } from './named-requests.js';
import { ObservedLog } from './observed-log.js';
import {
  restOperations,
  writeManyOverLegacy,
  writeOverLegacy,
  writeOverRest,
  writeSpeciallyOverRest,
} from './rest-writes.js';

const catalog = buildCatalog(entityTypes);
const writable = catalog.entityTypes.filter(({ operations }: EntityType) => operations.includes('create'));

const longestMs = 600_000;

onDatabaseInTurn((running) => {
  it('has what every operation changes', { timeout: longestMs }, async () => {
    const { deps } = running.server;
    const made = await running.server.newSpace('operations');
    const key = await createKey(deps, { space: made.id, client: made.ids.ownerId });
    const space = new TestSpace(made.origin, made.id, basic(key), made.readOnlyAuthorization);
    await space.readSeedRecords(made.ids);
    const requests = new NamedRequests(space, catalog);
    const log = await ObservedLog.start(deps, space.id);
    for (const entityType of someOf(writable)) {
      await writeOverRest(requests, entityType);
      await writeOverGraphql(requests, entityType);
      await writeOverLegacy(requests, entityType);
    }
    await writeSpeciallyOverRest(requests);
    await writeManyOverLegacy(requests);
    await writeSpeciallyOverGraphql(requests);

    const rows = await log.rows();
    expect((await log.problems()).slice(0, 20)).toEqual([]);
    const logged = new Set(rows.map(({ request_id }) => request_id));
    const tried = new Set(someOf(writable).map(({ name }) => name));
    const due = [...restOperations, ...graphqlOperations].filter(
      (one) => tried.has(entityTypeOf(one) ?? '') || entityTypeOf(one) === undefined,
    );
    expect(due.filter((operation) => !logged.has(operation))).toEqual([]);

    for (const row of rows) {
      const { token, client_id, request_id, idempotency_key } = row;
      const byService = { token: 'headwater', client_id: null, request_id: null, idempotency_key: null };
      const idempotencyKey = requests.keyOf(String(request_id));
      const byUser = {
        token: key.token,
        client_id: made.ids.ownerId,
        request_id: expect.any(String),
        idempotency_key: idempotencyKey,
      };
      expect({ token, client_id, request_id, idempotency_key }).toEqual(token === 'headwater' ? byService : byUser);
    }
  });
});

/** @returns the entity type of a standard operation; undefined for others */
function entityTypeOf(operation: string): string | undefined {
  const [api, name = ''] = operation.split('.');
  const found = (api === 'v1' ? v1Operations : v100Operations).find(({ operationId }) => operationId === name);
  if (found) return found.operation === null ? undefined : found.entityType;
  const restored = name.replace(/^restore/, '');
  return catalog.entityType(restored) ? restored : undefined;
}
