/**
 * Promises of GraphQL about reading: the records of REST, ordered and paged with the same properties.
 */

import { idOf, idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectSameList, expectThat } from '../../expectation.js';
import { type JsonObject, readObject } from '../../http/json.js';
import { expectInOrder, type SortKey } from '../../oracle/order.js';
import { definitionsAreShared } from '../define.js';
import { listAccounts, sampleAccounts } from './accounts.js';
import { mirrorOf, orderName, selectionOf } from './names.js';

function renderOrder(keys: readonly SortKey[]): JsonObject[] {
  return keys.map(({ field, descending }) => ({ field: orderName(field), direction: descending ? 'DESC' : 'ASC' }));
}

export const graphqlListChecks: readonly Check[] = [
  {
    id: 'graphql.same-records',
    sentence: 'MUST show in GraphQL the records of REST with the same values, for every entity type',
    spec: 'graphql#Query',
    serial: definitionsAreShared,
    run: async ({ graphql, fixtures }) => {
      for (const entityType of fixtures.catalog.entityTypes) {
        if (!entityType.operations.includes('create')) continue;
        const record = await fixtures.create(entityType.name);
        const { one } = entityType.graphql;
        const data = await graphql.run(`query ($id: UUID!) { ${one}(id: $id) { ${selectionOf(entityType)} } }`, {
          id: idOf(record),
        });
        expectEqual(data[one], mirrorOf(entityType, record), `the ${entityType.name} in GraphQL`);
      }
    },
  },
  {
    id: 'graphql.list.order',
    sentence: 'MUST list in the order of `orderBy` as REST does, null first rising and last falling',
    spec: 'graphql#Query.accounts',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 25);
      const orders: SortKey[][] = [
        [],
        [{ field: 'address', descending: false }],
        [
          { field: 'account_class', descending: true },
          { field: 'name', descending: false },
        ],
      ];
      for (const keys of orders) {
        const page = await listAccounts(context, { filter: tagged, first: 100, orderBy: renderOrder(keys) });
        expectInOrder(page.ids, records, keys, `ids by ${JSON.stringify(keys)}`);
      }
    },
  },
  {
    id: 'graphql.list.paging',
    sentence: 'MUST visit every record exactly once, forward by `after` and backward by `before`',
    spec: 'graphql#PageInfo',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 11);
      const keys = [{ field: 'city', descending: true }];
      const common = { filter: tagged, orderBy: renderOrder(keys) };
      const [forward, backward]: [string[], string[]] = [[], []];
      let page = await listAccounts(context, { ...common, first: 4 });
      for (
        forward.push(...page.ids);
        page.pageInfo.hasNextPage === true && forward.length < 50;
        forward.push(...page.ids)
      ) {
        page = await listAccounts(context, { ...common, first: 4, after: page.pageInfo.endCursor });
      }
      expectInOrder(forward, records, keys, 'ids forward');
      page = await listAccounts(context, { ...common, last: 4 });
      for (
        backward.unshift(...page.ids);
        page.pageInfo.hasPreviousPage === true && backward.length < 50;
        backward.unshift(...page.ids)
      ) {
        page = await listAccounts(context, { ...common, last: 4, before: page.pageInfo.startCursor });
      }
      expectSameList(backward, forward, 'ids backward');
    },
  },
  {
    id: 'graphql.list.page-info',
    sentence:
      'MUST give each edge the cursor of its place, the first and last of them in `pageInfo`, and null on an empty page',
    spec: 'graphql#PageInfo',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 5);
      const ids = idsOf(records).sort();
      const page = await listAccounts(context, { filter: tagged, first: 3 });
      const { startCursor, endCursor } = page.pageInfo;
      expectEqual([startCursor, endCursor], [page.cursors[0], page.cursors[2]], 'cursors in pageInfo');
      const next = await listAccounts(context, { filter: tagged, after: page.cursors[1] });
      expectSameList(next.ids, ids.slice(2), 'ids after the second cursor');
      const past = await listAccounts(context, { filter: tagged, after: next.cursors.at(-1) });
      const wanted = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
      expectEqual([past.ids, past.pageInfo], [[], wanted], 'the page after the last');
    },
  },
  {
    id: 'graphql.list.total-count',
    sentence: 'MUST count in `totalCount` all records that match, whatever the page',
    spec: 'graphql#AccountConnection.totalCount',
    run: async (context) => {
      const { tagged } = await sampleAccounts(context, 7);
      for (const variables of [{ first: 2 }, { first: 100 }, { last: 1 }]) {
        expectEqual((await listAccounts(context, { filter: tagged, ...variables })).totalCount, 7, 'totalCount');
      }
    },
  },
  {
    id: 'graphql.nested',
    sentence: 'MUST answer related records inside each other, to-one and as pages to-many',
    spec: 'graphql#Contact.accountRelations',
    run: async ({ graphql, fixtures }) => {
      const [a = '', b = ''] = (await fixtures.createAll('Account', [{ name: 'a' }, { name: 'b' }])).map(idOf);
      const account_relations = [
        { account_id: b, is_primary: true },
        { account_id: a, is_primary: false },
      ];
      const contact = await fixtures.create('Contact', { account_relations });
      const query = `query ($id: UUID!) {
        contact(id: $id) {
          owner { id defaultUnit { id } }
          primaryAccount { name }
          accountRelations(filter: { isPrimary: { eq: false } }) { totalCount nodes { account { id name } } }
        }
      }`;
      const data = readObject((await graphql.run(query, { id: idOf(contact) })).contact, 'contact');
      expectEqual(data.primaryAccount, { name: 'b' }, 'primaryAccount');
      expectEqual(
        data.accountRelations,
        { totalCount: 1, nodes: [{ account: { id: a, name: 'a' } }] },
        'accountRelations',
      );
      const owner = readObject(data.owner, 'owner');
      expectEqual(owner.id, contact.owner_id, 'id of owner');
      expectThat(readObject(owner.defaultUnit, 'defaultUnit').id !== undefined, 'defaultUnit should have an id');
    },
  },
  {
    id: 'graphql.deleted',
    sentence: 'MUST leave deleted records out unless `includeDeleted` is true',
    spec: 'graphql#Query.account',
    run: async ({ rest, graphql, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      await rest.delete('Accounts', id);
      const query = `query ($id: UUID!) {
        hidden: account(id: $id) { id }
        shown: account(id: $id, includeDeleted: true) { id isDeleted }
        none: accounts(filter: { id: { eq: $id } }) { totalCount }
        one: accounts(filter: { id: { eq: $id } }, includeDeleted: true) { totalCount }
      }`;
      const wanted = { hidden: null, shown: { id, isDeleted: true }, none: { totalCount: 0 }, one: { totalCount: 1 } };
      expectEqual(await graphql.run(query, { id }), wanted, 'data');
    },
  },
];
