/**
 * Promises of GraphQL about reading: the records of REST, found, ordered and paged by the same laws.
 */
import { type OperatorName, operators } from '@headwater/catalog';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { idOf, idsOf, type RecordJson } from '../doors/record.js';
import { expectEqual, expectSameItems, expectSameList, expectThat } from '../expectation.js';
import { type Json, type JsonObject, readObject, readObjects, readText } from '../http/json.js';
import { type Condition, matches } from '../oracle/matches.js';
import { expectInOrder, oracleValue, type SortKey } from '../oracle/order.js';
import { createSampleAccounts } from '../oracle/sample-accounts.js';
import { memberName, mirrorOf, orderName, selectionOf } from './graphql-names.js';
import { randomCondition } from './random-condition.js';

const listQuery = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: AccountFilter, $orderBy: [AccountOrder!]) {
  accounts(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

interface AccountPage {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly pageInfo: JsonObject;
  readonly totalCount: Json | undefined;
}

async function listAccounts({ graphql }: CheckContext, variables: JsonObject): Promise<AccountPage> {
  const page = readObject((await graphql.run(listQuery, variables)).accounts, 'accounts');
  const edges = readObjects(page.edges, 'edges');
  return {
    ids: edges.map((edge) => idOf(readObject(edge.node, 'node'))),
    cursors: edges.map((edge) => readText(edge.cursor, 'cursor')),
    pageInfo: readObject(page.pageInfo, 'pageInfo'),
    totalCount: page.totalCount,
  };
}

/** Sample accounts and the GraphQL filter that finds them. */
async function sampleAccounts({ fixtures, random }: CheckContext, count: number) {
  const { records, query } = await createSampleAccounts(fixtures, random, count);
  return { records, tagged: { stateProvince: { eq: String(query['filter[state_province]']) } } };
}

function renderOrder(keys: readonly SortKey[]): JsonObject[] {
  return keys.map(({ field, descending }) => ({ field: orderName(field), direction: descending ? 'DESC' : 'ASC' }));
}

/** A condition of REST as GraphQL writes it; `ieq` and `not-ieq` take one operand here. */
function renderCondition({ field, operator, operands }: Condition): JsonObject {
  const [operand = null] = operands;
  const written: Partial<Record<OperatorName, JsonObject>> = {
    eq: operands.length > 1 ? { in: [...operands] } : { eq: operand },
    'not-eq': operands.length > 1 ? { notIn: [...operands] } : { notEq: operand },
    between: { between: [...operands] },
    null: { null: true },
    'not-null': { null: false },
    empty: { empty: true },
    'not-empty': { empty: false },
    'not-ieq': { notIeq: operand },
  };
  return { [memberName(field)]: written[operator] ?? { [operator]: operand } };
}

function randomGraphqlCondition({ random }: CheckContext, records: readonly RecordJson[]): Condition {
  const condition = randomCondition(random.pick(operators).name as OperatorName, records, random);
  return condition.operator.endsWith('ieq') ? { ...condition, operands: condition.operands.slice(0, 1) } : condition;
}

function holds(record: RecordJson, condition: Condition): boolean {
  return matches(oracleValue(record[condition.field]), condition);
}

export const graphqlListChecks: readonly Check[] = [
  {
    id: 'graphql.same-records',
    sentence: 'MUST show in GraphQL the records of REST with the same values, for every entity type',
    spec: 'graphql#Query',
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
    id: 'graphql.filter.random',
    sentence: 'MUST find exactly the records that meet the filter, for random conditions of every operator',
    spec: 'graphql#AccountFilter',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 30);
      for (let round = 0; round < 40; round += 1) {
        const condition = randomGraphqlCondition(context, records);
        const filter = { and: [tagged, renderCondition(condition)] };
        const page = await listAccounts(context, { filter, first: 100 });
        const found = records.filter((record) => holds(record, condition));
        expectInOrder(page.ids, found, [], `ids found by ${JSON.stringify(filter)}`);
      }
    },
  },
  {
    id: 'graphql.filter.case',
    sentence: 'MUST tell upper from lower case in `eq` and not in `ieq`',
    spec: 'graphql#StringCondition.ieq',
    run: async (context) => {
      const stateProvince = { eq: context.fixtures.uniqueText() };
      const texts = ['ÄB', 'äb', 'Äb'].map((city) => ({ city, state_province: stateProvince.eq }));
      const ids = idsOf(await context.fixtures.createAll('Account', texts));
      const exact = await listAccounts(context, { filter: { stateProvince, city: { eq: 'äb' } } });
      expectSameItems(exact.ids, ids.slice(1, 2), 'ids found by eq');
      const folded = await listAccounts(context, { filter: { stateProvince, city: { ieq: 'äb' } } });
      expectSameItems(folded.ids, ids, 'ids found by ieq');
    },
  },
  {
    id: 'graphql.filter.logic',
    sentence: 'MUST take `and`, `or` and `not` of filters as logic does',
    spec: 'graphql#AccountFilter.or',
    run: async (context) => {
      const { records, tagged } = await sampleAccounts(context, 24);
      for (let round = 0; round < 12; round += 1) {
        const [a, b, c] = [1, 2, 3].map(() => randomGraphqlCondition(context, records));
        if (a === undefined || b === undefined || c === undefined) return;
        const logic = {
          or: [renderCondition(a), { not: renderCondition(b) }],
          not: { and: [renderCondition(c), renderCondition(a)] },
        };
        const page = await listAccounts(context, { filter: { and: [tagged, logic] }, first: 100 });
        const found = records.filter(
          (record) => (holds(record, a) || !holds(record, b)) && !(holds(record, c) && holds(record, a)),
        );
        expectInOrder(page.ids, found, [], `ids found by ${JSON.stringify(logic)}`);
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
