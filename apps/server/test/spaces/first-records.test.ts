/**
 * What a new space begins with, and what an older one gets when it comes up with a newer version.
 */
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openDeps } from '../../src/main/open-deps.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';

const names = (records: readonly object[], member = 'name') => records.map((record) => Object(record)[member]);

onDatabaseInTurn((running) => {
  const list = async (collection: string, query: Parameters<TestSpace['list']>[1] = {}) =>
    (await running.space.list(collection, { first: 100, ...query })).data;

  describe('a new space', () => {
    it('has one set of rights, a full one, which its users have', async () => {
      const [rights, ...others] = await list('MasterRights');
      expect(others).toEqual([]);
      expect(rights).toMatchObject({
        name: 'Full rights',
        is_delete_protected: true,
        access_accounts: true,
        access_entity_account: 4,
        access_entity_account_direction: 6,
        access_entity_account_types: 1,
        access_entity_process: 3,
        access_entity_pipeline: 3,
        access_calling_company_phone: 1,
        access_entity_email_content_share_mode: 0,
      });
      const rejected = Object.entries(Object(rights)).filter(
        ([name, value]) => /^access_/.test(name) && value === false,
      );
      expect(rejected).toEqual([]);
      expect(names(await list('Clients'), 'master_right_id')).toEqual([rights?.id]);
    });

    it.each([
      ['LeadProcesses', 'LeadTypes', 'lead_process_id', ['New', 'Contacted', 'In conversation', 'Ready to qualify']],
      ['QuoteProcesses', 'QuoteTypes', 'quote_process_id', ['Draft', 'In review', 'Sent', 'Accepted']],
      ['Pipelines', 'OpportunityTypes', 'pipeline_id', ['Prospecting', 'Engaging', 'Proposal', 'Negotiation', 'Won']],
    ])('has %s with steps, and %s that go that way', async (processes, types, reference, steps) => {
      const [process, ...others] = await list(processes, { expand: 'steps' });
      expect(others).toEqual([]);
      const found = Object(process).steps;
      expect(names(found)).toEqual(steps);
      expect(names(found, 'sort_order')).toEqual(steps.map((_, index) => index + 1));
      for (const percent of names(found, 'percent')) expect(percent).toBeGreaterThan(0);
      expect(await list(types)).toMatchObject([{ name: 'Standard', [reference]: process?.id }]);
    });

    it.each([
      ['TaskTypes', 'name', ['Task', 'Call', 'Email', 'Text message']],
      ['AppointmentTypes', 'name', ['Meeting', 'Call', 'Event']],
      ['ProjectTypes', 'name', ['Standard']],
      ['ProductTypes', 'name', ['Standard']],
      ['OpptyProductRelationTypes', 'name', ['Standard']],
      ['AccountRoles', 'label', ['Management', 'Purchasing', 'Technical contact', 'Billing contact']],
      ['SalesRoles', 'name', ['Decision maker', 'Sponsor', 'Influencer', 'Gatekeeper', 'User', 'Opponent']],
      ['ParentAccountRelationTypes', 'parent_label', ['Holding', 'Headquarters']],
      ['CurrencyExchangeRatesLists', 'id', []],
    ])('has %s', async (collection, member, wanted) => {
      expect(names(await list(collection), member)).toEqual(wanted);
    });

    it('gives tasks and appointments the first of their types', async () => {
      const { ownerId } = running.space.ids;
      const [taskType] = await list('TaskTypes');
      const task = await running.space.create('Tasks', { subject: 'Call back', owner_id: ownerId });
      expect(task.activity_type_id).toBe(taskType?.id);
      expect(names(await list('TaskTypes'), 'icon')).toEqual([1, 3, 4, 15]);
    });

    it('offers outcomes of calls', async () => {
      const options = await list('Data', {
        'filter[data_set_id]': '00000000-0000-0000-0000-0000000d0005',
        'order-by': 'sort_order',
      });
      expect(names(options, 'option_name')).toEqual(['Reached', 'Left a message', 'No answer', 'Busy', 'Wrong number']);
    });
  });

  describe('an older space', () => {
    it('gets the kinds of which it has none, once, and keeps all else as it is', async () => {
      running.server.spoilNumbers();
      const space = await running.server.newSpace('older');
      await forgetEntityTypes(running.server.deps.db, space.id);
      // One kind was there and all of it was deleted, another has a record of the business only.
      for (const { id } of (await space.list('SalesRoles')).data) await space.delete('SalesRoles', id);
      const own = await space.create('AccountRoles', { label: 'Neighbour' });
      const kept = ['Clients', 'Steps', 'Data', 'Currencies', 'AccountTypes', 'SalesRoles', 'AccountRoles'];
      const before = await Promise.all(kept.map((one) => space.list(one, { first: 100, 'include-deleted': true })));

      const all = await Promise.all(Array.from({ length: 3 }, () => openDeps(running.server.config)));
      for (const { db } of all) await db.close();

      const after = await Promise.all(kept.map((one) => space.list(one, { first: 100, 'include-deleted': true })));
      const isNew = ({ data }: (typeof after)[number], index: number) =>
        data.filter(({ id }) => !before[index]?.data.some((record) => record.id === id));
      expect(after.map((page, index) => isNew(page, index).length)).toEqual([0, 4, 5, 0, 0, 0, 0]);
      for (const [index, { data }] of before.entries())
        expect(after[index]?.data).toEqual(expect.arrayContaining(data.slice()));
      expect(names((await space.list('AccountRoles')).data, 'id')).toEqual([own.id]);
      expect(names((await space.list('TaskTypes')).data)).toEqual(['Task', 'Call', 'Email', 'Text message']);
      const [process] = (await space.list('LeadProcesses', { expand: 'steps,lead_types' })).data;
      expect(process).toMatchObject({ lead_types: [{ name: 'Standard' }] });
      expect(names(Object(process).steps)).toEqual(['New', 'Contacted', 'In conversation', 'Ready to qualify']);
    });

    it('is left alone when it is up to date', async () => {
      const revision = async () => {
        const row = await running.server.deps.db.knex('spaces').where({ space_id: 'acme' }).first('revision');
        return Number(row.revision);
      };
      const before = await revision();
      await (await openDeps(running.server.config)).db.close();
      expect(await revision()).toBe(before);
    });
  });
});

/** Takes from a space what came later than its supposed version. */
async function forgetEntityTypes({ knex }: Database, space: string): Promise<void> {
  const ofSpace = { space_id: space };
  await knex('lead_types').where(ofSpace).delete();
  await knex('steps').where(ofSpace).whereNotNull('lead_process_id').delete();
  await knex('lead_processes').where(ofSpace).delete();
  await knex('task_types').where(ofSpace).delete();
  await knex('account_roles').where(ofSpace).delete();
  await knex('data')
    .where({ ...ofSpace, data_set_id: '00000000-0000-0000-0000-0000000d0005' })
    .delete();
  await knex('spaces').where(ofSpace).update({ catalog_version: 'older' });
}
