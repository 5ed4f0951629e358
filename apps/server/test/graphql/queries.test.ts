/** Queries over HTTP: what comes back, and with how many statements. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseInTurn } from '../fixture.js';
import { type Crm, writeCrm } from './crm.js';
import { GraphqlServer } from './graphql-server.js';

describe.each(databaseInTurn())('queries on %s', (database) => {
  let server: GraphqlServer;
  let crm: Crm;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
  });

  afterAll(() => server.close());

  const byName = 'orderBy: [{ field: FIRST_NAME }]';

  describe('a list', () => {
    it('answers values, relations, amounts and pages inside pages', async () => {
      const data = await server.query(`{
        contacts(${byName}, first: 2) {
          totalCount
          edges {
            cursor
            node {
              id
              name: formattedName
              isDeleted
              owner { email defaultUnit { name } }
              primaryAccount { name }
              accountRelations(orderBy: [{ field: POSITION, direction: DESC }]) {
                totalCount
                nodes { position account { name city } }
                pageInfo { hasNextPage hasPreviousPage }
              }
            }
          }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }`);
      const owner = { email: 'admin@example.com', defaultUnit: { name: 'Company' } };
      const noMore = { hasNextPage: false, hasPreviousPage: false };
      expect(data).toEqual({
        contacts: {
          totalCount: 3,
          edges: [
            {
              cursor: expect.any(String),
              node: {
                id: crm.contacts[2],
                name: 'Gob',
                isDeleted: false,
                owner,
                primaryAccount: null,
                accountRelations: { totalCount: 0, nodes: [], pageInfo: noMore },
              },
            },
            {
              cursor: expect.any(String),
              node: {
                id: crm.contacts[0],
                name: 'Michael Bluth',
                isDeleted: false,
                owner,
                primaryAccount: { name: 'Bluth Company' },
                accountRelations: {
                  totalCount: 2,
                  nodes: [
                    { position: 'Manager', account: { name: 'Bluth Company', city: 'Æbeltoft' } },
                    { position: 'Adviser', account: { name: 'Sitwell Housing', city: 'Leeds' } },
                  ],
                  pageInfo: noMore,
                },
              },
            },
          ],
          pageInfo: {
            hasNextPage: true,
            hasPreviousPage: false,
            startCursor: expect.any(String),
            endCursor: expect.any(String),
          },
        },
      });
    });

    it('answers amounts as numbers, dates and moments as texts', async () => {
      const data = await server.query<{ opportunity: Record<string, unknown> }>(
        `query ($id: UUID!) {
          opportunity(id: $id) {
            value { baseValue in: currency { code } }
            closingDate
            created
            status
            accountRelations { nodes { oppty { name } } }
          }
        }`,
        { id: crm.opportunity },
      );
      expect(data.opportunity).toEqual({
        value: { baseValue: 1200.5, in: { code: 'USD' } },
        closingDate: '2025-03-31',
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
        status: 1,
        accountRelations: { nodes: [{ oppty: { name: 'Model home' } }] },
      });
    });

    it('goes through all records forwards and backwards', async () => {
      interface Page {
        readonly contacts: {
          readonly nodes: readonly { readonly firstName: string }[];
          readonly pageInfo: {
            readonly startCursor: string;
            readonly endCursor: string;
            readonly hasNextPage: boolean;
          };
        };
      }
      const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
        contacts(${byName}, first: $first, after: $after, last: $last, before: $before) {
          nodes { firstName } pageInfo { startCursor endCursor hasNextPage }
        }
      }`;
      const names = ({ contacts }: Page) => contacts.nodes.map(({ firstName }) => firstName);
      const one = await server.query<Page>(query, { first: 2 });
      const two = await server.query<Page>(query, { first: 2, after: one.contacts.pageInfo.endCursor });
      expect([...names(one), ...names(two)]).toEqual(['Gob', 'Michael', 'Sally']);
      expect(two.contacts.pageInfo.hasNextPage).toBe(false);
      const back = await server.query<Page>(query, { last: 2, before: two.contacts.pageInfo.startCursor });
      expect(names(back)).toEqual(['Gob', 'Michael']);
    });

    it('goes through the rows of a record in the same way', async () => {
      interface Rows {
        readonly contact: {
          readonly rows: {
            readonly edges: readonly { readonly cursor: string; readonly node: { readonly position: string } }[];
            readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
          };
        };
      }
      const read = async (window: string) => {
        const rows = `accountRelations(${window}, orderBy: [{ field: POSITION }]) {
          edges { cursor node { position } } pageInfo { hasNextPage hasPreviousPage }
        }`;
        const { contact } = await server.query<Rows>(`{ contact(id: "${crm.contacts[0]}") { rows: ${rows} } }`);
        const { edges, pageInfo } = contact.rows;
        return { positions: edges.map(({ node }) => node.position), cursor: edges[0]?.cursor, ...pageInfo };
      };
      const one = await read('first: 1');
      expect(one).toMatchObject({ positions: ['Adviser'], hasNextPage: true, hasPreviousPage: false });
      const two = await read(`first: 1, after: "${one.cursor}"`);
      expect(two).toMatchObject({ positions: ['Manager'], hasNextPage: false, hasPreviousPage: true });
      expect(await read('last: 1')).toEqual({ ...two, hasPreviousPage: true });
      const back = await read(`last: 1, before: "${two.cursor}"`);
      expect(back).toMatchObject({ positions: ['Adviser'], hasPreviousPage: false });
      expect(await read('first: 2, last: 1')).toMatchObject({ positions: ['Manager'], hasPreviousPage: true });
    });

    it.each([
      ['{ lastName: { icontains: "SIT" } }', ['Sally']],
      ['{ lastName: { null: true } }', ['Gob']],
      ['{ firstName: { in: ["Gob", "Sally"] } }', ['Gob', 'Sally']],
      ['{ firstName: { in: [] } }', []],
      ['{ firstName: { notIn: [] } }', ['Gob', 'Michael', 'Sally']],
      ['{ primaryAccount: { city: { ieq: "æBELTOFT" } } }', ['Michael']],
      ['{ accountRelations: { isPrimary: { eq: false }, account: { name: { starts: "Sit" } } } }', ['Michael']],
      ['{ accountRelations: { isPrimary: { eq: true }, account: { name: { starts: "Sit" } } } }', ['Sally']],
      ['{ not: { accountRelations: {} } }', ['Gob']],
      ['{ or: [{ firstName: { eq: "Gob" } }, { lastName: { eq: "Bluth" } }] }', ['Gob', 'Michael']],
      ['{ owner: { email: { eq: "nobody@example.com" } } }', []],
    ])('filters by %s', async (filter, wanted) => {
      const data = await server.query<{ contacts: { nodes: { firstName: string }[] } }>(
        `{ contacts(${byName}, filter: ${filter}) { nodes { firstName } } }`,
      );
      expect(data.contacts.nodes.map(({ firstName }) => firstName)).toEqual(wanted);
    });

    it('answers what aliases and repeated fields ask for', async () => {
      const data = await server.query(`{
        a: contacts(${byName}, first: 1) { nodes { x: firstName } edges { node { x: id } } edges { at: cursor } }
        b: contacts(${byName}, last: 1) { nodes { x: lastName ...Full } __typename }
        none: contacts(first: 1) @skip(if: true) { totalCount }
      } fragment Full on Contact { full: formattedName }`);
      expect(data).toEqual({
        a: { nodes: [{ x: 'Gob' }], edges: [{ node: { x: crm.contacts[2] }, at: expect.any(String) }] },
        b: { nodes: [{ x: 'Sitwell', full: 'Sally Sitwell' }], __typename: 'ContactConnection' },
      });
    });
  });

  describe('one record', () => {
    it('is null when it is not there', async () => {
      const id = '00000000-0000-0000-0000-00000000ffff';
      expect(
        await server.query(`{ gone: contact(id: "${id}") { id } there: client(id: "${crm.owner}") { id } }`),
      ).toEqual({
        gone: null,
        there: { id: crm.owner },
      });
    });
  });

  describe('statements', () => {
    const deep = `{
      contacts(${byName}) {
        nodes { id owner { defaultUnit { name } } accountRelations { nodes { account { owner { email } accountType { name } } } } }
        pageInfo { hasNextPage }
      }
    }`;

    it('are one for a root field, whatever lies below', async () => {
      expect(await server.countStatements(deep)).toBe(1);
    });

    it('are one more for the count of a root field, none for the count of rows', async () => {
      const query = '{ contacts { totalCount nodes { accountRelations { totalCount } } } }';
      expect(await server.countStatements(query)).toBe(2);
    });

    it('are one for each of several root fields', async () => {
      const query = `{ a: contacts { nodes { id } } b: accounts { nodes { id } } client(id: "${crm.owner}") { id } }`;
      expect(await server.countStatements(query)).toBe(3);
    });

    it('are none for an operation that is rejected', async () => {
      const rows = 'accountRelations(first: 100) { nodes { account { owner { id } } } }';
      const query = `{ accounts { nodes { id } } contacts(first: 100) { nodes { ${rows} } } }`;
      expect(await server.countStatements(query)).toBe(0);
    });
  });
});
