/** Records of any entity type by their ids. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { databaseInTurn } from '../fixture.js';
import { type Crm, writeCrm } from './crm.js';
import { GraphqlServer } from './graphql-server.js';

describe.each(databaseInTurn())('nodes on %s', (database) => {
  let server: GraphqlServer;
  let crm: Crm;
  let vehicle: string;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
    const { space } = server.server;
    const kind = await defineEntityType(space, 'Vehicle');
    ({ id: vehicle } = await kind.create({ name: 'Van' }));
  });

  afterAll(() => server.close());

  it('answers a record of whatever entity type with what its own fragments ask for', async () => {
    const query = `
      query ($a: UUID!, $b: UUID!, $c: UUID!, $none: UUID!) {
        account: node(id: $a) { ...shown }
        contact: node(id: $b) { ...shown }
        deal: node(id: $c) { ...shown }
        none: node(id: $none) { ...shown }
      }
      fragment shown on Node {
        __typename
        id
        ... on Account { label: name owner { email } }
        ... on Contact { who: formattedName accountRelations(first: 1) { totalCount nodes { account { name } } } }
        ... on Node { ... on Opportunity { value { baseValue } } }
        ...lead
      }
      fragment lead on Lead { label: name }`;
    const [a, b, c] = [crm.accounts[1], crm.contacts[0], crm.opportunity];
    const none = '00000000-0000-0000-0000-00000000dead';
    expect(await server.query(query, { a, b, c, none })).toEqual({
      account: { __typename: 'Account', id: a, label: 'Bluth Company', owner: { email: 'admin@example.com' } },
      contact: {
        __typename: 'Contact',
        id: b,
        who: 'Michael Bluth',
        accountRelations: { totalCount: 2, nodes: [{ account: { name: expect.any(String) } }] },
      },
      deal: { __typename: 'Opportunity', id: c, value: { baseValue: 1200.5 } },
      none: null,
    });
  });

  it('finds the entity type by one statement, and asks none where it is named', async () => {
    const [id] = crm.accounts;
    expect(await server.countStatements(`{ node(id: "${id}") { id ... on Account { name } } }`)).toBe(2);
    expect(await server.countStatements(`{ node(id: "${id}", entity: Account) { id ... on Account { name } } }`)).toBe(
      1,
    );
    const among = `{ node(id: "${crm.opportunity}", entity: LeadOppty) { __typename } }`;
    expect(await server.countStatements(among)).toBe(2);
    expect(await server.query(among)).toEqual({ node: { __typename: 'Opportunity' } });
    expect(await server.query(`{ node(id: "${id}", entity: Contact) { id } }`)).toEqual({ node: null });
  });

  it('finds records of custom entities', async () => {
    const shown = '{ __typename ... on Vehicle { name } ... on CustomEntity { id } }';
    const wanted = { node: { __typename: 'Vehicle', name: 'Van' } };
    for (const given of ['', ', entity: CustomEntity', ', entity: CustomEntity, entityApiName: "Vehicle"']) {
      expect(await server.query(`{ node(id: "${vehicle}"${given}) ${shown} }`), given).toEqual(wanted);
    }
  });

  it('shows a deleted record only when asked to', async () => {
    const { created } = await server.query<{ readonly created: { readonly id: string } }>(
      'mutation ($input: AccountCreateInput!) { created: createAccount(input: $input) { id } }',
      { input: { ownerId: crm.owner, name: 'Gone' } },
    );
    await server.query(`mutation { deleteAccount(id: "${created.id}") }`);
    for (const given of ['', ', entity: Account']) {
      const node = (more: string) => `node(id: "${created.id}"${given}${more}) { ... on Account { name isDeleted } }`;
      expect(await server.query(`{ ${node('')} }`)).toEqual({ node: null });
      expect(await server.query(`{ ${node(', includeDeleted: true')} }`)).toEqual({
        node: { name: 'Gone', isDeleted: true },
      });
    }
  });

  it('shows the record that is there when a deleted one had the same id', async () => {
    const { space } = server.server;
    const id = '00000000-0000-4000-8000-00000000abcd';
    const given = { id, owner_id: crm.owner };
    const withId = { 'validation-level': 8 };
    await space.create('Accounts', { ...given, name: 'Was' }, withId);
    await space.delete('Accounts', id);
    await space.create('Contacts', { ...given, last_name: 'Is' }, withId);
    for (const more of ['', ', includeDeleted: true']) {
      expect(await server.query(`{ node(id: "${id}"${more}) { __typename } }`)).toEqual({
        node: { __typename: 'Contact' },
      });
    }
  });

  it('lets no alias hide what a record is', async () => {
    const query = `{ node(id: "${crm.accounts[0]}") { ... on Account { __typename: name kind: __typename } } }`;
    expect(await server.query(query)).toEqual({ node: { __typename: 'Sitwell Housing', kind: 'Account' } });
  });

  it('leaves out fragments on other types wherever an interface lets them in', async () => {
    const query = `{ account(id: "${crm.accounts[0]}") { ... on Node { id ... on Contact { lastName } ... on Account { name } } } }`;
    expect(await server.query(query)).toEqual({ account: { id: crm.accounts[0], name: 'Sitwell Housing' } });
  });

  it.each([
    ['entity: AiAgent', 'node.entity: no records of "AiAgent" are stored here.'],
    ['entityApiName: "Vehicle"', 'node.entityApiName: is allowed with CustomEntity only.'],
    [
      'entity: CustomEntity, entityApiName: "Vehicel"',
      'node.entityApiName: there is no custom entity type "Vehicel". Did you mean "Vehicle"?',
    ],
  ])('rejects %s', async (given, message) => {
    const { body } = await server.send(`{ node(id: "${crm.accounts[0]}", ${given}) { id } }`);
    expect(body.errors?.[0]?.message).toBe(message);
  });

  it('reads what is in fragments before anything runs, and counts it', async () => {
    const { body } = await server.send(
      `{ node(id: "${crm.contacts[0]}") { ... on Account { notes: documents(first: 100) { nodes { owner: id } } } } }`,
    );
    expect(body.errors).toBeUndefined();
    const wide =
      'accountRelations(first: 100) { nodes { contact { accountRelations(first: 100) { nodes { contact { accountRelations(first: 100) { nodes { id } } } } } } } }';
    const rejected = await server.send(`{ node(id: "${crm.accounts[0]}") { ... on Contact { ${wide} } } }`);
    expect(rejected.body.errors?.[0]?.message).toContain('asks for up to');
  });
});
