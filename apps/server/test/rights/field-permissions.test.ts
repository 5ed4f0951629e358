/**
 * Fields by the permissions of a user's set of rights.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { FieldRightsSpace, level } from './field-rights-space.js';
import { ScopedKey } from './scoped-key.js';

onDatabaseInTurn((running) => {
  let opened: FieldRightsSpace;
  let space: TestSpace;
  let key: ScopedKey;
  let user: TestRecord;
  let account: TestRecord;
  let custom: TestRecord;
  const fieldId = (name: string, entityName?: string) => opened.fieldId(name, entityName);
  const permit = (id: string, permission: number) => opened.permit(id, permission);
  const shown = () => opened.shown();
  const patch = (body: Json) => key.send('PATCH', `Accounts/${account.id}`, { body });

  beforeAll(async () => {
    opened = await FieldRightsSpace.open(running.server);
    ({ space, key, user, account, custom } = opened);
  });

  it('hide a field at once, show it and let it be read only', async () => {
    expect(await shown()).toMatchObject({ comments: 'Low', cf_pay: 5 });
    const [comments, pay] = [await permit(await fieldId('comments'), level.none), await permit(custom.id, level.none)];
    const hidden = await shown();
    for (const name of ['comments', 'cf_pay']) expect(hidden).not.toHaveProperty(name);
    expect((await patch({ comments: 'x' })).body.message).toContain('Account has no member "comments".');
    await space.update('FieldPermissions', pay.id, { permission_level: level.readOnly });
    await space.update('FieldPermissions', comments.id, { permission_level: level.readOnly });
    expect(await shown()).toMatchObject({ comments: 'Low', cf_pay: 5 });
    for (const [name, value] of [
      ['comments', 'High'],
      ['cf_pay', 6],
    ] as const) {
      const { status, body } = await patch({ [name]: value });
      expect([status, body.name, body.message]).toEqual([
        403,
        'ERROR_FORBIDDEN',
        `The user of this key may read Accounts.${name}, and not write it. Leave it out, or send it as it is.`,
      ]);
    }
    expect((await patch({ ...(await shown()), city: 'Graz' })).status).toBe(200);
    await space.update('FieldPermissions', pay.id, { permission_level: level.full });
    expect((await patch({ cf_pay: 7 })).status).toBe(200);
    await space.delete('FieldPermissions', comments.id);
    expect((await patch({ comments: 'High' })).status).toBe(200);
    await space.delete('FieldPermissions', pay.id);
  });

  it('the strictest of several counts, and those of other sets of rights do not', async () => {
    const id = await fieldId('city');
    const other = await space.create('MasterRights', { name: 'Others' });
    const elsewhere = { field_id: id, master_right_id: other.id, permission_level: level.none };
    const made = [
      await space.create('FieldPermissions', elsewhere),
      await permit(id, level.none),
      await permit(id, level.full),
    ];
    expect(await shown()).not.toHaveProperty('city');
    await space.delete('FieldPermissions', made[1]!.id);
    expect(await shown()).toHaveProperty('city');
    for (const one of [made[0], made[2]]) await space.delete('FieldPermissions', one!.id);
  });

  it('reject what is read only in each interface, in creates and in items of a batch', async () => {
    const made = await permit(await fieldId('comments'), level.readOnly);
    const problem = 'may read Accounts.comments, and not write it';
    const created = await key.send('POST', 'Accounts', { body: { name: 'N', owner_id: user.id, comments: 'x' } });
    expect([created.status, created.text]).toEqual([403, expect.stringContaining(problem)]);
    const items = [
      { id: account.id, comments: 'x' },
      { name: 'Kept', owner_id: user.id },
    ];
    const batch = await key.send('POST', 'Accounts/batch-modify?rollback-method=1', { body: items });
    expect(batch.text).toContain(problem);
    expect((batch.body.data as readonly unknown[])[1]).toEqual(expect.stringMatching(/-/));
    const v1 = await key.sendTo('PUT', `/rest_services/v1/{space}/Accounts/${account.id}`, { COMMENTS: 'x' });
    expect([v1.status, v1.text]).toEqual([403, expect.stringContaining('not write it')]);
    const { errors } = await key.graphql(
      `mutation { updateAccount(id: "${account.id}", input: { comments: "x" }) { id } }`,
    );
    expect(errors?.[0]?.message).toContain(problem);
    expect(await space.get('Accounts', account.id)).not.toMatchObject({ comments: 'x' });
    await space.delete('FieldPermissions', made.id);
  });

  it('leave what is read only to the master of a merge as it has it', async () => {
    const made = [await permit(await fieldId('comments'), level.readOnly), await permit(custom.id, level.readOnly)];
    const master = await space.newAccount({ name: 'Master', owner_id: user.id });
    const other = await space.newAccount({ comments: 'Not taken', cf_pay: 9, city: 'Steyr', owner_id: user.id });
    const body = { master: { id: master.id }, secondary_ids: [other.id] };
    const tried = await key.send('POST', 'Accounts/merge', { body, query: { 'dry-run': 'true' } });
    expect(tried.status, tried.text).toBe(200);
    expect(tried.text).toContain('Not taken');
    const merged = await key.send('POST', 'Accounts/merge', { body });
    expect(merged.status, merged.text).toBe(200);
    expect(await space.get('Accounts', master.id)).toMatchObject({ comments: null, cf_pay: null, city: 'Steyr' });
    const given = await space.newAccount({ owner_id: user.id });
    const named = { master: { id: master.id, comments: 'Given' }, secondary_ids: [given.id] };
    const rejected = await key.send('POST', 'Accounts/merge', { body: named });
    expect([rejected.status, rejected.text]).toEqual([403, expect.stringContaining('may read Accounts.comments')]);
    for (const { id } of made) await space.delete('FieldPermissions', id);
  });

  describe('that let rows of a record be read only', () => {
    let made: TestRecord;
    let contact: TestRecord;
    let row: string;
    let other: TestRecord;
    const write = (method: string, path: string, body?: Json) => key.send(method, path, body ? { body } : {});
    const newRow = (): Json => ({ contact_id: contact.id, account_id: other.id });
    const rows = async () => {
      const filter = { 'filter[contact_id]': contact.id, 'load-only': 'account_id,position,is_primary' };
      return (await space.list('ContactAccountRelations', filter)).data;
    };

    beforeAll(async () => {
      other = await space.newAccount({ owner_id: user.id });
      contact = await space.create('Contacts', {
        ...{ last_name: 'Held', owner_id: user.id },
        account_relations: [{ account_id: account.id, is_primary: true }],
      });
      row = String((await rows())[0]?.id);
      made = await permit(await fieldId('account_relations', 'Contact'), level.readOnly);
    });
    afterAll(async () => {
      await space.delete('FieldPermissions', made.id);
      expect((await write('PATCH', `ContactAccountRelations/${row}`, { position: 'Free' })).status).toBe(200);
    });

    it.each<[string, string, () => string, () => Json | undefined]>([
      ['a row of its own', 'POST', () => 'ContactAccountRelations', newRow],
      ['a change of a row', 'PATCH', () => `ContactAccountRelations/${row}`, () => ({ position: 'Chief' })],
      ['a row that goes', 'DELETE', () => `ContactAccountRelations/${row}`, () => undefined],
      ['rows of the contact', 'PATCH', () => `Contacts/${contact.id}`, () => ({ account_relations: [] })],
    ])('reject %s', async (_, method, path, body) => {
      const before = await rows();
      const answer = await write(method, path(), body());
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining('may read Contacts.account_relations, and not write it'),
      ]);
      expect(await rows()).toEqual(before);
    });

    it('take rows as they are, and all else of their records', async () => {
      const held = await space.get('Contacts', contact.id, { expand: 'account_relations' });
      const body = { account_relations: held.account_relations as Json[], first_name: 'Ada' };
      const answer = await write('PATCH', `Contacts/${contact.id}`, body);
      expect(answer.status, answer.text).toBe(200);
      expect((await write('PATCH', `ContactAccountRelations/${row}`, {})).status).toBe(200);
    });
  });

  it('let the rows of a lookup be read only from both ends, and those of other records be written', async () => {
    const lookup = { type_id: 'lookup', name: 'Partners' };
    const one = await space.create('Fields', {
      ...{ ...lookup, entity_name: 'Account', lookup: { entity_name: 'Contact', many: true } },
    });
    const back = await space.create('Fields', {
      ...{ ...lookup, entity_name: 'Contact', lookup: { entity_name: 'Account', many: true, relation_id: one.id } },
    });
    const contact = await space.create('Contacts', { last_name: 'Partner', owner_id: user.id });
    const made = [
      await permit(String(back.id), level.readOnly),
      await permit(await fieldId('sharing_clients', 'Lead'), level.readOnly),
    ];
    const written = await patch({ cf_partners: [contact.id] });
    expect([written.status, written.text]).toEqual([
      403,
      expect.stringContaining('may read Contacts.cf_partners, and not write it'),
    ]);
    const deal = await space.newOpportunity({ owner_id: user.id });
    const body = { sharing_clients: [{ client_id: user.id, role: 1 }] };
    const shared = await key.send('PATCH', `Opportunities/${deal.id}`, { body });
    expect(shared.status, shared.text).toBe(200);
    for (const { id } of made) await space.delete('FieldPermissions', id);
    expect((await patch({ cf_partners: [contact.id] })).status).toBe(200);
    const gone = await permit(String(back.id), level.readOnly);
    expect((await patch({ cf_partners: [] })).status).toBe(403);
    await space.delete('FieldPermissions', gone.id);
  });

  it('let a value be read only by both of its names', async () => {
    const contact = await space.create('Contacts', {
      ...{ last_name: 'Titled', owner_id: user.id },
      account_relations: [{ account_id: account.id, is_primary: true, position: 'Head' }],
    });
    const made = await permit(await fieldId('position', 'ContactAccountRelation'), level.readOnly);
    const { status, text } = await key.send('PATCH', `Contacts/${contact.id}`, {
      body: { account_position: 'Boss' },
    });
    expect([status, text]).toEqual([403, expect.stringContaining('may read Contacts.account_position, and not')]);
    await space.delete('FieldPermissions', made.id);
  });

  it('change the tags of answers', async () => {
    const made = await permit(await fieldId('city'), level.readOnly);
    const mine = await key.send('GET', `Accounts/${account.id}`);
    await space.update('FieldPermissions', made.id, { permission_level: level.none });
    const headers = { 'if-none-match': String(mine.headers.get('etag')) };
    const now = await key.send('GET', `Accounts/${account.id}`, { headers });
    expect([now.status, now.text.includes('"city"')]).toEqual([200, false]);
    await space.delete('FieldPermissions', made.id);
  });

  it('come on top of what the key itself hides', async () => {
    const made = await permit(await fieldId('comments'), level.none);
    const both = await ScopedKey.of(running.server, space, {
      ...{ client: user.id, asUser: true, hiddenFields: ['Accounts.city'] },
    });
    const seen = (await both.send('GET', `Accounts/${account.id}`)).body.data;
    for (const name of ['comments', 'city']) expect(seen).not.toHaveProperty(name);
    await space.delete('FieldPermissions', made.id);
  });
});
