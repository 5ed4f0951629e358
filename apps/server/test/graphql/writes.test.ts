/** Writes of many records, upserts, merges, restorings and the life of deals over GraphQL: what they write, answer and reject. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { oneDatabase } from '../fixture.js';
import { type Crm, writeCrm } from './crm.js';
import { type AnsweredError, GraphqlServer } from './graphql-server.js';

const nobody = '00000000-0000-7000-8000-00000000ffff';

describe.each(oneDatabase)('writes on %s', (database) => {
  let server: GraphqlServer;
  let crm: Crm;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
  });

  afterAll(() => server.close());

  interface Batched {
    readonly batch: readonly { readonly id: string | null; readonly errors: readonly { readonly code: string }[] }[];
  }

  /** @returns the one error of an answer that has no data */
  async function rejection(
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<{ status: number; error: AnsweredError }> {
    const { status, body } = await server.send(query, variables);
    expect(body.data ?? null).toBeNull();
    const [error, ...others] = body.errors ?? [];
    if (error === undefined || others.length > 0) throw new Error(JSON.stringify(body));
    return { status, error };
  }

  const newAccount = (name: string, members = {}) => ({ name, ownerId: crm.owner, ...members });

  async function createAccount(name: string, members = {}): Promise<string> {
    const query = 'mutation ($input: AccountCreateInput!) { made: createAccount(input: $input) { id } }';
    const { made } = await server.query<{ made: { id: string } }>(query, { input: newAccount(name, members) });
    return made.id;
  }

  async function countAccounts(name: string): Promise<number> {
    const query = 'query ($name: String) { accounts(filter: { name: { eq: $name } }) { totalCount } }';
    return (await server.query<{ accounts: { totalCount: number } }>(query, { name })).accounts.totalCount;
  }

  describe('batchModify', () => {
    const modify = `mutation ($items: [ContactUpdateInput!]!, $rollback: Boolean) {
      batch: batchModifyContacts(items: $items, rollback: $rollback) {
        id
        record { lastName }
        relations: record { accountRelations { nodes { account { name } } } }
        errors { code number message path }
      }
    }`;
    const modifyAccounts = `mutation ($items: [AccountUpdateInput!]!, $rollback: Boolean, $level: Int) {
      batch: batchModifyAccounts(items: $items, rollback: $rollback, validationLevel: $level) {
        id
        errors { code path }
      }
    }`;

    it('makes and changes records, and answers each with what is asked of it, wherever it is asked', async () => {
      const relation = { accountId: crm.accounts[0], isPrimary: true };
      const items = [
        { lastName: 'Funke', ownerId: crm.owner, accountRelations: [relation] },
        { id: crm.contacts[1], lastName: 'Sitwell-Bluth' },
      ];
      const { batch } = await server.query<Batched>(modify, { items });
      expect(batch).toEqual([
        {
          id: expect.any(String),
          record: { lastName: 'Funke' },
          relations: { accountRelations: { nodes: [{ account: { name: 'Sitwell Housing' } }] } },
          errors: [],
        },
        {
          id: crm.contacts[1],
          record: { lastName: 'Sitwell-Bluth' },
          relations: { accountRelations: { nodes: [{ account: { name: 'Sitwell Housing' } }] } },
          errors: [],
        },
      ]);
    });

    it('undoes all for one that is rejected, and says of each error where it is', async () => {
      const items = [
        { lastName: 'Undone', ownerId: crm.owner },
        { lastName: 'x'.repeat(300), ownerId: nobody },
        { id: nobody, lastName: 'y' },
        {
          lastName: 'Rows',
          ownerId: crm.owner,
          accountRelations: [
            { accountId: crm.accounts[0], isPrimary: true },
            { accountId: crm.accounts[1], position: 'x'.repeat(300) },
          ],
        },
      ];
      const { status, error } = await rejection(modify, { items });
      expect(status).toBe(422);
      expect(error).toMatchObject({
        path: ['batch'],
        extensions: { code: 'ERROR_ENTITY_VALIDATION', number: 40000, entityName: 'Contact' },
      });
      const problems = error.extensions.errors as { code: string; path: unknown }[];
      expect(problems.map(({ code, path }) => [code, path])).toEqual(
        expect.arrayContaining([
          ['ERROR_VALUE_INVALID', ['items', 1, 'lastName']],
          ['ERROR_RELATIONS_DOESNT_EXIST', ['items', 1, 'ownerId']],
          ['ERROR_RECORD_NOT_FOUND', ['items', 2]],
          ['ERROR_VALUE_INVALID', ['items', 3, 'accountRelations', 1, 'position']],
        ]),
      );
      const undone = '{ contacts(filter: { lastName: { eq: "Undone" } }) { totalCount } }';
      expect(await server.query(undone)).toEqual({ contacts: { totalCount: 0 } });
    });

    it('keeps the others without a roll-back', async () => {
      const items = [newAccount('Kept'), { name: '', ownerId: crm.owner }, { id: nobody }];
      const { batch } = await server.query<Batched>(modifyAccounts, { items, rollback: false });
      expect(batch).toEqual([
        { id: expect.any(String), errors: [] },
        { id: null, errors: [{ code: 'ERROR_PARAMETER_MISSING', path: ['items', 1, 'name'] }] },
        { id: null, errors: [{ code: 'ERROR_RECORD_NOT_FOUND', path: ['items', 2] }] },
      ]);
      expect(await countAccounts('Kept')).toBe(1);
    });

    it('is guarded by the revision of an item, and makes a record of a chosen id with validation level 8', async () => {
      const id = await createAccount('Guarded');
      const items = [
        { id, revision: 1, city: 'Rye' },
        { id: '01900000-0000-7000-8000-00000000abcd', ...newAccount('Chosen') },
      ];
      const { batch } = await server.query<Batched>(modifyAccounts, { items, rollback: false, level: 8 });
      expect(batch).toEqual([
        { id: null, errors: [{ code: 'ERROR_REVISION_CONFLICT', path: ['items', 0] }] },
        { id: '01900000-0000-7000-8000-00000000abcd', errors: [] },
      ]);
    });

    it('takes as many statements for a hundred records as for two', async () => {
      const statements = async (count: number) => {
        const items = Array.from({ length: count }, (_, index) => ({ lastName: `L${index}`, ownerId: crm.owner }));
        return (await server.server.statementsOf(() => server.send(modify, { items }))).length;
      };
      expect(await statements(100)).toBe(await statements(2));
    });

    it('takes 1 to 1000 items', async () => {
      const none = await rejection(modifyAccounts, { items: [] });
      expect([none.status, none.error.extensions]).toEqual([
        400,
        { code: 'ERROR_PARAMETER_INVALID', number: 117, at: 'items' },
      ]);
      const many = await rejection(modifyAccounts, { items: Array.from({ length: 1001 }, () => ({})) });
      expect([many.status, many.error.extensions.code]).toEqual([413, 'ERROR_BATCH_TOO_LARGE']);
    });

    it('is forbidden to a key that may only read', async () => {
      const headers = { Authorization: server.server.space.readOnlyAuthorization };
      const { status, body } = await server.send(modifyAccounts, { items: [newAccount('No')] }, headers);
      expect([status, body.errors?.[0]?.extensions.code]).toEqual([403, 'ERROR_FORBIDDEN']);
    });
  });

  describe('batchDelete and batchRestore', () => {
    it('say of each id what became of it', async () => {
      const ids = [await createAccount('Gone one'), nobody, await createAccount('Gone two')];
      const [first, , third] = ids;
      const done = (id: string | undefined) => ({ id, errors: [] });
      const missing = { id: null, errors: [{ code: 'ERROR_RECORD_NOT_FOUND', path: ['ids', 1] }] };
      expect(
        await server.query(
          `mutation ($ids: [UUID!]!) {
            gone: batchDeleteAccounts(ids: $ids, rollback: false) { id errors { code path } }
            back: batchRestoreAccounts(ids: $ids, rollback: false) { id record { name isDeleted } errors { code path } }
          }`,
          { ids },
        ),
      ).toEqual({
        gone: [done(first), missing, done(third)],
        back: [
          { ...done(first), record: { name: 'Gone one', isDeleted: false } },
          { ...missing, record: null },
          { ...done(third), record: { name: 'Gone two', isDeleted: false } },
        ],
      });
    });

    it('do nothing for one that is rejected', async () => {
      const id = await createAccount('Stays');
      const query = `mutation ($ids: [UUID!]!) { batchDeleteAccounts(ids: $ids) { id } }`;
      const { error } = await rejection(query, { ids: [id, nobody] });
      expect(error.extensions.errors).toEqual([
        { code: 'ERROR_RECORD_NOT_FOUND', number: 9003, message: expect.any(String), path: ['ids', 1] },
      ]);
      expect(await countAccounts('Stays')).toBe(1);
    });
  });

  describe('delete and restore', () => {
    it('delete only what the caller has seen', async () => {
      const id = await createAccount('Seen');
      const query = 'mutation ($id: UUID!, $revision: Int) { deleteAccount(id: $id, revision: $revision) }';
      const { status, error } = await rejection(query, { id, revision: 1 });
      expect([status, error.extensions.code]).toEqual([409, 'ERROR_REVISION_CONFLICT']);
      expect(await countAccounts('Seen')).toBe(1);
    });

    it('bring a record back', async () => {
      const id = await createAccount('Back');
      expect(
        await server.query(
          'mutation ($id: UUID!) { deleteAccount(id: $id) restoreAccount(id: $id) { name isDeleted } }',
          { id },
        ),
      ).toEqual({ deleteAccount: id, restoreAccount: { name: 'Back', isDeleted: false } });
      const { status } = await rejection('mutation ($id: UUID!) { restoreAccount(id: $id) { id } }', { id: nobody });
      expect(status).toBe(404);
    });

    it('take no validation level beyond its bits', async () => {
      const { status, error } = await rejection(`mutation { deleteAccount(id: "${nobody}", validationLevel: 32) }`);
      expect([status, error.message]).toEqual([400, 'validationLevel: must be a whole number from 0 to 31.']);
    });

    it('delete an entity type with its records on request', async () => {
      const kind = await defineEntityType(server.server.space, 'Barge');
      await kind.create();
      const query = 'mutation ($id: UUID!, $records: Boolean) { deleteEntity(id: $id, deleteRecords: $records) }';
      const { status, error } = await rejection(query, { id: kind.entity.id, records: false });
      expect([status, error.extensions.code]).toEqual([409, 'ERROR_STATE_CONFLICT']);
      expect(await server.query(query, { id: kind.entity.id, records: true })).toEqual({
        deleteEntity: kind.entity.id,
      });
    });
  });

  describe('upsert', () => {
    const upsert = `mutation ($value: String!, $input: ProductUpdateInput!, $mode: UpsertModeEnum, $revision: Int) {
      upsertProduct(field: "sku", value: $value, input: $input, mode: $mode, revision: $revision) { id sku name revision }
    }`;
    interface Upserted {
      readonly upsertProduct: { readonly id: string; readonly name: string; readonly revision: number };
    }
    const pump = { name: 'Pump', unitSymbol: 'pcs', allowedPipelines: 1 };

    it('makes what is not there and changes what is', async () => {
      const { upsertProduct: made } = await server.query<Upserted>(upsert, { value: 'P-1', input: pump });
      const { upsertProduct: changed } = await server.query<Upserted>(upsert, {
        value: 'P-1',
        input: { name: 'Pump 2' },
        revision: made.revision,
      });
      expect(changed).toMatchObject({ id: made.id, sku: 'P-1', name: 'Pump 2' });
    });

    it('does only the one or the other on request', async () => {
      const missing = await rejection(upsert, { value: 'P-2', input: pump, mode: 'Existing' });
      expect([missing.status, missing.error.extensions.code]).toEqual([409, 'ERROR_REVISION_CONFLICT']);
      await server.query(upsert, { value: 'P-2', input: pump, mode: 'New' });
      const there = await rejection(upsert, { value: 'P-2', input: pump, mode: 'New' });
      expect(there.status).toBe(409);
    });

    it('says what is wrong with a new one', async () => {
      const { status, error } = await rejection(upsert, { value: 'P-3', input: {} });
      expect(status).toBe(422);
      const errors = error.extensions.errors as { path: unknown }[];
      expect(errors.map(({ path }) => path)).toContainEqual(['input', 'name']);
    });

    it('rejects a member that does not distinguish records', async () => {
      const query = `mutation { upsertAccount(field: "name", value: "x", input: {}) { id } }`;
      const { status, error } = await rejection(query);
      expect([status, error.extensions.at]).toEqual([400, 'field']);
    });
  });

  describe('duplicates and merge', () => {
    it('find what is likely one and make it one', async () => {
      const master = await createAccount('Alpenglas', { email1: 'office@alpenglas.example' });
      const other = await createAccount('Alpenglas AG', { email1: 'office@alpenglas.example', country: 'Austria' });
      const { duplicateAccounts: page } = await server.query<{
        duplicateAccounts: { items: { masterId: string; secondaryIds: string[] }[]; endCursor: string };
      }>(`{ duplicateAccounts(first: 100) {
        items { masterId ids: secondaryIds secondaryIds reasons { member value } }
        hasNextPage
        endCursor
      } }`);
      expect(page).toMatchObject({ hasNextPage: false, endCursor: expect.any(String) });
      const group = page.items.find(({ masterId }) => masterId === master);
      expect(group).toMatchObject({
        secondaryIds: [other],
        ids: [other],
        reasons: expect.arrayContaining([{ member: 'email1', value: 'office@alpenglas.example' }]),
      });
      const merge = `mutation ($master: AccountUpdateInput!, $ids: [UUID!]!) {
        mergeAccounts(master: $master, secondaryIds: $ids) { id city country }
      }`;
      const merged = await server.query(merge, { master: { id: master, city: 'Graz' }, ids: group?.secondaryIds });
      expect(merged).toEqual({ mergeAccounts: { id: master, city: 'Graz', country: 'Austria' } });
      expect(await server.query(`{ account(id: "${other}") { id } }`)).toEqual({ account: null });
      const again = await rejection(merge, { master: { id: master }, ids: [other] });
      expect([again.status, again.error.extensions.code]).toEqual([422, 'ERROR_MERGE_REFUSED']);
    });

    it('are rejected with all that is wrong, each with its path', async () => {
      const id = await createAccount('Stays');
      const rejected = async (master: string) => {
        const query = `mutation { mergeAccounts(master: ${master}, secondaryIds: ["${nobody}", "${id}"]) { id } }`;
        const { status, error } = await rejection(query);
        const { code, entityName, entityId, errors, fields } = error.extensions;
        expect([status, code, entityName]).toEqual([422, 'ERROR_MERGE_REFUSED', 'Account']);
        expect(error.message).toContain(`secondaryIds[0] belongs to no Account: ${nobody}.`);
        const problems = errors as { code: string; message: string; path: (string | number)[] }[];
        return {
          entityId,
          ids: problems
            .filter(({ code }) => code === 'ERROR_MERGE_REFUSED')
            .map(({ path, message }) => [path, message]),
          members: problems
            .filter(({ code }) => code !== 'ERROR_MERGE_REFUSED')
            .map(({ path, code }) => `${path.join('.')} ${code}`),
          fields: (fields as { name: string }[]).map(({ name }) => name),
        };
      };
      const first = [['secondaryIds', 0], `secondaryIds[0] belongs to no Account: ${nobody}.`];
      expect(await rejected(`{ id: "${id}", accountClass: 9, ownerId: "${nobody}" }`)).toEqual({
        entityId: id,
        ids: [first, [['secondaryIds', 1], 'secondaryIds[1] is the id of the master.']],
        members: ['master.accountClass ERROR_VALUE_INVALID', 'master.ownerId ERROR_RELATIONS_DOESNT_EXIST'],
        fields: ['accountClass', 'ownerId'],
      });
      expect(await rejected('{ accountClass: 9 }')).toEqual({
        entityId: '',
        ids: [[['master', 'id'], 'master needs an id, which is a uuid.'], first],
        members: ['master.accountClass ERROR_VALUE_INVALID'],
        fields: ['accountClass'],
      });
    });

    it('are rejected as a whole for too many ids or none', async () => {
      const id = await createAccount('Stays too');
      const rejected = async (ids: readonly string[]) => {
        const query =
          'mutation ($id: UUID!, $ids: [UUID!]!) { mergeAccounts(master: { id: $id }, secondaryIds: $ids) { id } }';
        const { error } = await rejection(query, { id, ids });
        return (error.extensions.errors as { path: unknown; message: string }[]).map(({ path, message }) => [
          path,
          message,
        ]);
      };
      expect(await rejected([])).toEqual([[['secondaryIds'], 'secondaryIds is empty.']]);
      const many = [[['secondaryIds'], 'secondaryIds has 101 ids; 100 are the most.']];
      expect(await rejected(Array(101).fill(nobody))).toEqual(many);
    });

    it('take pages of 1 to 100 groups', async () => {
      const { status, error } = await rejection('{ duplicateContacts(first: 101) { endCursor } }');
      expect([status, error.extensions.at]).toEqual([400, 'first']);
    });
  });

  describe('the life of a deal', () => {
    it('leads from a lead to an opportunity, back, into the archive and out of it', async () => {
      const { createLead: lead } = await server.query<{ createLead: { id: string } }>(
        `mutation { createLead(input: { name: "Glass", ownerId: "${crm.owner}" }) { id } }`,
      );
      const { id } = lead;
      const rejected = await rejection('mutation ($id: UUID!) { qualifyLead(id: $id) { id } }', { id });
      expect(rejected.status).toBe(422);
      const paths = (rejected.error.extensions.errors as { path: unknown }[]).map(({ path }) => path);
      expect(paths).toContainEqual(['input', 'closingDate']);
      const life = `mutation ($id: UUID!) {
        qualifyLead(id: $id, input: { closingDate: "2030-09-30", value: { baseValue: 125000 } }) {
          id status wasQualified value { baseValue }
        }
        lost: updateOpportunity(id: $id, input: { isArchived: true }) { status }
        open: reactivateOpportunity(id: $id) { status isArchived }
        backToLead(id: $id, input: { description: "Next year." }) { id name description }
        archived: updateLead(id: $id, input: { isArchived: true }) { status }
        reactivateLead(id: $id) { isArchived }
      }`;
      expect(await server.query(life, { id })).toEqual({
        qualifyLead: { id, status: 1, wasQualified: true, value: { baseValue: 125000 } },
        lost: { status: 2 },
        open: { status: 1, isArchived: false },
        backToLead: { id, name: 'Glass', description: 'Next year.' },
        archived: { status: 2 },
        reactivateLead: { isArchived: false },
      });
      const { status, error } = await rejection(
        'mutation ($id: UUID!) { reactivateLead(id: $id, revision: 1) { id } }',
        {
          id,
        },
      );
      expect([status, error.extensions.code]).toEqual([409, 'ERROR_REVISION_CONFLICT']);
    });
  });
});
