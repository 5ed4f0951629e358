/**
 * Operations that only read records are answered with the text that the database writes, unless they ask for what needs the executor,
 * such as `__typename`: letter by letter the same. What was read of a document before serves again, for other variables too.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import { GraphqlServer } from './graphql-server.js';

/** What JSON escapes, in one way or another, and what it might. */
const odd = '"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028é漢😀<>&\\u0000 ","ownerId":null';

/** The same without what only members of several lines take. */
const line = '"\\/ é漢😀<>& ","ownerId":null';

describe.each(databases)('plain answers, %s', (database) => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    const { space } = server.server;
    const account = await space.newAccount({ name: line, comments: odd });
    for (const last_name of ['One', line, 'Three']) {
      const account_relations = [{ account_id: account.id, is_primary: true, position: line }];
      await space.newContact({ last_name, comments: odd, is_archived: true, gender: 2, account_relations });
    }
  });
  afterAll(() => server.server.close());

  const textOf = async (query: string, variables: object = {}) => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { Authorization: server.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return response.text();
  };

  const record =
    'id created revision isArchived gender lastName comments owner { id email } primaryAccount { name ownerId }';

  it.each([
    `{ contacts(first: 2) { # nodes { # ${record} } pageInfo { # endCursor hasNextPage } } }`,
    `{ contacts(last: 2) { # totalCount edges { # cursor node { # ${record} primaryAccount { # id } } } } }`,
    `{ some: contacts(first: 1) { # nodes { # a: lastName b: lastName } } none: contacts(first: 1, filter: { city: { eq: "?" } }) { # nodes { # id } } }`,
    '{ accounts { # nodes { # id name comments ownerId } } }',
  ])('of %s', async (query) => {
    const plain = await textOf(query.replaceAll('#', ''));
    const executed = await textOf(query.replaceAll('#', '__typename'));
    expect(plain).toBe(executed.replaceAll(/"__typename":"\w+",?/g, '').replaceAll(',}', '}'));
    expect(plain).not.toContain('errors');
  });

  it('of one record, there or not', async () => {
    const id = server.server.space.ids.ownerId;
    expect(await textOf(`{ client(id: "${id}") { id } }`)).toBe(`{"data":{"client":{"id":"${id}"}}}`);
    const missing = '00000000-0000-0000-0000-000000000000';
    expect(await textOf(`{ client(id: "${missing}") { id } }`)).toBe('{"data":{"client":null}}');
  });

  it('has an error for a member without the value that the schema promises', async () => {
    const { space, deps } = server.server;
    const { id } = await space.newContact({ last_name: 'Nobody' });
    await deps.db.knex('contacts').where({ id }).update({ owner_id: null });
    const text = await textOf(`{ contact(id: "${id}") { lastName ownerId } }`);
    expect(JSON.parse(text)).toMatchObject({ data: { contact: null }, errors: [{ path: ['contact', 'ownerId'] }] });
    await space.delete('Contacts', id);
  });

  it('follows the variables of each request', async () => {
    const query = `query ($first: Int, $rows: Int, $city: String, $with: Boolean!) { contacts(first: $first, orderBy: [{ field: ID }]) { nodes {
      lastName @include(if: $with) accountRelations(first: $rows, filter: { account: { city: { eq: $city } } }) { totalCount nodes { isPrimary } } } } }`;
    type Data = {
      contacts: { nodes: { lastName?: string; accountRelations: { totalCount: number; nodes: object[] } }[] };
    };
    for (let round = 0; round < 3; round++) {
      for (const [first, rows, city, isWith, count] of [
        [1, 1, null, true, 1],
        [2, 5, 'Nowhere', false, 0],
        [3, 5, null, false, 1],
      ] as const) {
        const { contacts } = await server.query<Data>(query, { first, rows, city, with: isWith });
        expect(contacts.nodes).toHaveLength(first);
        for (const { lastName, accountRelations } of contacts.nodes) {
          expect(lastName === undefined).toBe(!isWith);
          expect(accountRelations.totalCount).toBe(count);
          expect(accountRelations.nodes).toHaveLength(count);
        }
      }
    }
  });
});
