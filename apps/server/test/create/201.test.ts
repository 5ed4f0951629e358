/**
 * New records: what is answered, what a member left out becomes, and the forms in which values may be sent.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

onDatabaseInTurn((running) => {
  it('answers 201 with the whole record, as the next read does', async () => {
    const body = { last_name: 'Okafor', owner_id: running.space.ids.ownerId };
    const created = await running.space.send('POST', 'Contacts', { body });
    expect(created.status).toBe(201);
    expect(created.headers.get('Content-Type')).toMatch(/^application\/json/);
    const { id } = created.body.data as { id: string };
    expect((await running.space.send('GET', `Contacts/${id}`)).text).toBe(created.text);
    expect(created.text).toMatch(/^\{"success":true,"data":\{"is_delete_protected":false,"id":"/);
  });

  it('makes ids that rise with time, of version 7', async () => {
    const first = await running.space.newContact();
    const second = await running.space.newContact();
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second.id > first.id).toBe(true);
    expect(second.revision).toBe(first.revision + 1);
  });

  it('sets created and modified to the same moment', async () => {
    const before = new Date(Date.now() - 5).toISOString();
    const { created, modified } = await running.space.newContact();
    expect(created).toBe(modified);
    expect(String(created) >= before.slice(0, -1)).toBe(true);
    expect(String(created) <= new Date(Date.now() + 5).toISOString()).toBe(true);
  });

  describe('members left out', () => {
    it('take their defaults', async () => {
      const { ids, entities } = running.space;
      expect(await running.space.newContact()).toMatchObject({
        unit_id: ids.unitId,
        unit: `${entities}/SalesUnits/${ids.unitId}`,
        gender: 0,
        share_mode: 0,
        is_archived: false,
        is_unsubscribed: false,
        is_delete_protected: false,
        is_deleted: false,
      });
      const opportunity = await running.space.newOpportunity();
      expect(opportunity).toMatchObject({
        product_currency_id: ids.baseCurrencyId,
        days_in_step: 0,
        status: 1,
        last_move_date: opportunity.created,
      });
    });

    it('are worked out from the past of a record written down later', async () => {
      const stepIds = running.space.ids.stepIds;
      const past = { created: '2020-01-02T03:04:05.000000' };
      expect((await running.space.newOpportunity(past)).last_move_date).toBe(past.created);
      const won = { ...past, step_id: stepIds.at(-1), won_date: '2020-05-06T07:08:09.000000' };
      const opportunity = await running.space.newOpportunity(won);
      expect(opportunity).toMatchObject({ status: 3, won_date: won.won_date, last_move_date: won.won_date });
      expect(opportunity.days_in_step).toBeGreaterThan(2_000);
    });

    it('take the default unit of the owner', async () => {
      const unit = await running.space.create('SalesUnits', { name: 'North' });
      const owner = await running.space.create('Clients', { email: 'north@example.com', default_unit_id: unit.id });
      expect((await running.space.newContact({ owner_id: owner.id })).unit_id).toBe(unit.id);
      const given = await running.space.newContact({ owner_id: owner.id, unit_id: running.space.ids.unitId });
      expect(given.unit_id).toBe(running.space.ids.unitId);
    });

    it('take the oldest type that is not deleted', async () => {
      const space = await running.server.newSpace('types');
      const [oldest] = (await space.list('ContactTypes')).data;
      const second = await space.create('ContactTypes', { name: 'Second' });
      await space.create('ContactTypes', { name: 'Third' });
      expect((await space.newContact()).contact_type_id).toBe(oldest?.id);
      await space.delete('ContactTypes', oldest?.id ?? '');
      expect((await space.newContact()).contact_type_id).toBe(second.id);
    });
  });

  it.each([
    [{ first_name: 'Grace', middle_name: 'B.', last_name: 'Okafor' }, 'Grace B. Okafor'],
    [{ first_name: 'Grace', last_name: 'Okafor' }, 'Grace Okafor'],
    [{ first_name: 'Grace', last_name: undefined }, 'Grace'],
    [{ first_name: '', middle_name: null, last_name: 'Okafor' }, 'Okafor'],
  ])('names a contact by first, middle and last name: %j', async (names, formatted) => {
    expect((await running.space.newContact(names)).formatted_name).toBe(formatted);
  });

  it('ignores what only answers have, and takes ids in capitals', async () => {
    const { ownerId } = running.space.ids;
    const contact = await running.space.newContact({
      owner_id: ownerId.toUpperCase(),
      owner: 'http://elsewhere/1',
      formatted_name: 'Wrong',
      primary_account: 'http://elsewhere/2',
      is_favorite: true,
      is_deleted: true,
      revision: 1,
      modified: '2001-01-01T00:00:00',
    });
    expect(contact).toMatchObject({
      owner_id: ownerId,
      formatted_name: 'Okafor',
      is_favorite: false,
      is_deleted: false,
    });
    expect(contact.modified).toBe(contact.created);
    expect(contact.revision).toBeGreaterThan(1);
  });

  describe('validation-level', () => {
    it('8 writes read-only members and the id, but not what is derived', async () => {
      const id = '00000000-0000-0000-0000-00000000002a';
      const body = {
        id,
        last_name: 'Okafor',
        owner_id: running.space.ids.ownerId,
        modified: '2001-01-01',
        is_delete_protected: true,
        formatted_name: 'Wrong',
      };
      expect(await running.space.create('Contacts', body, { 'validation-level': 8 })).toMatchObject({
        id,
        modified: '2001-01-01T00:00:00.000000',
        is_delete_protected: true,
        formatted_name: 'Okafor',
        is_deleted: false,
      });
    });

    it('16 points at deleted records; bits add up', async () => {
      const type = await running.space.create('ContactTypes', { name: 'Passing' });
      await running.space.delete('ContactTypes', type.id);
      const body = { last_name: 'x', owner_id: running.space.ids.ownerId, contact_type_id: type.id };
      for (const level of [16, 24, 31]) {
        const contact = await running.space.create('Contacts', body, { 'validation-level': level });
        expect(contact.contact_type_id).toBe(type.id);
      }
    });
  });

  describe('relations to accounts', () => {
    it('are made with the contact, and show on it', async () => {
      const { space } = running;
      const [first, second] = [await space.newAccount({ name: 'First' }), await space.newAccount({ name: 'Second' })];
      const contact = await space.newContact({
        account_relations: [
          { account_id: first.id, is_primary: false, position: 'Adviser' },
          { account_id: second.id, is_primary: true, position: 'Head', relationship: 2 },
        ],
      });
      expect(contact).toMatchObject({
        primary_account: `${space.entities}/Accounts/${second.id}`,
        primary_account_position: 'Head',
        primary_account_relationship: 2,
        account_position: 'Head',
      });
      const rows = await space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id });
      expect(rows.data).toMatchObject([
        { account_id: first.id, contact_id: contact.id, is_primary: false, position: 'Adviser', relationship: 0 },
        { account_id: second.id, contact_id: contact.id, is_primary: true, revision: contact.revision },
      ]);
      expect(contact.account_relations).toEqual(
        rows.data.map((row) => `${space.entities}/ContactAccountRelations/${row.id}`),
      );
    });

    it('may be an empty set, which has no primary one', async () => {
      const contact = await running.space.newContact({ account_relations: [] });
      expect(contact).toMatchObject({ account_relations: [], primary_account: null });
    });

    it('take the job title of the contact, unless they have their own', async () => {
      const account = await running.space.newAccount();
      const relation = { account_id: account.id, is_primary: true };
      const titled = await running.space.newContact({ account_position: 'Buyer', account_relations: [relation] });
      expect(titled).toMatchObject({ account_position: 'Buyer', primary_account_position: 'Buyer' });
      const own = await running.space.newContact({
        account_position: 'Buyer',
        account_relations: [{ ...relation, position: 'Head' }],
      });
      expect(own).toMatchObject({ account_position: 'Head', primary_account_position: 'Head' });
      expect(await running.space.newContact({ account_position: 'Buyer' })).toMatchObject({
        account_position: 'Buyer',
        primary_account_position: null,
      });
    });
  });

  it.each([
    ['the first step', 0, {}, 1],
    ['the last step', -1, {}, 3],
    ['archived', 0, { is_archived: true }, 2],
    ['archived in the last step', -1, { is_archived: true }, 2],
  ])('an opportunity in %s has its status and dates', async (_, step, members, status) => {
    const opportunity = await running.space.newOpportunity({ step_id: running.space.ids.stepIds.at(step), ...members });
    expect(opportunity.status).toBe(status);
    expect(opportunity.won_date).toBe(status === 3 ? opportunity.created : null);
    expect(opportunity.lost_date).toBe(status === 2 ? opportunity.created : null);
  });

  it('takes a unique value that only deleted records have, and any number without one', async () => {
    const product = await running.space.newProduct({ sku: 'GTX-1' });
    await running.space.delete('Products', product.id);
    await running.space.newProduct({ sku: 'GTX-1' });
    await running.space.newProduct({ sku: null });
    await running.space.newProduct({ sku: null });
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])(
    'reads a body of type %s',
    async (type) => {
      const body = JSON.stringify({ name: 'x' });
      const answer = await running.space.send('POST', 'Pipelines', { body, headers: { 'content-type': type } });
      expect(answer.status).toBe(201);
    },
  );

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
