/** The records that point at a record, and the other side of lookups, as connections. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineEntityType, type Kind } from '../custom-entity-types/define-entity-type.js';
import { databaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { type Crm, writeCrm } from './crm.js';
import { GraphqlServer } from './graphql-server.js';

describe.each(databaseInTurn())('records that point at a record on %s', (database) => {
  let server: GraphqlServer;
  let space: TestSpace;
  let crm: Crm;
  let kind: Kind;
  let vans: readonly string[];

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
    ({ space } = server.server);
    const [, bluth] = crm.accounts;
    for (const [name, amount] of [
      ['Sudden Valley', 300],
      ['Boat', 20],
      ['Banana stand', 250],
    ] as const) {
      await space.create('Opportunities', {
        name,
        owner_id: crm.owner,
        step_id: crm.step,
        closing_date: '2025-05-01',
        value: { base_value: amount },
        account_relations: [{ account_id: bluth, is_primary: true }],
      });
    }
    const gone = await space.create('Notes', { note: 'Gone', account_id: bluth, owner_id: crm.owner });
    await space.delete('Notes', gone.id);
    await space.create('Notes', { note: 'Here', account_id: bluth, owner_id: crm.owner });
    kind = await defineEntityType(space, 'Vehicle');
    const lookup = (entity: string, target: object) =>
      space.create('Fields', { entity_name: entity, name: 'Deal', type_id: 'lookup', lookup: target });
    const { relation_id } = await lookup('Vehicle', { entity_name: 'Opportunity', many: false });
    await lookup('Opportunity', { entity_name: 'Vehicle', many: true, relation_id });
    const made = [];
    for (const name of ['Van', 'Bike']) made.push(await kind.create({ name, cf_deal_id: crm.opportunity }));
    vans = made.map(({ id }) => id);
    await space.create('Notes', { note: 'Stair car', custom_entity_id: vans[0], owner_id: crm.owner });
  });

  afterAll(() => server.close());

  it('are a connection with a filter, an order, pages and a count', async () => {
    interface Deals {
      readonly account: {
        readonly deals: {
          readonly totalCount: number;
          readonly nodes: readonly { readonly name: string }[];
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
        };
      };
    }
    const query = `query ($id: UUID!, $after: String) {
      account(id: $id) {
        deals: opportunitiesByPrimaryAccount(
          first: 2, after: $after, orderBy: [{ field: VALUE, direction: DESC }], filter: { name: { notEq: "Boat" } }
        ) { totalCount nodes { name } pageInfo { hasNextPage endCursor } }
      }
    }`;
    const id = crm.accounts[1];
    const one = (await server.query<Deals>(query, { id })).account.deals;
    expect(one).toMatchObject({
      totalCount: 3,
      nodes: [{ name: 'Model home' }, { name: 'Sudden Valley' }],
      pageInfo: { hasNextPage: true },
    });
    const two = (await server.query<Deals>(query, { id, after: one.pageInfo.endCursor })).account.deals;
    expect(two).toMatchObject({ totalCount: 3, nodes: [{ name: 'Banana stand' }], pageInfo: { hasNextPage: false } });
  });

  it('take one statement however many records and levels there are', async () => {
    const query = (first: number) => `{
      clients(first: ${first}) { nodes {
        accountsByOwner(first: ${first}) { nodes {
          opportunitiesByPrimaryAccount(first: ${first}) { totalCount nodes { name stepId } }
          contactsByPrimaryAccount(first: ${first}) { nodes { formattedName } }
          notesByAccount { nodes { note } }
        } }
        opportunitiesByOwner { totalCount }
      } }
    }`;
    expect(await server.countStatements(query(1))).toBe(1);
    expect(await server.countStatements(query(5))).toBe(1);
    expect(await server.query(query(5))).toEqual({
      clients: {
        nodes: [
          {
            accountsByOwner: {
              nodes: [
                {
                  opportunitiesByPrimaryAccount: { totalCount: 0, nodes: [] },
                  contactsByPrimaryAccount: { nodes: [{ formattedName: 'Sally Sitwell' }] },
                  notesByAccount: { nodes: [] },
                },
                {
                  opportunitiesByPrimaryAccount: {
                    totalCount: 4,
                    nodes: ['Model home', 'Sudden Valley', 'Boat', 'Banana stand'].map((name) => ({
                      name,
                      stepId: crm.step,
                    })),
                  },
                  contactsByPrimaryAccount: { nodes: [{ formattedName: 'Michael Bluth' }] },
                  notesByAccount: { nodes: [{ note: 'Here' }] },
                },
              ],
            },
            opportunitiesByOwner: { totalCount: 4 },
          },
        ],
      },
    });
  });

  it('are counted only when the count is requested', async () => {
    const sql = async (members: string) => {
      const statements = await server.server.statementsOf(() =>
        server.query(`{ accounts { nodes { opportunitiesByPrimaryAccount { ${members} } } } }`),
      );
      return statements.map(({ text }) => text).join('\n');
    };
    expect(await sql('nodes { id }')).not.toContain('count(');
    expect(await sql('totalCount')).toContain('count(');
  });

  it('are shown deleted only when asked to, and choose records in filters', async () => {
    const shown = '{ nodes { note } }';
    const { account } = await server.query<{ readonly account: unknown }>(
      `{ account(id: "${crm.accounts[1]}") { now: notesByAccount ${shown} all: notesByAccount(includeDeleted: true) ${shown} } }`,
    );
    expect(account).toEqual({
      now: { nodes: [{ note: 'Here' }] },
      all: { nodes: [{ note: 'Gone' }, { note: 'Here' }] },
    });
    const named = (filter: string) => server.query(`{ accounts(filter: ${filter}) { nodes { name } } }`);
    const bluth = { accounts: { nodes: [{ name: 'Bluth Company' }] } };
    expect(await named('{ opportunitiesByPrimaryAccount: { value: { baseValue: { gt: 1000 } } } }')).toEqual(bluth);
    expect(await named('{ notesByAccount: { note: { eq: "Here" } } }')).toEqual(bluth);
    expect(await named('{ notesByAccount: { note: { eq: "Gone" } } }')).toEqual({ accounts: { nodes: [] } });
  });

  it('belong to custom entities, too', async () => {
    const query = `{
      client(id: "${crm.owner}") { vehiclesByOwner(orderBy: [{ field: NAME }]) { totalCount nodes { name } } }
      vehicle(id: "${vans[0]}") { notesByCustomEntity { nodes { note } } }
      vehicles(filter: { notesByCustomEntity: { note: { starts: "Stair" } } }) { nodes { name } }
    }`;
    expect(await server.query(query)).toEqual({
      client: { vehiclesByOwner: { totalCount: 2, nodes: [{ name: 'Bike' }, { name: 'Van' }] } },
      vehicle: { notesByCustomEntity: { nodes: [{ note: 'Stair car' }] } },
      vehicles: { nodes: [{ name: 'Van' }] },
    });
    const response = await fetch(`${server.url}/schema.graphql`, { headers: { Authorization: server.authorization } });
    const sdl = await response.text();
    for (const [type, member] of [
      ['Client', 'vehiclesByOwner'],
      ['Vehicle', 'notesByCustomEntity'],
    ]) {
      expect(sdl).toMatch(
        new RegExp(`type ${type} implements Node \\{[^}]*\\n  ${member}\\(\\s+"[^"]+"\\s+first: Int`),
      );
    }
  });

  it('are those of a lookup on its other side, page by page and in one statement', async () => {
    const query = `{
      opportunities(filter: { cf_deal: { name: { eq: "Van" } } }) { nodes {
        name
        cf_deal(first: 1, orderBy: [{ field: NAME, direction: DESC }], filter: { name: { contains: "i" } }) {
          totalCount nodes { name cf_deal { name } } pageInfo { hasNextPage }
        }
        all: cf_deal(last: 1) { nodes { name } pageInfo { hasPreviousPage } }
      } }
    }`;
    expect(await server.query(query)).toEqual({
      opportunities: {
        nodes: [
          {
            name: 'Model home',
            cf_deal: {
              totalCount: 1,
              nodes: [{ name: 'Bike', cf_deal: { name: 'Model home' } }],
              pageInfo: { hasNextPage: false },
            },
            all: { nodes: [{ name: 'Bike' }], pageInfo: { hasPreviousPage: true } },
          },
        ],
      },
    });
    expect(await server.countStatements(query)).toBe(1);
  });
});
