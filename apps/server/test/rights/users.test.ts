/**
 * Keys that are made for a user: everything besides lists and records, one by one. Which records are seen has an oracle of its own.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { TestRecord, TestSpace } from '../test-space.js';
import { ScopedKey } from './scoped-key.js';

const full = 4;
const directions = { own: 1, shared: 2, unit: 3 } as const;

onBothDatabases((running) => {
  let space: TestSpace;
  let key: ScopedKey;
  let user: TestRecord;
  let right: TestRecord;
  let unit: TestRecord;
  let [own, others]: TestRecord[] = [];

  beforeAll(async () => {
    space = await running.server.newSpace('user-keys');
    const rights = ['account', 'contact', 'lead', 'oppty', 'project', 'quote', 'task', 'appointment'].flatMap(
      (name) => [
        [`access_entity_${name}`, full],
        [`access_entity_${name}_direction`, directions.shared],
        [`access_entity_${name}_delete`, true],
      ],
    );
    right = await space.create('MasterRights', {
      name: 'Sales',
      access_duplicate_checker: true,
      access_bulk_update: true,
      ...Object.fromEntries(rights),
    });
    unit = await space.create('SalesUnits', { name: 'North' });
    user = await space.create('Clients', {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Obi',
      default_unit_id: unit.id,
      master_right_id: right.id,
      unit_membership: [{ unit_id: unit.id }],
    });
    key = await ScopedKey.of(running.server, space, { client: user.id, asUser: true });
    own = await space.newAccount({ name: 'Own', owner_id: user.id });
    others = await space.newAccount({ name: 'Hidden' });
  });

  const idOf = (record: TestRecord | undefined) => (record as TestRecord).id;
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await key.send(method, path, body === undefined ? {} : { body })).status;

  it('sees a private record of nobody else', async () => {
    const open = await space.newAccount({ share_mode: 2 });
    const closed = await space.newAccount({ share_mode: 1, owner_id: space.ids.ownerId });
    expect(await statusOf('GET', `Accounts/${open.id}`)).toBe(200);
    expect(await statusOf('GET', `Accounts/${closed.id}`)).toBe(404);
    expect(await statusOf('PATCH', `Accounts/${open.id}`, { name: 'Taken' })).toBe(403);
    expect(await statusOf('PATCH', `Accounts/${closed.id}`, { name: 'Taken' })).toBe(404);
    expect(await statusOf('DELETE', `Accounts/${closed.id}`)).toBe(404);
    expect(await space.get('Accounts', closed.id)).toMatchObject({ name: 'Harbourline', is_deleted: false });
  });

  it('heeds at once what becomes of units, sharing and rights', async () => {
    const account = await space.newAccount({ unit_id: unit.id });
    expect(await statusOf('GET', `Accounts/${account.id}`)).toBe(404);
    await space.update('MasterRights', right.id, { access_entity_account_direction: directions.unit });
    expect(await statusOf('GET', `Accounts/${account.id}`)).toBe(200);
    await space.update('Clients', user.id, { unit_membership: [{ unit_id: space.ids.unitId }] });
    expect(await statusOf('GET', `Accounts/${account.id}`)).toBe(404);
    await space.update('Accounts', account.id, { sharing_clients: [{ client_id: user.id, role: 1 }] });
    expect(await statusOf('GET', `Accounts/${account.id}`)).toBe(200);
    expect(await statusOf('PATCH', `Accounts/${account.id}`, { city: 'Linz' })).toBe(403);
    await space.update('Accounts', account.id, { sharing_clients: [{ client_id: user.id, role: 2 }] });
    expect(await statusOf('PATCH', `Accounts/${account.id}`, { city: 'Linz' })).toBe(200);
    await space.update('MasterRights', right.id, { access_entity_account: 0 });
    const rejected = await key.send('GET', `Accounts/${account.id}`);
    expect([rejected.status, rejected.body.message]).toEqual([
      403,
      'This key lacks the right Accounts:read. Its scope and the set of rights of its user must both have it.',
    ]);
    const direction = directions.shared;
    await space.update('MasterRights', right.id, {
      access_entity_account: full,
      access_entity_account_direction: direction,
    });
    await space.update('Clients', user.id, { unit_membership: [{ unit_id: unit.id }] });
    expect(await statusOf('GET', `Accounts/${account.id}`)).toBe(200);
  });

  it('answers what has gone to another owner with id and revision', async () => {
    const made = await key.send('POST', 'Accounts', { body: { name: 'Given', owner_id: space.ids.ownerId } });
    expect(made.status).toBe(201);
    const { id, revision } = made.body.data as TestRecord;
    expect(made.body.data).toEqual({ id, revision });
    expect(await statusOf('GET', `Accounts/${id}`)).toBe(404);
    const items = [
      { name: 'Kept', owner_id: user.id },
      { name: 'Given', owner_id: space.ids.ownerId },
    ];
    const batch = await key.send('POST', 'Accounts/batch-modify', { body: items });
    expect(batch.status).toBe(200);
    expect(await statusOf('PATCH', `Accounts/${id}`, { name: 'Mine' })).toBe(404);
  });

  it('upserts no record that is not seen', async () => {
    const path = `Accounts/by/id/${idOf(others)}`;
    const taken = await key.send('PUT', path, { body: { name: 'Taken', owner_id: user.id } });
    expect([taken.status, String(taken.body.message)]).toEqual([422, expect.stringContaining('belongs to another')]);
    const existing = await key.send('PUT', path, { body: { name: 'Taken' }, headers: { 'if-match': '*' } });
    expect(existing.status).toBe(409);
    expect(await space.get('Accounts', idOf(others))).toMatchObject({ name: 'Hidden' });
  });

  it('rejects what points at a record that is not seen as if there were none', async () => {
    const body = {
      last_name: 'Moss',
      owner_id: user.id,
      account_relations: [{ account_id: idOf(others), is_primary: true }],
    };
    const hidden = await key.send('POST', 'Contacts', { body });
    const unknown = await key.send('POST', 'Contacts', {
      body: { ...body, account_relations: [{ account_id: user.id, is_primary: true }] },
    });
    expect([hidden.status, unknown.status]).toEqual([422, 422]);
    const shape = (text: unknown) => String(text).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>');
    expect(shape(hidden.body.message)).toBe(shape(unknown.body.message));
    const contact = await space.newContact({ owner_id: user.id });
    const row = { contact_id: contact.id, account_id: idOf(own) };
    expect(await statusOf('POST', 'ContactAccountRelations', { ...row, is_primary: true })).toBe(201);
    const watched = await space.newContact({ share_mode: 2 });
    expect(
      await statusOf('POST', 'ContactAccountRelations', { ...row, contact_id: watched.id, is_primary: true }),
    ).toBe(403);
  });

  it('leaves rows alone that it does not see', async () => {
    const contact = await space.newContact({
      owner_id: user.id,
      account_relations: [{ account_id: idOf(others), is_primary: true }, { account_id: idOf(own) }],
    });
    const rowsOf = async () =>
      (await space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id })).data.map(
        ({ id, account_id }) => ({ id, account_id }),
      );
    const [hidden] = (await rowsOf()).filter(({ account_id }) => account_id === idOf(others));
    const shown = await key.send('GET', `Contacts/${contact.id}`, { query: { expand: 'account_relations' } });
    const { account_relations: rows } = shown.body.data as { account_relations: TestRecord[] };
    expect(rows.map(({ account_id }) => account_id)).toEqual([idOf(own)]);
    const change = (sent: unknown) => statusOf('PATCH', `Contacts/${contact.id}`, { account_relations: sent });
    expect(await change([{ id: hidden?.id, position: 'Seen' }])).toBe(422);
    expect(await change([{ id: rows[0]?.id, position: 'Buyer' }])).toBe(200);
    expect((await rowsOf()).map(({ id }) => id).sort()).toEqual([hidden?.id, rows[0]?.id].sort());
    // What is deleted comes back as it was, with rows that are not seen.
    expect(await statusOf('DELETE', `Contacts/${contact.id}`)).toBe(200);
    expect(await statusOf('POST', 'Contacts/batch-restore', [contact.id])).toBe(200);
    expect((await rowsOf()).map(({ id }) => id).sort()).toEqual([hidden?.id, rows[0]?.id].sort());
  });

  it('sees and writes favourites of its own only', async () => {
    const mark = { account_id: idOf(own) };
    const theirs = await space.create('ClientFavorites', { ...mark, owner_id: space.ids.ownerId });
    expect(await statusOf('POST', 'ClientFavorites', { ...mark, owner_id: space.ids.ownerId })).toBe(403);
    expect(await statusOf('POST', 'ClientFavorites', { ...mark, owner_id: user.id })).toBe(201);
    expect(await statusOf('DELETE', `ClientFavorites/${theirs.id}`)).toBe(404);
    const { body } = await key.send('GET', 'ClientFavorites');
    expect((body.data as TestRecord[]).map(({ owner_id }) => owner_id)).toEqual([user.id]);
  });

  it('does not learn into which record a hidden one was merged', async () => {
    const [master, gone] = [await space.newAccount(), await space.newAccount()];
    await space.send('POST', 'Accounts/merge', { body: { master: { id: master.id }, secondary_ids: [gone.id] } });
    const { status, body } = await key.send('GET', `Accounts/${gone.id}`);
    expect([status, body.message]).toEqual([404, `There is no Account with the id "${gone.id}".`]);
  });

  it('merges and converts only what may be changed', async () => {
    const merge = (secondary: string) => ({ master: { id: idOf(own) }, secondary_ids: [secondary] });
    const unknown = 'de300000-0000-4000-8000-00000000dead';
    const rejected = await statusOf('POST', 'Accounts/merge', merge(idOf(others)));
    expect(rejected).toBe(await statusOf('POST', 'Accounts/merge', merge(unknown)));
    expect(rejected).toBeGreaterThanOrEqual(400);
    expect(await space.get('Accounts', idOf(others))).toMatchObject({ is_deleted: false });
    const lead = await space.create('Leads', { name: 'Harbour', owner_id: space.ids.ownerId });
    expect(await statusOf('POST', `Leads/${lead.id}/qualify`, {})).toBe(404);
  });

  it('cannot widen its own rights', async () => {
    expect(await statusOf('PATCH', `MasterRights/${right.id}`, { access_entity_account_direction: 6 })).toBe(403);
    expect(await statusOf('PATCH', `Clients/${user.id}`, { master_right_id: right.id })).toBe(403);
    const member = { client_id: user.id, unit_id: space.ids.unitId };
    expect(await statusOf('POST', 'SalesUnitClientRelations', member)).toBe(403);
    const share = { account_id: idOf(others), client_id: user.id, role: 2 };
    expect(await statusOf('POST', 'AccountSharingClientRelations', share)).toBe(422);
    const field = { entity_name: 'Account', name: 'Sum', type_id: 'input' };
    expect(await statusOf('POST', 'Fields', field)).toBe(403);
  });

  it('sees the history of what it sees, and no webhooks', async () => {
    expect(await statusOf('GET', `Accounts/${idOf(own)}/history`)).toBe(200);
    expect(await statusOf('GET', `Accounts/${idOf(others)}/history`)).toBe(404);
    expect(await statusOf('GET', 'Webhooks')).toBe(403);
  });

  it('downloads the files of what it sees', async () => {
    const files = await Promise.all(
      ['open.txt', 'closed.txt'].map((filename) =>
        space.create('CloudObjects', { filename, type: 1, content: 'aGVsbG8=' }),
      ),
    );
    const [open, closed] = files.map(({ id }) => id);
    await space.update('Accounts', idOf(own), { documents: [{ cloud_object_id: open }] });
    await space.update('Accounts', idOf(others), { documents: [{ cloud_object_id: closed }] });
    expect(await statusOf('GET', `CloudObjects/${open}/content`)).toBe(200);
    expect(await statusOf('GET', `CloudObjects/${closed}/content`)).toBe(404);
    expect(await statusOf('GET', `CloudObjects/${closed}`)).toBe(404);
    const deleted = await space.newAccount({ documents: [{ cloud_object_id: closed }] });
    await space.update('Accounts', idOf(others), { documents: [] });
    await space.delete('Accounts', deleted.id);
    expect(await statusOf('GET', `CloudObjects/${closed}/content`)).toBe(404);
  });

  describe('figures', () => {
    let deals: TestRecord[];
    beforeAll(async () => {
      deals = [
        await space.newOpportunity({ owner_id: user.id, value: { base_value: 10 } }),
        await space.newOpportunity({ value: { base_value: 1000 } }),
      ];
    });

    it('are those of records that are seen', async () => {
      const period = 'period: { relative: Today }';
      const { data, errors } = await key.graphql(
        `{ insights(subject: SalesUnits, ${period}) { total { CreatingOppties } }
           opportunities(first: 10) { totalCount nodes { id } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        insights: { total: { CreatingOppties: 1 } },
        opportunities: { totalCount: 1, nodes: [{ id: deals[0]?.id }] },
      });
    });

    it('need no right to what tells which records are seen', async () => {
      await space.update('MasterRights', right.id, { access_entity_project: 0 });
      const query = '{ insights(subject: SalesUnits, period: { relative: Today }) { total { CreatingOppties } } }';
      const { data, errors } = await key.graphql(query);
      await space.update('MasterRights', right.id, { access_entity_project: full });
      expect([data, errors]).toEqual([{ insights: { total: { CreatingOppties: 1 } } }, undefined]);
    });

    it('of the agenda, too', async () => {
      const { data, errors } = await key.graphql(
        `query($ids: [UUID!]!) { navigatorAgenda(clientIds: $ids, period: { startDate: "2026-09-01", endDate: "2026-10-31" }) {
           clientId items { linkedId } } }`,
        { ids: [user.id, space.ids.ownerId] },
      );
      expect(errors).toBeUndefined();
      const linked = JSON.stringify(data);
      expect(linked).toContain(deals[0]?.id);
      expect(linked).not.toContain(deals[1]?.id);
    });

    it('and the lists of REST v1', async () => {
      const { body } = await key.sendTo('GET', '/rest_services/v1/{space}/Opportunities');
      expect((body as unknown as { ID: string }[]).map(({ ID }) => ID.toLowerCase().slice(-36))).toEqual([
        deals[0]?.id,
      ]);
    });
  });

  it('a key that only acts for a user sees everything', async () => {
    const acting = await ScopedKey.of(running.server, space, { client: user.id });
    expect((await acting.send('GET', `Accounts/${idOf(others)}`)).status).toBe(200);
  });

  it('without a set of rights reaches no record with an owner', async () => {
    const bare = await space.create('MasterRights', { name: 'Nothing' });
    await space.update('Clients', user.id, { master_right_id: bare.id });
    expect(await statusOf('GET', 'Accounts')).toBe(403);
    expect(await statusOf('GET', 'SalesUnits')).toBe(200);
    await space.update('Clients', user.id, { master_right_id: right.id });
    expect(await statusOf('GET', 'Accounts')).toBe(200);
  });
});
