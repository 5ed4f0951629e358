/**
 * What lists show of each record: all members, links or the records behind them, or only the members that were requested.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { onBothDatabases } from '../fixture.js';
import type { TestRecord, TestSpace } from '../test-space.js';

/** Their records come with fields that a space defines; nobody else makes them. */
const comeWithFields = new Set(['FieldSequence', 'CustomEntityRelationData', 'DataRelation']);

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;

onBothDatabases((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('lists');
    await space.newProduct();
    const relations = [{ account_id: (await space.newAccount()).id, is_primary: true }];
    await space.newContact({ account_relations: relations });
    await space.newOpportunity({ account_relations: relations });
  });

  describe('members', () => {
    it('are all there in every record, in the order of the interface', async () => {
      const catalog = buildCatalog(entityTypes);
      const full = await running.server.newSpace('full');
      await new RecordMaker(full, catalog).createEach();
      for (const { name, collection } of entityTypes) {
        const [record] = (await full.list(collection, { first: 1 })).data;
        if (comeWithFields.has(name)) expect(record).toBeUndefined();
        else expect(Object.keys(record ?? {}), collection).toEqual(catalog.members(name).map((member) => member.name));
      }
    });

    it('show links, unset values, date-times and money as the interface does', async () => {
      const account = await space.newAccount();
      const opportunity = await space.newOpportunity({
        account_relations: [{ account_id: account.id, is_primary: true }],
        value: { base_value: 1234.5 },
      });
      const [record] = (await space.list('Opportunities', { 'filter[id]': opportunity.id })).data;
      const [relation] = (await space.list('LeadOpptyAccountRelations', { 'filter[lead_oppty_id]': opportunity.id }))
        .data;
      expect(record).toMatchObject({
        owner: `${space.entities}/Clients/${space.ids.ownerId}`,
        owner_id: space.ids.ownerId,
        reason_of_close_id: null,
        reason_of_close: null,
        description: null,
        ranking: null,
        is_favorite: false,
        created: expect.stringMatching(dateTime),
        modified: expect.stringMatching(dateTime),
        won_date: null,
        closing_date: '2026-09-30',
        account_relations: [`${space.entities}/LeadOpptyAccountRelations/${relation?.id}`],
        primary_account: `${space.entities}/Accounts/${account.id}`,
        table_name: 'opportunity',
        value: { base_value: 1234.5, currency_id: space.ids.baseCurrencyId, value_foreign: 1234.5 },
      });
      expect(record).not.toHaveProperty('primary_account_id');
      const contact = await space.newContact();
      expect(contact.account_relations).toEqual([]);
    });

    it('begin their links with the configured address of the service, else with the one that was asked', async () => {
      const account = await space.newAccount();
      const port = new URL(space.origin).port;
      const answer = await fetch(
        `http://localhost:${port}/api/v100/rest/spaces/lists/entities/Accounts/${account.id}`,
        {
          headers: { authorization: space.authorization, 'x-forwarded-host': 'evil.example' },
        },
      );
      const { data } = (await answer.json()) as { data: TestRecord };
      expect(data.owner).toBe(`http://localhost:${port}/api/v100/rest/spaces/lists/entities/Clients/${data.owner_id}`);
    });
  });

  describe('expand', () => {
    let account: TestRecord;
    let contact: TestRecord;
    beforeAll(async () => {
      account = await space.newAccount({ name: 'Expanded' });
      const relations = [{ account_id: account.id, is_primary: true, position: 'Head' }];
      contact = await space.newContact({ last_name: 'Expanded', account_relations: relations });
    });
    const expanded = async (expand: string) =>
      (await space.list('Contacts', { 'filter[id]': contact.id, expand })).data[0] ?? {};

    it('puts the record in place of its link, as a list of that type would show it', async () => {
      const owner = await space.get('Clients', space.ids.ownerId);
      expect(await expanded('owner')).toStrictEqual({ ...contact, owner });
      expect(await expanded('contact_type, owner')).toHaveProperty('contact_type.name', 'Standard');
    });

    it('puts records in place of the links of a to-many relation, and goes on with dots', async () => {
      const [relation] = (await space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id })).data;
      expect(await expanded('account_relations')).toHaveProperty('account_relations', [relation]);
      const accountNow = await space.get('Accounts', account.id);
      expect(await expanded('account_relations.account')).toHaveProperty('account_relations', [
        { ...relation, account: accountNow },
      ]);
      expect(await expanded('account_relations.account.owner.default_unit')).toHaveProperty(
        'account_relations.0.account.owner.default_unit.name',
        'Company',
      );
    });

    it('takes sales_unit for unit, in filters, orders and load-only as well', async () => {
      const unit = await space.get('SalesUnits', space.ids.unitId);
      expect(await expanded('sales_unit')).toStrictEqual({ ...contact, unit });
      expect(await expanded('account_relations.account.sales_unit,unit.parent')).toMatchObject({
        account_relations: [{ account: { unit } }],
        unit: { ...unit, parent: null },
      });
      expect(await expanded('sales_unit.parent,unit')).toHaveProperty('unit.parent', null);
      const of = {
        'filter[id]': String(contact.id),
        'filter[sales_unit.name]': String(unit.name),
        'order-by': '-sales_unit.name',
      };
      const cut = await space.list('Contacts', { ...of, 'load-only': 'sales_unit.name' });
      expect(cut.data).toEqual([{ id: contact.id, unit: { id: unit.id, name: unit.name } }]);
      const none = await space.list('Contacts', { ...of, 'filter[sales_unit]': String(contact.id) });
      expect(none.data).toEqual([]);
      const { data } = await space.list('Activities', { expand: 'sales_unit', 'load-only': 'sales_unit' });
      expect(data).toEqual([]);
    });

    it('expands what is shown by a link alone', async () => {
      expect(await expanded('primary_account')).toHaveProperty('primary_account.name', 'Expanded');
    });

    it('leaves null and empty relations as they are', async () => {
      const plain = await space.newContact();
      const [record] = (
        await space.list('Contacts', { 'filter[id]': plain.id, expand: 'primary_account.owner,account_relations' })
      ).data;
      expect(record).toMatchObject({ primary_account: null, account_relations: [] });
    });

    it('goes five levels deep', async () => {
      let above = await space.newAccount({ name: 'level 5' });
      for (let level = 4; level >= 0; level--) {
        above = await space.newAccount({ name: `level ${level}`, parent_account_id: above.id });
      }
      const path = Array.from({ length: 5 }, () => 'parent_account').join('.');
      expect(await space.get('Accounts', above.id, { expand: path })).toHaveProperty(`${path}.name`, 'level 5');
    });

    it('sorts steps by their place in the pipeline', async () => {
      const pipeline = await space.get('Pipelines', space.ids.pipelineId, { expand: 'steps' });
      expect((pipeline.steps as TestRecord[]).map((step) => step.id)).toEqual(space.ids.stepIds);
    });
  });

  describe('load-only', () => {
    const only = async (loadOnly: string, more = {}) =>
      (await space.list('Contacts', { 'load-only': loadOnly, first: 1, ...more })).data[0];

    it('cuts records to the named members and the id', async () => {
      const record = await only('last_name,owner');
      expect(record).toStrictEqual({
        id: expect.any(String),
        owner: expect.stringContaining('/Clients/'),
        last_name: expect.any(String),
      });
    });

    it('expands and cuts a relation at a dot', async () => {
      expect(await only('owner.email,account_relations.account.name')).toStrictEqual({
        id: expect.any(String),
        owner: { id: space.ids.ownerId, email: 'admin@example.com' },
        account_relations: expect.any(Array),
      });
    });

    it('goes together with expand', async () => {
      const record = await only('last_name,owner', { expand: 'owner' });
      expect(record?.owner).toHaveProperty('default_unit_id');
      expect(await only('last_name', { expand: 'owner' })).toStrictEqual({
        id: expect.any(String),
        last_name: expect.any(String),
      });
    });
  });
});
