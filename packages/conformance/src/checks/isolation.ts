/**
 * Promises that nothing of one space can be seen, changed or pointed at from another. Skipped without a second space.
 */

import { legacyPhrase } from '../api/legacy-filter.js';
import { toLegacyId } from '../api/legacy-id.js';
import { idOf, idsOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError, expectFieldError, expectValidationError } from '../expect-error.js';
import { expectEqual } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { before, changesOf, readAll } from './changes/read-changes.js';

const spec = 'v100#/components/responses/Unauthorized';

/** An account of the neighbour, with a tag of its own. */
async function foreignAccount(context: CheckContext) {
  const neighbour = context.neighbour();
  const city = context.fixtures.uniqueText();
  const account = await neighbour.fixtures.create('Account', { city });
  return { neighbour, account, id: idOf(account), city };
}

export const isolationChecks: readonly Check[] = [
  {
    id: 'isolation.key',
    sentence: 'MUST answer 401 in every API to the key of another space',
    spec,
    run: async (context) => {
      const neighbour = context.neighbour();
      const headers = { authorization: context.http.authorization };
      const request = { credentials: 'none', headers } as const;
      expectStatus(await neighbour.rest.send('GET', 'Accounts', undefined, request), 401);
      expectStatus(await neighbour.legacy.send('GET', '/Accounts', request), 401);
      expectStatus(await neighbour.graphql.send('{ __typename }', {}, request), 401);
    },
  },
  {
    id: 'isolation.lists',
    sentence: 'MUST leave records of other spaces out of every list',
    spec: 'v100#/paths/~1entities~1Accounts/get',
    run: async (context) => {
      const { city, id } = await foreignAccount(context);
      const { rest, legacy, graphql } = context;
      for (const query of [{ 'filter[city]': city }, { 'filter[id]': id, 'include-deleted': true }]) {
        expectEqual(idsOf((await rest.list('Accounts', query)).records), [], 'ids in REST v100');
      }
      expectEqual(
        (await legacy.list('Accounts', { filter: legacyPhrase('CITY', city) })).records,
        [],
        'records in REST v1',
      );
      const query = 'query ($city: String!) { accounts(filter: { city: { eq: $city } }) { totalCount nodes { id } } }';
      expectEqual(await graphql.run(query, { city }), { accounts: { totalCount: 0, nodes: [] } }, 'records in GraphQL');
    },
  },
  {
    id: 'isolation.ids',
    sentence:
      'MUST answer the id of a record of another space like one that does not exist, and leave the record alone',
    spec: 'v100#/components/responses/NotFound',
    run: async (context) => {
      const { neighbour, account, id } = await foreignAccount(context);
      expectError(await context.rest.send('GET', 'Accounts', id), 404);
      expectError(await context.rest.send('PATCH', 'Accounts', id, { body: { city: 'x' } }), 404);
      expectError(await context.rest.send('DELETE', 'Accounts', id), 404);
      expectStatus(await context.legacy.send('GET', `/Accounts/${toLegacyId(id)}`), 404);
      const query = 'query ($id: UUID!) { account(id: $id) { id } }';
      expectEqual(await context.graphql.run(query, { id }), { account: null }, 'the record in GraphQL');
      expectEqual(await neighbour.rest.get('Accounts', id), account, 'the record in its own space');
    },
  },
  {
    id: 'isolation.changes',
    sentence: 'MUST show in feeds, histories and audit entries nothing that was changed in another space',
    spec: 'v100#/paths/~1changes/get',
    run: async (context) => {
      const { id } = await foreignAccount(context);
      const { rest } = context;
      for (const below of ['changes', 'history']) {
        expectError(await rest.sendInSpace('GET', `entities/Accounts/${id}/${below}`), 404);
      }
      expectEqual(await readAll(rest, 'entities/AuditEntries', { 'filter[entity_id]': id }), [], 'audit entries');
      const own = await context.fixtures.create('Account');
      const found = changesOf(await readAll(rest, 'changes', { after: before(own) }), id, idOf(own));
      expectEqual(
        found.map(({ entity_id }) => entity_id),
        [idOf(own)],
        'records in the feed',
      );
    },
  },
  {
    id: 'isolation.relations',
    sentence: 'MUST reject a relation to a record of another space with 422 and code 120',
    spec: 'v100#/components/schemas/ValidationError',
    run: async (context) => {
      const { id } = await foreignAccount(context);
      const body = await context.fixtures.body('Account', { parent_account_id: id });
      const answer = await context.rest.send('POST', 'Accounts', undefined, { body });
      expectFieldError(expectValidationError(answer, 'Account'), 'parent_account_id', 120);
    },
  },
  {
    id: 'isolation.unique',
    sentence: 'MUST let two spaces have the same unique value',
    spec: 'v100#/components/schemas/ProductCreate',
    run: async (context) => {
      const sku = context.fixtures.uniqueText();
      await context.neighbour().fixtures.create('Product', { sku });
      expectEqual((await context.fixtures.create('Product', { sku })).sku, sku, 'sku');
    },
  },
];
