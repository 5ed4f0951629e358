/** Mutations over HTTP: what they write, answer and reject. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../fixture.js';
import { type Crm, writeCrm } from './crm.js';
import { GraphqlServer } from './graphql-server.js';

describe.each(oneDatabase)('mutations on %s', (database) => {
  let server: GraphqlServer;
  let crm: Crm;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
  });

  afterAll(() => server.close());

  interface Revised {
    readonly id: string;
    readonly revision: number;
  }

  describe('create', () => {
    it('answers the members selected of what was written', async () => {
      const data = await server.query(
        `mutation ($input: ContactCreateInput!) {
          createContact(input: $input) {
            formattedName
            unit { name }
            accountRelations { nodes { isPrimary account { name } } }
          }
        }`,
        {
          input: {
            ownerId: crm.owner,
            firstName: 'Lucille',
            lastName: 'Austero',
            accountRelations: [{ accountId: crm.accounts[0], isPrimary: true }],
          },
        },
      );
      expect(data).toEqual({
        createContact: {
          formattedName: 'Lucille Austero',
          unit: { name: 'Company' },
          accountRelations: { nodes: [{ isPrimary: true, account: { name: 'Sitwell Housing' } }] },
        },
      });
    });

    it('keeps every digit of an amount', async () => {
      const data = await server.query<{ createOpportunity: { value: { baseValue: number } } }>(`mutation {
        createOpportunity(input: {
          name: "Jetty", ownerId: "${crm.owner}", stepId: "${crm.step}", closingDate: "2025-01-01",
          value: { baseValue: 99999999999.99, currencyId: "${crm.currency}" }
        }) { value { baseValue } }
      }`);
      expect(data.createOpportunity.value.baseValue).toBe(99999999999.99);
    });

    it('lists every error and writes nothing', async () => {
      const count = '{ contacts { totalCount } }';
      const before = await server.query(count);
      const { status, body } = await server.send(
        `mutation ($input: ContactCreateInput!) { createContact(input: $input) { id } }`,
        { input: { ownerId: crm.accounts[0], gender: 99 } },
      );
      expect(status).toBe(422);
      expect(body.data).toBeNull();
      const [error] = body.errors ?? [];
      expect(error).toMatchObject({
        path: ['createContact'],
        extensions: { code: 'ERROR_ENTITY_VALIDATION', number: 40000, entityName: 'Contact' },
      });
      const fields = error?.extensions.fields as { name: string; errors: { code: string }[] }[];
      expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['ownerId', 'gender']));
      expect(await server.query(count)).toEqual(before);
    });

    it('is forbidden to a key that may only read', async () => {
      const query = `mutation { createAccount(input: { name: "x", ownerId: "${crm.owner}" }) { id } }`;
      const { status, body } = await server.send(
        query,
        {},
        { Authorization: server.server.space.readOnlyAuthorization },
      );
      expect(status).toBe(403);
      expect(body.errors?.[0]?.extensions).toEqual({ code: 'ERROR_FORBIDDEN', number: 9002 });
    });
  });

  describe('update', () => {
    it('changes only the members given', async () => {
      const query = `mutation ($id: UUID!, $input: ContactUpdateInput!) {
        updateContact(id: $id, input: $input) { firstName lastName comments }
      }`;
      const id = crm.contacts[1];
      expect(await server.query(query, { id, input: { comments: 'x' } })).toEqual({
        updateContact: { firstName: 'Sally', lastName: 'Sitwell', comments: 'x' },
      });
      expect(await server.query(query, { id, input: { comments: null } })).toEqual({
        updateContact: { firstName: 'Sally', lastName: 'Sitwell', comments: null },
      });
    });

    it('is rejected when the record has moved on', async () => {
      const query = `mutation ($id: UUID!, $revision: Int) {
        updateAccount(id: $id, input: { city: "Hull" }, revision: $revision) { id revision }
      }`;
      const id = crm.accounts[0];
      const { account } = await server.query<{ account: Revised }>(`{ account(id: "${id}") { id revision } }`);
      const { updateAccount } = await server.query<{ updateAccount: Revised }>(query, {
        id,
        revision: account.revision,
      });
      expect(updateAccount.revision).toBeGreaterThan(account.revision);
      const { status, body } = await server.send(query, { id, revision: account.revision });
      expect(status).toBe(409);
      expect(body.errors?.[0]?.extensions.code).toBe('ERROR_REVISION_CONFLICT');
    });

    it('of a record that is not there is an error', async () => {
      const id = '00000000-0000-0000-0000-00000000ffff';
      const { status, body } = await server.send(`mutation { updateAccount(id: "${id}", input: {}) { id } }`);
      expect(status).toBe(404);
      expect(body.errors?.[0]?.extensions).toEqual({ code: 'ERROR_RECORD_NOT_FOUND', number: 9003 });
    });
  });

  describe('delete', () => {
    it('answers the id and leaves the record to those who ask for deleted ones', async () => {
      const id = crm.contacts[2];
      expect(await server.query(`mutation { deleteContact(id: "${id}") }`)).toEqual({ deleteContact: id });
      const query = `{ a: contact(id: "${id}") { id } b: contact(id: "${id}", includeDeleted: true) { isDeleted }
        c: contacts(filter: { id: { eq: "${id}" } }) { nodes { id } }
        d: contacts(filter: { id: { eq: "${id}" } }, includeDeleted: true) { nodes { id } } }`;
      expect(await server.query(query)).toEqual({
        a: null,
        b: { isDeleted: true },
        c: { nodes: [] },
        d: { nodes: [{ id }] },
      });
    });
  });

  describe('several mutations in one operation', () => {
    it('run one after the other and keep what went well', async () => {
      const { status, body } = await server.send(`mutation {
        a: createAccount(input: { name: "One", ownerId: "${crm.owner}" }) { name }
        b: updateAccount(id: "${crm.accounts[1]}", input: { city: "Rye" }) { city }
      }`);
      expect({ status, body }).toEqual({ status: 200, body: { data: { a: { name: 'One' }, b: { city: 'Rye' } } } });
    });

    it('write nothing when a later one asks for too much', async () => {
      const rows = 'accountRelations(first: 100) { nodes { account { owner { id } } } }';
      const { status } = await server.send(`mutation {
        createAccount(input: { name: "Never", ownerId: "${crm.owner}" }) { id }
        updateContact(id: "${crm.contacts[0]}", input: {}) { ${Array.from({ length: 59 }, (_, i) => `a${i}: ${rows}`).join(' ')}
          b: accountRelations(first: 100) { nodes { contact { accountRelations(first: 100) { nodes { account { id } } } } } } }
      }`);
      expect(status).toBe(400);
      expect(await server.query('{ accounts(filter: { name: { eq: "Never" } }) { totalCount } }')).toEqual({
        accounts: { totalCount: 0 },
      });
    });
  });
});
