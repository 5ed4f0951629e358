/**
 * Reverting a transaction puts back what nobody has changed since, and says what it has not.
 */
import { beforeEach, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { merge } from '../merge/merge.js';
import type { TestRecord, TestSpace } from '../test-space.js';
import { revert, sendRevert } from './reverting.js';
import { readState } from './space-state.js';

onDatabaseInTurn((running) => {
  let space: TestSpace;
  beforeEach(async () => {
    space = await running.server.newSpace(`revert-${Math.random().toString(36).slice(2, 10)}`);
  });

  const texts = async () =>
    new Map([...(await readState(running.server.deps, space.id))].map(([key, { text }]) => [key, JSON.parse(text)]));
  const has = async (collection: string, id: string) => (await space.send('GET', `${collection}/${id}`)).status === 200;

  it('puts members back, and leaves what has changed since', async () => {
    const { id } = await space.newContact({ city: 'Graz', country: 'Austria', first_name: 'Ada' });
    const { revision } = await space.update('Contacts', id, { city: 'Vienna', country: 'Italy', first_name: 'Eve' });
    await space.update('Contacts', id, { country: 'France' });
    const done = await revert(space, revision);
    expect(done.reverted).toEqual([
      {
        ...{ entity: 'Contact', collection: 'Contacts', entity_id: id, act: 'updated' },
        members: expect.toSatisfy((names: string[]) => [...names].sort().join() === 'city,first_name'),
      },
    ]);
    expect(done.not_reverted).toEqual([
      {
        ...{ entity: 'Contact', collection: 'Contacts', entity_id: id, members: ['country'], reason: 'changed' },
        message: expect.any(String),
      },
    ]);
    const contact = await space.get('Contacts', id);
    expect(contact).toMatchObject({ city: 'Graz', country: 'France', first_name: 'Ada', revision: done.revision });
    expect(contact.formatted_name).toBe('Ada Okafor');
  });

  it('brings a deleted record back with its rows and links', async () => {
    const [account, other] = [await space.newAccount(), await space.newAccount()];
    const { id: tag } = await space.create('Tags', { name: 'Key customer' });
    const contact = await space.newContact({
      account_relations: [
        { account_id: account.id, is_primary: true },
        { account_id: other.id, is_primary: false },
      ],
      tags: [{ tag_id: tag }],
      sharing_clients: [{ client_id: space.ids.ownerId }],
    });
    const before = await texts();
    await space.delete('Contacts', contact.id);
    const { revision } = await space.get('Contacts', contact.id, { 'include-deleted': true });
    const done = await revert(space, revision);
    expect(done.not_reverted).toEqual([]);
    expect(done.reverted.map(({ entity, act }) => `${entity} ${act}`).sort()).toEqual([
      'Contact restored',
      'ContactAccountRelation restored',
      'ContactAccountRelation restored',
      'ContactSharingClientRelation restored',
      'TagRelation restored',
    ]);
    expect(await texts()).toEqual(before);
  });

  it('deletes what was created, with what belongs to it', async () => {
    const account = await space.newAccount();
    const before = await texts();
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    const done = await revert(space, contact.revision);
    expect(done.not_reverted).toEqual([]);
    expect(await has('Contacts', contact.id)).toBe(false);
    const after = await texts();
    expect([...after].filter(([, record]) => !record.is_deleted).length).toBe(before.size);
  });

  it('leaves a created record that has changed, or got rows since, with what belongs to it', async () => {
    const account = await space.newAccount();
    const rows = { account_relations: [{ account_id: account.id, is_primary: true }] };
    const [changed, linked] = [await space.newContact(rows), await space.newContact()];
    await space.update('Contacts', changed.id, { city: 'Graz' });
    await space.create('ContactAccountRelations', { contact_id: linked.id, account_id: account.id, is_primary: true });
    const left = async ({ revision }: TestRecord) =>
      (await revert(space, revision)).not_reverted.map(({ entity, members, reason }) => ({ entity, members, reason }));
    expect(await left(changed)).toEqual([
      { entity: 'Contact', members: ['city'], reason: 'changed' },
      { entity: 'ContactAccountRelation', members: [], reason: 'owner' },
    ]);
    expect(await left(linked)).toEqual([{ entity: 'Contact', members: ['account_relations'], reason: 'changed' }]);
    expect([await has('Contacts', changed.id), await has('Contacts', linked.id)]).toEqual([true, true]);
    expect((await space.list('ContactAccountRelations')).data.length).toBe(2);
  });

  it('can itself be reverted, and so on', async () => {
    const { id } = await space.newAccount({ city: 'Graz' });
    const { revision } = await space.update('Accounts', id, { city: 'Linz' });
    const first = await revert(space, revision);
    expect((await space.get('Accounts', id)).city).toBe('Graz');
    const second = await revert(space, first.revision ?? 0);
    expect((await space.get('Accounts', id)).city).toBe('Linz');
    await revert(space, second.revision ?? 0);
    expect((await space.get('Accounts', id)).city).toBe('Graz');
    expect(await revert(space, second.revision ?? 0)).toEqual({ revision: null, reverted: [], not_reverted: [] });
  });

  it('undoes a merge: records and references are where they were', async () => {
    const [master, other] = [await space.newAccount({ city: null }), await space.newAccount({ city: 'Wien' })];
    const contact = await space.newContact({
      account_relations: [
        { account_id: other.id, is_primary: true },
        { account_id: master.id, is_primary: false },
      ],
    });
    await space.create('Notes', { account_id: other.id, text: 'Call back' }).catch(() => undefined);
    await space.newAccount({ parent_account_id: other.id });
    await space.newContact({ account_relations: [{ account_id: other.id, is_primary: true }] });
    const before = await texts();
    const { revision } = await merge(space, 'Accounts', { id: master.id, name: 'Both' }, [other]);
    expect(await texts()).not.toEqual(before);
    const done = await revert(space, revision);
    expect(done.not_reverted).toEqual([]);
    expect(await texts()).toEqual(before);
    expect(await has('Contacts', contact.id)).toBe(true);
  });

  it('writes nothing in a dry run, and answers the same', async () => {
    const { id } = await space.newContact({ city: 'Graz' });
    const { revision } = await space.update('Contacts', id, { city: 'Vienna' });
    const before = await texts();
    const tried = await sendRevert(space, revision, { query: { 'dry-run': true } });
    expect(tried.headers.get('dry-run')).toBe('true');
    expect(await texts()).toEqual(before);
    expect(await revert(space, revision)).toEqual(tried.body.data);
  });

  it('reverts once by its key', async () => {
    const { id } = await space.newContact({ city: 'Graz' });
    const { revision } = await space.update('Contacts', id, { city: 'Vienna' });
    const headers = { 'idempotency-key': 'undo' };
    const first = await sendRevert(space, revision, { headers });
    await space.update('Contacts', id, { city: 'Vienna' });
    const again = await sendRevert(space, revision, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await space.get('Contacts', id)).city).toBe('Vienna');
    expect((await sendRevert(space, revision + 1, { headers })).status).toBe(409);
  });

  it('touches no other space', async () => {
    const other = await running.server.newSpace(`other-${Math.random().toString(36).slice(2, 10)}`);
    const { id } = await other.newContact({ city: 'Graz' });
    for (const city of ['Linz', 'Vienna']) await other.update('Contacts', id, { city });
    const { revision } = await other.update('Contacts', id, { city: 'Rome' });
    const answer = await sendRevert(space, revision);
    expect(answer.status === 400 || (answer.body.data as { reverted: unknown[] }).reverted.length === 0).toBe(true);
    expect((await other.get('Contacts', id)).city).toBe('Rome');
  });

  it('rejects what is not kept, what is not there yet, and what is no revision', async () => {
    const { revision } = await space.newContact();
    expect((await sendRevert(space, revision + 1)).status).toBe(400);
    expect((await sendRevert(space, 'last')).status).toBe(400);
    await running.server.deps.db.knex('spaces').where({ space_id: space.id }).update({ logged_from: revision });
    const gone = await sendRevert(space, revision);
    expect([gone.status, gone.body.code]).toEqual([410, 9027]);
    const reader = { authorization: space.readOnlyAuthorization };
    expect((await sendRevert(space, revision, { headers: reader })).status).toBe(403);
  });

  it('rejects more changes than it reverts at once', async () => {
    const { revision } = await space.newContact();
    const columns = 'space_id, revision, entity_type, record_id, act, changed_at, token';
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)';
    await running.server.deps.db.knex.raw(
      `${numbers} INSERT INTO changes (${columns}, position) SELECT ${columns}, 1000 + i FROM changes, n ` +
        'WHERE space_id = ? AND revision = ? AND position = 0',
      [space.id, revision],
    );
    const answer = await sendRevert(space, revision);
    expect([answer.status, answer.body.code]).toEqual([413, 9012]);
  });

  it('leaves conversions whole', async () => {
    const lead = await space.create('Leads', { name: 'Glass', owner_id: space.ids.ownerId });
    const qualified = await space.send('POST', `Leads/${lead.id}/qualify`, {
      body: { closing_date: '2026-09-30', value: { base_value: 500 } },
    });
    const { revision } = qualified.body.data as TestRecord;
    const before = await texts();
    const done = await revert(space, revision);
    expect([done.revision, done.reverted]).toEqual([null, []]);
    expect(new Set(done.not_reverted.map(({ reason }) => reason))).toEqual(new Set(['irreversible']));
    expect(await texts()).toEqual(before);
  });

  it('leaves changes of fields whole', async () => {
    const field = await space.create('Fields', { entity_name: 'Contact', name: 'Size', type_id: 'integer' });
    const done = await revert(space, field.revision);
    expect([done.revision, done.reverted]).toEqual([null, []]);
    expect(new Set(done.not_reverted.map(({ reason }) => reason))).toEqual(new Set(['irreversible']));
    expect(await has('Fields', field.id)).toBe(true);
  });

  it('leads nothing to a record that stays deleted', async () => {
    const [account, gone] = [await space.newAccount(), await space.newAccount({ name: 'Gone' })];
    const { id } = await space.newAccount({ parent_account_id: gone.id });
    const { api_name } = await space.create('Fields', {
      ...{ entity_name: 'Account', name: 'Code', type_id: 'input', is_unique: true },
    });
    await space.update('Accounts', gone.id, { [String(api_name)]: 'x' });
    const { revision } = await merge(space, 'Accounts', { id: account.id, [String(api_name)]: 'y' }, [gone]);
    await space.newAccount({ [String(api_name)]: 'x' });
    const { not_reverted } = await revert(space, revision);
    expect(not_reverted.filter(({ entity }) => entity === 'Account')).toMatchObject([
      { entity_id: gone.id, members: [], reason: 'rejected' },
      { entity_id: id, members: ['parent_account_id'], reason: 'owner' },
    ]);
    expect((await space.get('Accounts', id)).parent_account_id).toBe(account.id);
  });

  it('reports what its write is rejected for, and puts back the rest', async () => {
    const [first, second] = [await space.newProduct({ sku: 'A' }), await space.newProduct({ sku: 'B' })];
    const changed = await space.send('POST', 'Products/batch-modify', {
      body: [
        { id: first.id, sku: 'C' },
        { id: second.id, sku: 'D' },
      ],
    });
    expect(changed.status).toBe(200);
    const { revision } = await space.get('Products', first.id);
    await space.newProduct({ sku: 'A' });
    const done = await revert(space, revision);
    expect(done.reverted.map(({ entity_id }) => entity_id)).toEqual([second.id]);
    expect(done.not_reverted).toMatchObject([
      { entity_id: first.id, members: ['sku'], reason: 'rejected', message: expect.stringContaining('sku') },
    ]);
    expect((await space.get('Products', second.id)).sku).toBe('B');
  });
});
