/**
 * Lists accounts through GraphQL, for checks of pages, orders and filters alike.
 */

import { idOf } from '../../api/record.js';
import type { CheckContext } from '../../check-context.js';
import { type Json, type JsonObject, readObject, readObjects, readText } from '../../http/json.js';
import { createSampleAccounts } from '../../oracle/sample-accounts.js';

const listQuery = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: AccountFilter, $orderBy: [AccountOrder!]) {
  accounts(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

export interface AccountPage {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly pageInfo: JsonObject;
  readonly totalCount: Json | undefined;
}

/** @param variables of the list: `first`, `filter`, `orderBy` …. @throws ExpectationFailed when the answer has errors */
export async function listAccounts({ graphql }: CheckContext, variables: JsonObject): Promise<AccountPage> {
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
export async function sampleAccounts({ fixtures, random }: CheckContext, count: number) {
  const { records, query } = await createSampleAccounts(fixtures, random, count);
  return { records, tagged: { stateProvince: { eq: String(query['filter[state_province]']) } } };
}
