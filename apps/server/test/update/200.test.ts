/**
 * Changes: only what is sent changes, and what follows from it.
 */
import { entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestRecord } from '../test-space.js';

onDatabaseInTurn((running) => {
  it('changes the members that are sent, and answers the record as the next read does', async () => {
    const other = await running.space.newContact({ city: 'York' });
    const contact = await running.space.newContact({ city: 'Leeds', comments: 'x' });
    const updated = await running.space.send('PATCH', `Contacts/${contact.id}`, { body: { city: 'Bristol' } });
    expect(updated.status).toBe(200);
    expect((await running.space.send('GET', `Contacts/${contact.id}`)).text).toBe(updated.text);
    const { modified, revision, ...rest } = updated.body.data as TestRecord;
    const { modified: before, revision: revisionBefore, ...old } = contact;
    expect(rest).toEqual({ ...old, city: 'Bristol' });
    expect(String(modified) > String(before)).toBe(true);
    expect(revision).toBe(revisionBefore + 1);
    expect((await running.space.send('GET', `Contacts/${other.id}`)).body.data).toEqual(other);
  });

  it('clears what is set to null, and takes an empty reference for none', async () => {
    const account = await running.space.newAccount();
    const child = await running.space.newAccount({ parent_account_id: account.id, city: 'Leeds' });
    const cleared = await running.space.update('Accounts', child.id, { parent_account_id: '', city: null });
    expect(cleared).toMatchObject({ parent_account_id: null, parent_account: null, city: null });
  });

  it('works out again what is derived', async () => {
    const contact = await running.space.newContact({ first_name: 'Grace' });
    expect(await running.space.update('Contacts', contact.id, { last_name: 'Byron' })).toMatchObject({
      first_name: 'Grace',
      formatted_name: 'Grace Byron',
    });
    expect((await running.space.update('Contacts', contact.id, { first_name: null })).formatted_name).toBe('Byron');
  });

  it('takes an empty text for none where no two records share a value', async () => {
    const [first, second] = [await running.space.newProduct({ sku: '' }), await running.space.newProduct({ sku: '' })];
    expect([first.sku, second.sku]).toEqual([null, null]);
    const third = await running.space.newProduct({ sku: 'EMPTIED' });
    expect((await running.space.update('Products', third.id, { sku: '' })).sku).toBeNull();
    expect(await running.space.update('Products', third.id, { sku: '' })).toMatchObject({ sku: null });
  });

  it('takes ids in capitals', async () => {
    const contact = await running.space.newContact();
    expect((await running.space.update('Contacts', contact.id.toUpperCase(), { city: 'Leeds' })).id).toBe(contact.id);
  });

  describe('changes nothing', () => {
    it('when a record of any kind is sent back as it was answered', async () => {
      const { space } = running;
      const account = await space.newAccount({ parent_account_id: (await space.newAccount()).id, comments: 'ÄÖ\nß' });
      const relations = [{ account_id: account.id, is_primary: true, position: 'Head' }, { account_id: account.id }];
      await space.newContact({ account_relations: relations, account_position: 'Boss', created: '2020-01-01' });
      await space.newOpportunity({
        account_relations: [{ account_id: account.id, is_primary: true }],
        value: { base_value: 1234.56 },
        product_sections: [{ id: 1, name: 'x' }],
        step_id: space.ids.stepIds.at(-1),
      });
      await space.newProduct({ sku: 'ECHO' });
      await space.create('ContactTypes', { name: 'x', form_edit: { b: 1, a: [2] } });
      const [set] = (await space.list('Data', { first: 1 })).data;
      await space.create('Data', { data_set_id: set?.data_set_id, option_name: 'x', sort_order: 1, calc_value: 1.5 });
      let echoes = 0;
      for (const { collection, operations } of entityTypes) {
        if (!operations.includes('update')) continue;
        const record = (await space.list(collection, { last: 1 })).data[0];
        if (!record) continue;
        echoes += 1;
        const echoed = await space.send('PATCH', `${collection}/${record.id}`, { body: record });
        expect(echoed.status, `${collection} ${echoed.text}`).toBe(200);
        expect(echoed.body.data, collection).toEqual(record);
      }
      expect(echoes).toBeGreaterThan(20);
    });

    it('when it is sent back with its relations expanded', async () => {
      const account = await running.space.newAccount();
      const contact = await running.space.newContact({
        account_relations: [{ account_id: account.id, is_primary: true, position: 'Head' }],
      });
      const expanded = await running.space.get('Contacts', contact.id, {
        expand: 'owner,account_relations.account,primary_account',
      });
      expect(await running.space.update('Contacts', contact.id, expanded)).toEqual(contact);
      const [row] = (await running.space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id })).data;
      expect(row?.revision).toBe(contact.revision);
    });

    it('when the body is empty or says what is so already', async () => {
      const contact = await running.space.newContact({ city: 'Leeds' });
      expect(await running.space.update('Contacts', contact.id, {})).toEqual(contact);
      expect(await running.space.update('Contacts', contact.id, { city: 'Leeds', gender: 0 })).toEqual(contact);
      expect(await running.space.update('Contacts', contact.id, { revision: contact.revision })).toEqual(contact);
    });

    it('when only answers have the members that are sent', async () => {
      const contact = await running.space.newContact();
      const body = { formatted_name: 'x', modified: '2001-01-01', is_deleted: true, primary_account: 'z' };
      expect(await running.space.update('Contacts', contact.id, body)).toEqual(contact);
    });

    it('when relations are sent as answers show them', async () => {
      const { owner, ...contact } = await running.space.newContact();
      expect(await running.space.update('Contacts', contact.id, { owner })).toEqual({ ...contact, owner });
    });
  });

  describe('the revision that the caller has seen', () => {
    it('lets a change through while it is the last one', async () => {
      const contact = await running.space.newContact();
      const first = await running.space.update('Contacts', contact.id, { city: 'a', revision: contact.revision });
      const path = `Contacts/${contact.id}`;
      let tag = (await running.space.send('GET', path)).headers.get('ETag') ?? '';
      for (const [city, known] of [
        ['b', (last: string) => last],
        ['c', (last: string) => `W/${last}`],
        ['d', () => '*'],
      ] as const) {
        const answer = await running.space.send('PATCH', path, { body: { city }, headers: { 'If-Match': known(tag) } });
        expect(answer.status).toBe(200);
        tag = answer.headers.get('ETag') ?? '';
      }
      const plain = `"${(await running.space.get('Contacts', contact.id)).revision}"`;
      const answer = await running.space.send('PATCH', path, { body: { city: 'e' }, headers: { 'If-Match': plain } });
      expect(answer.status).toBe(200);
      expect((answer.body.data as TestRecord).revision).toBe(first.revision + 4);
    });
  });

  describe('validation-level', () => {
    it('2 looks only at what the write changes', async () => {
      const product = await running.space.newProduct();
      // As an import of an earlier version may have left it.
      await running.server.deps.db.knex('products').where({ id: product.id }).update({ unit_symbol: null });
      running.server.expectUndeclared(/Products.*unit_symbol must be string/);
      const path = `Products/${product.id}`;
      const rejected = await running.space.send('PATCH', path, { body: { name: 'y' } });
      expect(rejected.status).toBe(422);
      expect(rejected.text).toContain("Non-null field 'unit_symbol' is null or empty.");
      const query = { 'validation-level': 2 };
      expect((await running.space.update('Products', product.id, { name: 'y' }, query)).name).toBe('y');
      expect((await running.space.send('PATCH', path, { body: { name: '' }, query })).status).toBe(422);
    });

    it('8 writes read-only members', async () => {
      const contact = await running.space.newContact();
      const body = { modified: '2001-01-01', is_delete_protected: true };
      expect(await running.space.update('Contacts', contact.id, body, { 'validation-level': 8 })).toMatchObject({
        modified: '2001-01-01T00:00:00.000000',
        is_delete_protected: true,
      });
    });

    it('16 points at deleted records; a reference that stays is never in the way', async () => {
      const type = await running.space.create('ContactTypes', { name: 'Passing' });
      const contact = await running.space.newContact();
      await running.space.delete('ContactTypes', type.id);
      const body = { contact_type_id: type.id };
      expect((await running.space.send('PATCH', `Contacts/${contact.id}`, { body })).status).toBe(422);
      await running.space.update('Contacts', contact.id, body, { 'validation-level': 16 });
      expect((await running.space.update('Contacts', contact.id, { ...body, city: 'Leeds' })).city).toBe('Leeds');
    });
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
