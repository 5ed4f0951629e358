/**
 * Promises of GraphQL about records by one field, and about references followed backwards.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectSameItems, expectSameList } from '../../expectation.js';
import { readObject, readObjects, readText } from '../../http/json.js';

const nodeQuery = `query ($id: UUID!, $includeDeleted: Boolean) {
  node(id: $id, includeDeleted: $includeDeleted) {
    __typename
    id
    ... on Account { name }
    ... on Contact { lastName }
    ...rest
  }
}
fragment rest on Node { ... on Lead { name } ... on Product { sku } }`;

export const graphqlNodeChecks: readonly Check[] = [
  {
    id: 'graphql.node.types',
    sentence: 'MUST answer a record of any entity type by its id, with what the fragments on its own type ask for',
    spec: 'graphql#Query.node',
    run: async ({ graphql, fixtures }) => {
      for (const [name, member, graphqlMember] of [
        ['Account', 'name', 'name'],
        ['Contact', 'last_name', 'lastName'],
        ['Lead', 'name', 'name'],
        ['Product', 'sku', 'sku'],
      ] as const) {
        const record = await fixtures.create(name);
        const { node } = await graphql.run(nodeQuery, { id: idOf(record) });
        expectEqual(node, { __typename: name, id: record.id, [graphqlMember]: record[member] }, `the ${name}`);
      }
    },
  },
  {
    id: 'graphql.node.none',
    sentence:
      'MUST answer null for an unknown id, for a deleted record unless requested, and where `entity` is another',
    spec: 'graphql#Query.node',
    run: async ({ graphql, rest, fixtures }) => {
      const [kept, gone] = [idOf(await fixtures.create('Account')), idOf(await fixtures.create('Account'))];
      await rest.delete('Accounts', gone);
      const query = `query ($none: UUID!, $gone: UUID!, $kept: UUID!) {
        none: node(id: $none) { id }
        gone: node(id: $gone) { id }
        shown: node(id: $gone, includeDeleted: true) { id }
        other: node(id: $kept, entity: Contact) { id }
        same: node(id: $kept, entity: Account) { id }
      }`;
      const wanted = { none: null, gone: null, shown: { id: gone }, other: null, same: { id: kept } };
      expectEqual(await graphql.run(query, { none: fixtures.freshId(), gone, kept }), wanted, 'data');
    },
  },
  {
    id: 'graphql.node.isolation',
    sentence: 'MUST answer null for the id of a record of another space',
    spec: 'graphql#Query.node',
    run: async (context) => {
      const id = idOf(await context.neighbour().fixtures.create('Account'));
      const query = 'query ($id: UUID!) { node(id: $id) { id } named: node(id: $id, entity: Account) { id } }';
      expectEqual(await context.graphql.run(query, { id }), { node: null, named: null }, 'data');
    },
  },
  {
    id: 'graphql.reverse.records',
    sentence: 'MUST give each record those that refer to it and no others, filtered, ordered, paged and counted',
    spec: 'graphql#Account.accountsByParentAccount',
    run: async ({ graphql, fixtures }) => {
      const parents = (await fixtures.createAll('Account', [{}, {}, {}])).map(idOf);
      const children = new Map<string, string[]>();
      for (const [index, parent_account_id] of parents.slice(0, 2).entries()) {
        const made = await fixtures.createAll(
          'Account',
          ['c', 'a', 'b', 'd'].map((city) => ({ parent_account_id, city: `${city}${index}` })),
        );
        children.set(parent_account_id, made.map(idOf));
      }
      const query = `query ($ids: [UUID!]) {
        accounts(filter: { id: { in: $ids } }) { nodes {
          id
          accountsByParentAccount(first: 2, filter: { city: { notEq: "d0" } }, orderBy: { field: CITY }) {
            totalCount
            nodes { city }
            pageInfo { hasNextPage endCursor }
          }
          all: accountsByParentAccount { nodes { id } }
        } }
      }`;
      const data = await graphql.run(query, { ids: parents });
      for (const account of readObjects(readObject(data.accounts, 'accounts').nodes, 'nodes')) {
        const index = parents.indexOf(idOf(account));
        const page = readObject(account.accountsByParentAccount, 'accountsByParentAccount');
        const cities = readObjects(page.nodes, 'nodes').map(({ city }) => readText(city, 'city'));
        expectSameList(cities, index === 2 ? [] : [`a${index}`, `b${index}`], `cities below account ${index}`);
        expectEqual(page.totalCount, [3, 4, 0][index], `totalCount below account ${index}`);
        expectEqual(readObject(page.pageInfo, 'pageInfo').hasNextPage, index !== 2, 'hasNextPage');
        const all = readObjects(readObject(account.all, 'all').nodes, 'nodes').map(idOf);
        expectSameItems(all, children.get(idOf(account)) ?? [], `ids below account ${index}`);
      }
    },
  },
  {
    id: 'graphql.reverse.deleted',
    sentence: 'MUST leave deleted records out of those that refer to one unless `includeDeleted` is true',
    spec: 'graphql#Account.accountsByParentAccount',
    run: async ({ graphql, rest, fixtures }) => {
      const parent_account_id = idOf(await fixtures.create('Account'));
      const [gone = '', kept = ''] = (
        await fixtures.createAll('Account', [{ parent_account_id }, { parent_account_id }])
      ).map(idOf);
      await rest.delete('Accounts', gone);
      const query = `query ($id: UUID!) { account(id: $id) {
        some: accountsByParentAccount { nodes { id } }
        all: accountsByParentAccount(includeDeleted: true) { totalCount }
      } }`;
      const wanted = { some: { nodes: [{ id: kept }] }, all: { totalCount: 2 } };
      expectEqual((await graphql.run(query, { id: parent_account_id })).account, wanted, 'the account');
    },
  },
];
