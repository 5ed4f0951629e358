/**
 * What keys with scopes write: each action by itself, rows in bodies, batches by item, upserts, merges, conversions, restores, and what
 * answers a write whose record may not be read.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { lacks, ScopedKey } from './scoped-key.js';

onDatabaseInTurn((running) => {
  let space: TestSpace;
  const keyOf = (scopes: string) => ScopedKey.of(running.server, space, scopes);
  beforeAll(async () => {
    space = await running.server.newSpace('writing');
  });
  afterEach(() => expect(running.server.failures).toEqual([]));
  const dataOf = (body: Json) => body.data as TestRecord;

  it('has each action by itself', async () => {
    const body = { name: 'New', owner_id: space.ids.ownerId };
    const cases: [action: string, status: Record<string, number>][] = [
      ['read', { get: 200, create: 403, update: 403, delete: 403 }],
      ['create', { get: 403, create: 201, update: 403, delete: 403 }],
      ['update', { get: 403, create: 403, update: 200, delete: 403 }],
      ['delete', { get: 403, create: 403, update: 403, delete: 200 }],
    ];
    for (const [action, wanted] of cases) {
      const { id } = await space.newAccount();
      const key = await keyOf(`Accounts:${action}`);
      const statuses = {
        get: (await key.send('GET', `Accounts/${id}`)).status,
        create: (await key.send('POST', 'Accounts', { body })).status,
        update: (await key.send('PATCH', `Accounts/${id}`, { body: { name: 'Other' } })).status,
        delete: (await key.send('DELETE', `Accounts/${id}`)).status,
      };
      expect([action, statuses]).toEqual([action, wanted]);
    }
  });

  it('answers a write whose record may not be read with its id and revision', async () => {
    const key = await keyOf('Accounts:create,update');
    const body = { name: 'New', owner_id: space.ids.ownerId };
    const made = await key.send('POST', 'Accounts', { body });
    expect(dataOf(made.body)).toEqual({ id: expect.any(String), revision: expect.any(Number) });
    const { id } = dataOf(made.body);
    expect(dataOf((await key.send('PATCH', `Accounts/${id}`, { body: { city: 'Graz' } })).body)).toEqual({
      id,
      revision: (await space.get('Accounts', id)).revision,
    });
    const legacy = await key.sendTo('POST', '/rest_services/v1/{space}/Accounts', {
      ACCOUNT_NAME: 'New',
      OWNER_ID: space.ids.ownerId,
    });
    if (legacy.status === 201) expect(Object.keys(legacy.body)).toEqual(['ID']);
    const create = (selection: string) =>
      key.graphql(`mutation ($input: AccountCreateInput!) { createAccount(input: $input) { ${selection} } }`, {
        input: { name: 'By GraphQL', ownerId: space.ids.ownerId },
      });
    expect((await create('id')).data).toEqual({ createAccount: { id: expect.any(String) } });
    expect((await create('id name')).errors?.[0]?.message).toContain(lacks('Accounts:read'));
    const { data } = await space.list('Accounts', { 'filter[name]': 'By GraphQL' });
    expect(data).toHaveLength(1);
  });

  it('answers the items of a GraphQL batch whose records may not be read with their ids and revisions', async () => {
    const modify = async (selection: string, name: string) => {
      const query = `mutation ($items: [AccountUpdateInput!]!) { batchModifyAccounts(items: $items) { id record { ${selection} } } }`;
      return (await keyOf('Accounts:create')).graphql(query, { items: [{ name, ownerId: space.ids.ownerId }] });
    };
    const made = await modify('id revision', 'One of many');
    const { data } = await space.list('Accounts', { 'filter[name]': 'One of many' });
    const { id, revision } = data[0] as TestRecord;
    expect(made).toEqual({ data: { batchModifyAccounts: [{ id, record: { id, revision } }] } });
    expect((await modify('id name', 'Unwritten')).errors?.[0]?.message).toContain(lacks('Accounts:read'));
    expect((await space.list('Accounts', { 'filter[name]': 'Unwritten' })).data).toEqual([]);
    await space.delete('Accounts', id);
    const { data: restored } = await (await keyOf('Accounts:delete')).graphql(
      'mutation ($ids: [UUID!]!) { batchRestoreAccounts(ids: $ids) { record { id } } }',
      { ids: [id] },
    );
    expect(restored).toEqual({ batchRestoreAccounts: [{ record: { id } }] });
  });

  describe('rows that a body gives', () => {
    it('need the rights of their own entity type', async () => {
      const account = await space.newAccount();
      const relations = [{ account_id: account.id, is_primary: true }];
      const body = { last_name: 'Ng', owner_id: space.ids.ownerId, account_relations: relations };
      const without = await keyOf('Contacts:*');
      expect((await without.send('POST', 'Contacts', { body })).body).toMatchObject({
        message: lacks('ContactAccountRelations:create'),
      });
      const made = await (await keyOf('Contacts:* ContactAccountRelations:create')).send('POST', 'Contacts', { body });
      expect(made.status, made.text).toBe(201);
      const { id } = dataOf(made.body);
      const change = (rows: readonly Json[]) =>
        without.send('PATCH', `Contacts/${id}`, { body: { account_relations: rows } });
      const [row] = (await space.get('Contacts', id, { expand: 'account_relations' }))
        .account_relations as TestRecord[];
      expect((await change([])).body).toMatchObject({ message: lacks('ContactAccountRelations:delete') });
      expect((await change([{ id: row?.id, position: 'Cook', is_primary: true }])).body).toMatchObject({
        message: lacks('ContactAccountRelations:update'),
      });
      // What stays as it is is not written.
      expect((await change([{ id: row?.id }])).status).toBe(200);
    });

    it('go with their record without a right of their own', async () => {
      const account = await space.newAccount();
      const { id } = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
      const key = await keyOf('Contacts:delete');
      expect((await key.send('DELETE', `Contacts/${id}`)).status).toBe(200);
    });
  });

  it('takes the values of a custom field for members of its record', async () => {
    const data_set = [{ option_name: 'Chess', calc_value: '1' }];
    const base = { entity_name: 'Contact', name: 'Hobbies', type_id: 'multiselect_checkbox' };
    const { id: fieldId, api_name: name } = await space.create('Fields', { ...base, data_set });
    const { data: options } = await space.list('Data', { 'filter[option_name]': 'Chess' });
    const key = await keyOf('Contacts:*');
    const body = { last_name: 'Ng', owner_id: space.ids.ownerId, [String(name)]: [{ id: options[0]?.id }] };
    const made = await key.send('POST', 'Contacts', { body });
    expect(made.status, made.text).toBe(201);
    const { id } = dataOf(made.body);
    expect(dataOf(made.body)[String(name)]).toHaveLength(1);
    const [link] = dataOf(made.body)[String(name)] as string[];
    const [collection, rowId] = String(link).split('/').slice(-2);
    const row = async (scopes: string) => (await keyOf(scopes)).send('GET', `${collection}/${rowId}`);
    expect((await row('Contacts:read')).body).toMatchObject({ data: { id: rowId } });
    expect((await (await keyOf('Contacts:read')).send('GET', String(collection))).status).toBe(200);
    expect((await row('Data:read')).body).toMatchObject({ message: lacks('Contacts:read') });
    const expand = async (scopes: string) =>
      (await keyOf(scopes)).send('GET', `Contacts/${id}`, { query: { expand: `${name}.data` } });
    expect((await expand('Contacts:read')).body).toMatchObject({ message: lacks('Data:read') });
    expect((await expand('Contacts:read Data:read')).status).toBe(200);
    expect((await key.send('PATCH', `Contacts/${id}`, { body: { [String(name)]: [] } })).status).toBe(200);
    expect(fieldId).toBeDefined();
  });

  it('asks each item of a batch', async () => {
    const { id } = await space.newAccount({ name: 'Before' });
    const items = [
      { name: 'New', owner_id: space.ids.ownerId },
      { id, name: 'After' },
    ];
    const create = await keyOf('Accounts:read,create');
    const strict = await create.send('POST', 'Accounts/batch-modify', { body: items });
    expect(strict.status).toBeGreaterThanOrEqual(400);
    expect(strict.text).toContain('Accounts:update');
    const kept = await create.send('POST', 'Accounts/batch-modify', { body: items, query: { 'keep-going': true } });
    expect(kept.text).toContain('Accounts:update');
    expect((await space.get('Accounts', id)).name).toBe('Before');
    const none = await (await keyOf('Accounts:read')).send('POST', 'Accounts/batch-modify', { body: items });
    expect([none.status, none.body.message]).toEqual([403, lacks('Accounts:create')]);
  });

  it('needs create and update to upsert, update and delete to merge', async () => {
    const [one, other] = [await space.newAccount(), await space.newAccount()];
    const upsert = async (scopes: string) =>
      (await keyOf(scopes)).send('PUT', `Accounts/by/id/${one.id}`, { body: { name: 'Upserted' } });
    expect((await upsert('Accounts:update')).body).toMatchObject({ message: lacks('Accounts:create') });
    expect((await upsert('Accounts:create')).body).toMatchObject({ message: lacks('Accounts:update') });
    expect((await upsert('Accounts:create,update')).status).toBe(200);
    const body = { master: { id: one.id }, secondary_ids: [other.id] };
    const merge = async (scopes: string, query: Record<string, string> = {}) =>
      (await keyOf(scopes)).send('POST', 'Accounts/merge', { body, query });
    expect((await merge('Accounts:read,update')).body).toMatchObject({ message: lacks('Accounts:delete') });
    expect((await merge('Accounts:read,delete')).body).toMatchObject({ message: lacks('Accounts:update') });
    expect((await merge('Accounts:update,delete', { 'dry-run': 'true' })).body).toMatchObject({
      message: lacks('Accounts:read'),
    });
    expect((await merge('Accounts:update,delete')).status).toBe(200);
  });

  it('needs both ends to convert', async () => {
    const { id } = await space.create('Leads', { name: 'A lead', owner_id: space.ids.ownerId });
    const account_relations = [{ account_id: (await space.newAccount()).id, is_primary: true }];
    const required = { step_id: space.ids.stepIds[0], closing_date: '2026-09-30', value: { base_value: 1 } };
    const qualify = async (scopes: string, rows: Json = {}) =>
      (await keyOf(scopes)).send('POST', `Leads/${id}/qualify`, { body: { ...required, ...rows } });
    expect((await qualify('Leads:*')).body).toMatchObject({ message: lacks('Opportunities:create') });
    expect((await qualify('Opportunities:* Leads:update')).body).toMatchObject({ message: lacks('Leads:delete') });
    const rowsBy = async (scopes: string) =>
      (await qualify(`Opportunities:create Leads:delete ${scopes}`, { account_relations })).body;
    expect(await rowsBy('Lead*Relations:*')).toMatchObject({ message: lacks('Opportunities:update') });
    expect(await rowsBy('Opportunities:update')).toMatchObject({ message: lacks('LeadOpptyAccountRelations:create') });
    const done = await qualify('Opportunities:create Leads:delete');
    expect(done.status, done.text).toBe(200);
    expect(dataOf(done.body)).toEqual({ id, revision: expect.any(Number) });
  });

  it('restores by the right to delete', async () => {
    const { id } = await space.newAccount();
    await space.delete('Accounts', id);
    const restore = async (scopes: string) =>
      (await keyOf(scopes)).send('POST', 'Accounts/batch-restore', { body: [id] });
    expect((await restore('Accounts:create,update')).body).toMatchObject({ message: lacks('Accounts:delete') });
    expect((await restore('Accounts:delete')).status).toBe(200);
  });

  it('reverts what may be read and written only', async () => {
    const account = await space.newAccount({ name: 'First' });
    const { revision } = await space.update('Accounts', account.id, { name: 'Second' });
    const revert = async (scopes: string) => (await keyOf(scopes)).send('POST', `../changes/${revision}/revert`);
    expect((await revert('Contacts:*')).body).toMatchObject({ message: lacks('Accounts:read') });
    expect((await revert('Accounts:read')).body).toMatchObject({ message: lacks('Accounts:update') });
    expect((await revert('Accounts:read,update')).status).toBe(200);
    expect((await space.get('Accounts', account.id)).name).toBe('First');
  });

  it('writes by REST v1 with the same rights', async () => {
    const account = await space.newAccount({ name: 'Legacy' });
    const key = await keyOf('Accounts:read,create');
    const send = (method: string, path: string, body?: unknown) =>
      key.sendTo(method, `/rest_services/v1/{space}/${path}`, body);
    const message = (right: string) => expect.objectContaining({ message: lacks(right) });
    expect((await send('PUT', `Accounts/${account.id}`, {})).body).toEqual(message('Accounts:update'));
    expect((await send('POST', 'Accounts', { ID: account.id })).body).toEqual(message('Accounts:update'));
    expect((await send('DELETE', `Accounts/${account.id}`)).body).toEqual(message('Accounts:delete'));
    const many = await send('POST', 'setEntities?entityName=Account&flag=9', [{ ID: account.id, CITY: 'Graz' }]);
    expect(many.text).toContain('Accounts:update');
    expect((await send('GET', '')).body).toEqual(['Accounts']);
  });

  it('takes a scope of `*:read` for a key that may only read', async () => {
    const { body } = await (await keyOf('*:read')).send('POST', 'Accounts', { body: {} });
    expect(body).toMatchObject({ message: 'This key may only read. Use a key that may write.' });
  });

  it('rejects scopes that no entity type goes by', async () => {
    for (const scopes of ['Acounts:read', 'Accounts', 'Accounts:reed', 'Accounts:', ':read']) {
      await expect(keyOf(scopes)).rejects.toThrow(scopes === 'Acounts:read' ? 'Did you mean' : 'is not a scope');
    }
  });
});
