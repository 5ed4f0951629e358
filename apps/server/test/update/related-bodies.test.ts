/**
 * What bodies can say of related records: objects in place of ids, items that only name the other end, one row alone, and what an
 * answer has there.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';

onOneDatabase((running) => {
  let space: TestSpace;
  let eve: TestRecord;
  beforeAll(async () => {
    space = await running.server.newSpace('bodies');
    eve = await space.create('Clients', { email: 'eve@example.com', default_unit_id: space.ids.unitId });
  });

  const expanded = async (collection: string, id: string, expand: string) =>
    (await space.get(collection, id, { expand }))[expand] as TestRecord[];

  describe('a relation to one record', () => {
    it('is set by an object, and by the link of an answer', async () => {
      const contact = await space.newContact({ owner_id: undefined, owner: { id: eve.id } });
      expect(contact.owner_id).toBe(eve.id);
      const { owner } = await space.newContact();
      expect(await space.update('Contacts', contact.id, { owner, city: 'Leeds' })).toMatchObject({
        owner_id: space.ids.ownerId,
        owner,
      });
      const both = { owner: { id: eve.id }, owner_id: space.ids.ownerId };
      expect(await space.update('Contacts', contact.id, both)).toMatchObject({ owner_id: space.ids.ownerId });
    });

    it('is set by an object where it shows no id', async () => {
      const contact = await space.newContact();
      const profile = await space.create('ContactSocialRelations', { skype_url: 'ada' });
      const address = `${space.entities}/ContactSocialRelations/${profile.id}`;
      const set = await space.update('Contacts', contact.id, { social_media: { id: profile.id } });
      expect(set.social_media).toBe(address);
      expect((await space.update('Contacts', contact.id, { social_media: address })).social_media).toBe(address);
      expect((await space.update('Contacts', contact.id, { social_media: null })).social_media).toBeNull();
    });

    it('to a record that is not there is rejected', async () => {
      const picture = { id: eve.id };
      expect(await space.send('POST', 'Accounts', { body: { name: 'x', owner_id: eve.id, picture } })).toMatchObject({
        status: 422,
        body: { field_errors: [{ field_name: 'picture_id', errors: [{ name: 'ERROR_RELATIONS_DOESNT_EXIST' }] }] },
      });
    });
  });

  describe('a text that is no link', () => {
    const said = async (collection: string, body: Json) => {
      const answer = await space.send('POST', collection, { body: { owner_id: space.ids.ownerId, ...body } });
      expect(answer.status).toBe(422);
      return leavesOf(answer);
    };

    it('is rejected with the member to set instead', async () => {
      expect(await said('Accounts', { name: 'x', account_type: 'Customer', unit: 'West' })).toEqual([
        'account_type 9020 [account_type] "Customer" is neither null nor the link of a record of AccountType of this space. ' +
          'Set account_type_id to the id of one.',
        'unit 9020 [unit] "West" is neither null nor the link of a record of SalesUnit of this space. ' +
          'Set unit_id to the id of one.',
      ]);
      expect(await said('Contacts', { last_name: 'x', social_media: 'ada' })).toEqual([
        'social_media 9020 [social_media] "ada" is neither null nor the link of a record of ContactSocialRelation of this space. ' +
          'Give an object with the id of one.',
      ]);
      const rows = { account_relations: [{ account: 'Harbourline', is_primary: true }] };
      expect((await said('Contacts', { last_name: 'x', ...rows })).join()).toContain(
        'account_relations[0]: [account] "Harbourline" is neither null nor the link of a record of Account of this space. Set account_id to',
      );
    });

    it('says nothing where the id is given too, or nobody writes the relation', async () => {
      const given = { owner: 'Eve', owner_id: eve.id, primary_account: 'Harbourline' };
      expect(await space.newContact(given)).toMatchObject({ owner_id: eve.id, primary_account: null });
    });

    it('is no relation when it is empty', async () => {
      const { id } = await space.newAccount({ picture: '', parent_account_id: (await space.newAccount()).id });
      expect(await space.update('Accounts', id, { parent_account: '' })).toMatchObject({ parent_account_id: null });
    });

    it('may look like a link: to records of another entity type, or not to a record', async () => {
      const { id } = await space.newAccount({ owner_id: eve.id });
      for (const given of [
        `${space.entities}/Accounts/${id}`,
        `${space.entities}/Clients/${space.ids.ownerId}/sharing_clients`,
        `${space.entities}/Clients/${space.ids.ownerId}?x`,
        `${space.entities}/Clients`,
        `${space.entities.slice(space.origin.length)}/Clients/${space.ids.ownerId}`,
        'https://elsewhere.example/x',
        '/x',
      ]) {
        const answer = await space.send('PATCH', `Accounts/${id}`, { body: { owner: given } });
        expect([given, leavesOf(answer)]).toEqual([
          given,
          [
            `owner 9020 [owner] ${JSON.stringify(given)} is neither null nor the link of a record of Client of this space. ` +
              'Set owner_id to the id of one.',
          ],
        ]);
      }
      expect(await space.get('Accounts', id)).toMatchObject({ owner_id: eve.id });
    });

    it('is a link under whatever origin the server is reached', async () => {
      for (const origin of ['https://crm.example.com/behind/a/proxy', 'HTTP://127.0.0.1:1', 'http://[::1]']) {
        const { id } = await space.newAccount({ owner_id: eve.id });
        const owner = `${origin}${space.entities.slice(space.origin.length)}/Clients/${space.ids.ownerId.toUpperCase()}`;
        expect(await space.update('Accounts', id, { owner })).toMatchObject({ owner_id: space.ids.ownerId });
      }
    });

    it('is rejected as an id is when the link leads to no record', async () => {
      const owner = `${space.entities}/Clients/${space.ids.unitId}`;
      const answer = await space.send('POST', 'Accounts', { body: { name: 'x', owner } });
      expect(leavesOf(answer).join()).toContain('owner_id 120');
    });

    describe('of a choice', () => {
      const set = '00000000-0000-0000-0000-0000000d0001';
      it('is the name of an option', async () => {
        const option = await space.create('Data', { data_set_id: set, option_name: 'Quarrying', sort_order: 90 });
        expect(await space.newAccount({ industry: 'Quarrying' })).toMatchObject({ industry_id: option.id });
        const { id } = await space.newAccount();
        expect(await space.update('Accounts', id, { industry: 'Quarrying' })).toMatchObject({ industry_id: option.id });
        const batch = [
          { id, industry: null },
          { name: 'y', owner_id: eve.id, industry: 'Quarrying' },
        ];
        const done = await space.send('POST', 'Accounts/batch-modify', { body: batch });
        const [, made = ''] = done.body.data as string[];
        expect(await space.get('Accounts', made)).toMatchObject({ industry_id: option.id });
        expect((await space.get('Accounts', id)).industry_id).toBe(null);
        const answer = await space.send('POST', 'Accounts/merge', {
          body: { master: { id, industry: 'Quarrying' }, secondary_ids: [made] },
        });
        expect(answer.body.data).toMatchObject({ industry_id: option.id });
      });

      it('is the link of an option', async () => {
        const names = ['Quarrying', 'Fishing', 'https://other/x', '/x'];
        const options = await Promise.all(
          names.map((option_name) => space.create('Data', { data_set_id: set, option_name, sort_order: 91 })),
        );
        const { id, ...account } = await space.newAccount({ industry: 'Fishing' });
        for (const [index, option] of options.entries()) {
          const link = `${space.entities}/Data/${option.id}`;
          const changed = await space.update('Accounts', id, { industry: index < 2 ? link : names[index] });
          expect(changed).toMatchObject({ industry_id: option.id, industry: link });
        }
        const { industry, industry_id } = account;
        expect(await space.update('Accounts', id, { industry, industry_id: options[0]?.id })).toMatchObject({
          industry_id: options[0]?.id,
        });
        expect(await space.update('Accounts', id, { industry })).toMatchObject({ industry, industry_id });
        const body = [{ id, industry: `${space.entities}/Data/${options[0]?.id}` }];
        await space.send('POST', 'Accounts/batch-modify', { body });
        expect(await space.get('Accounts', id)).toMatchObject({ industry_id: options[0]?.id });
        // As a record that is copied from another space has it.
        const elsewhere = `${space.entities.replace('/bodies/', '/other/')}/Data/${options[1]?.id}`;
        await space.update('Accounts', id, { industry: elsewhere });
        expect(await space.get('Accounts', id)).toMatchObject({ industry_id: options[0]?.id });
      });

      it('is rejected when no option of the set has the name', async () => {
        const other = await space.create('Data', { data_set_id: eve.id, option_name: 'Elsewhere', sort_order: 1 });
        expect(other.option_name).toBe('Elsewhere');
        for (const name of ['Elsewhere', 'quarrying']) {
          expect(await said('Accounts', { name: 'x', industry: name })).toEqual([
            `industry 9020 [industry] "${name}" is neither the link nor the name of an option of this space. ` +
              `Set industry_id to the id of an option: they are the Data records whose data_set_id is ${set}.`,
          ]);
        }
        expect(await said('Accounts', { name: 'x', industry_id: 'Quarrying' })).toEqual([
          'industry_id 9020 [industry_id] must be a uuid; the name of an option is given as industry.',
        ]);
      });

      it('may be one of the space itself', async () => {
        const field = { entity_name: 'Account', name: 'Support tier', type_id: 'dropdown' };
        const tiers = { data_set: [{ option_name: 'Gold' }, { option_name: 'Silver' }] };
        await space.create('Fields', { ...field, ...tiers });
        const account = await space.newAccount({ cf_support_tier: 'Silver' });
        const shown = await space.get('Accounts', account.id, { expand: 'cf_support_tier' });
        expect(shown.cf_support_tier).toMatchObject({ option_name: 'Silver', calc_value: 2, sort_order: 2 });
        expect((await said('Accounts', { name: 'x', cf_support_tier: 'Bronze' })).join()).toContain(
          '[cf_support_tier] "Bronze" is neither the link nor the name of an option of this space. Set cf_support_tier_id',
        );
      });

      it('may be one of several in a list', async () => {
        const data_set = ['Red', 'Green', 'Blue'].map((option_name) => ({ option_name }));
        const field = { entity_name: 'Account', name: 'Paints', type_id: 'multiselect_checkbox', data_set };
        const { data_set_id } = await space.create('Fields', field);
        const options = await space.list('Data', { 'filter[data_set_id]': String(data_set_id) });
        const [red, green, blue] = options.data.map(({ id }) => id);
        const account = await space.newAccount({ cf_paints: ['Green', blue] });
        const chosen = async () => (await expanded('Accounts', account.id, 'cf_paints')).map(({ data_id }) => data_id);
        expect(await chosen()).toEqual([green, blue]);
        const [keptRow] = account.cf_paints as string[];
        const changed = await space.update('Accounts', account.id, { cf_paints: ['Green', { id: red }] });
        expect((changed.cf_paints as string[])[0]).toBe(keptRow);
        expect(await chosen()).toEqual([green, red]);
        expect(await said('Accounts', { name: 'x', cf_paints: ['Red', 'Purple'] })).toEqual([
          `cf_paints 9020 cf_paints[1]: [data_id] "Purple" is neither the link nor the name of an option of this space. ` +
            `Set data_id to the id of an option: they are the Data records whose data_set_id is ${data_set_id}.`,
        ]);
        for (const twice of [
          ['Red', 'Red'],
          ['Red', { id: red }],
        ]) {
          expect(await said('Accounts', { name: 'x', cf_paints: twice })).toEqual([
            'cf_paints 9020 cf_paints[1]: [data_id] duplicates an earlier item.',
          ]);
        }
      });
    });
  });

  describe('an item that names the other end alone', () => {
    it.each<[string, (id: string) => unknown]>([
      ['as an object', (id) => ({ id })],
      ['as its id', (id) => id],
      ['as its link', (id) => `${space.entities}/Clients/${id}`],
    ])('makes a row that points at it: %s', async (_, item) => {
      const account = await space.newAccount({ sharing_clients: [item(eve.id)] });
      const rows = await expanded('Accounts', account.id, 'sharing_clients');
      expect(rows).toMatchObject([{ client_id: eve.id, account_id: account.id }]);
    });

    it('keeps the row that points at it already, as the address of the row does', async () => {
      const account = await space.newAccount({ sharing_clients: [{ id: eve.id }] });
      const [row] = await expanded('Accounts', account.id, 'sharing_clients');
      for (const item of [{ id: eve.id }, { id: row?.id }, ...(account.sharing_clients as string[])]) {
        const { sharing_clients } = await space.update('Accounts', account.id, { sharing_clients: [item] });
        expect(sharing_clients).toEqual(account.sharing_clients);
      }
      expect(await space.update('Accounts', account.id, { sharing_clients: [] })).toMatchObject({
        sharing_clients: [],
      });
    });

    it('can say more of the row', async () => {
      const account = await space.newAccount();
      const contact = await space.newContact({
        account_relations: [{ id: account.id, is_primary: true, position: 'Boss' }],
      });
      expect(contact).toMatchObject({ primary_account_position: 'Boss' });
      expect(await expanded('Contacts', contact.id, 'account_relations')).toMatchObject([{ account_id: account.id }]);
    });

    it('is rejected when the record is not there', async () => {
      const sharing_clients = [{ id: space.ids.unitId }];
      const body = { name: 'x', owner_id: eve.id, sharing_clients };
      expect(await space.send('POST', 'Accounts', { body })).toMatchObject({ status: 422 });
    });
  });

  describe('a row that is alone', () => {
    const remind = (set_date: string): Json => ({ owner_id: space.ids.ownerId, set_date });
    const dates = async (task: TestRecord) => {
      const query = { 'filter[task_id]': task.id };
      return (await space.list('TaskReminders', query)).data.map(({ set_date }) => String(set_date).slice(0, 10));
    };

    it('is made, changed, kept and taken away', async () => {
      const reminder = remind('2027-03-01T08:00:00');
      const task = await space.create('Tasks', { subject: 'Call', owner_id: space.ids.ownerId, reminder });
      expect(await dates(task)).toEqual(['2027-03-01']);
      const changed = await space.update('Tasks', task.id, { reminder: { set_date: '2027-03-02T08:00:00' } });
      expect(changed.reminder).toBe(task.reminder);
      expect(await dates(task)).toEqual(['2027-03-02']);
      const echoed = await space.update('Tasks', task.id, { reminder: task.reminder, subject: 'Call back' });
      expect(echoed.reminder).toBe(task.reminder);
      expect(await space.update('Tasks', task.id, { reminder: null })).toMatchObject({ reminder: null });
      expect(await dates(task)).toEqual([]);
    });
  });

  it('takes every record back as it came', async () => {
    const account = await space.newAccount({ sharing_clients: [{ id: eve.id }] });
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    for (const [collection, record] of [
      ['Accounts', account],
      ['Contacts', contact],
    ] as const) {
      const { revision: _, ...members } = record;
      const same = await space.update(collection, record.id, members);
      expect({ ...same, modified: record.modified, revision: record.revision }).toEqual(record);
    }
  });
});
