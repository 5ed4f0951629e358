/**
 * Fields that a space has defined, when a lead becomes an opportunity: those of its own go with it, those that lead to it are in the way.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { newLead } from './lifecycle-space.js';

const deal = { closing_date: '2026-09-30', value: { base_value: 500 } };
const colors = [
  { option_name: 'Red', calc_value: 1 },
  { option_name: 'Green', calc_value: 2 },
];

onDatabaseInTurn((running) => {
  const define = (entity_name: string, name: string, type_id: string, more: Json = {}) =>
    running.space.create('Fields', { entity_name, name, type_id, ...more });
  const qualify = (id: string, body: Json = deal) => running.space.send('POST', `Leads/${id}/qualify`, { body });
  const turned = async (path: string, body: Json): Promise<TestRecord> => {
    const answer = await running.space.send('POST', path, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as TestRecord;
  };

  describe('what has no paired field', () => {
    beforeAll(() => define('Lead', 'Wishes', 'multiselect_checkbox', { data_set: colors }));

    it('goes with the lead, also the options that it had chosen', async () => {
      const { space, server } = running;
      const [field] = (await space.list('Fields', { 'filter[api_name]': 'cf_wishes' })).data;
      const { data } = await space.list('Data', { 'filter[data_set_id]': String(field?.data_set_id) });
      const chosen = { cf_wishes: data.map(({ id }) => ({ id })) };
      const [gone, kept] = [await newLead(space, chosen), await newLead(space, chosen)];
      expect(gone.cf_wishes).toHaveLength(2);
      await turned(`Leads/${gone.id}/qualify`, deal);
      const count = (record_id: string) =>
        server.deps.db
          .knex('data_relations')
          .where({ space_id: space.id, record_id })
          .then((rows) => rows.length);
      expect([await count(gone.id), await count(kept.id)]).toEqual([0, 2]);
      expect((await turned(`Opportunities/${gone.id}/back-to-lead`, {})).cf_wishes).toEqual([]);
    });
  });

  describe('a lookup of leads', () => {
    beforeAll(async () => {
      for (const [name, entity_name] of [
        ['Lead seen', 'Lead'],
        ['Deal seen', 'Opportunity'],
      ] as const) {
        await define('Task', name, 'lookup', { lookup: { entity_name, many: false } });
      }
    });
    const newTask = (members: Json) =>
      running.space.create('Tasks', { subject: 'Call', owner_id: running.space.ids.ownerId, ...members });

    it('is in the way while a record has it', async () => {
      const { space } = running;
      const { id } = await newLead(space);
      const task = await newTask({ cf_lead_seen_id: id });
      const rejected = await qualify(id);
      expect(rejected.status).toBe(409);
      expect(rejected.text).toContain('Tasks (cf_lead_seen_id)');
      await space.update('Tasks', task.id, { cf_lead_seen_id: null });
      expect((await qualify(id)).status).toBe(200);
    });

    it('is cleared in deleted records', async () => {
      const { space } = running;
      const { id } = await newLead(space);
      const task = await newTask({ cf_lead_seen_id: id });
      await space.delete('Tasks', task.id);
      const query = { 'include-deleted': true };
      const { revision } = await space.get('Tasks', task.id, query);
      await turned(`Leads/${id}/qualify`, deal);
      const left = await space.get('Tasks', task.id, query);
      expect(left).toMatchObject({ cf_lead_seen_id: null, cf_lead_seen: null, revision });
      expect((await space.list('Tasks', { ...query, 'filter[cf_lead_seen_id]': id })).data).toEqual([]);
    });

    it('leaves the references of the service their successors', async () => {
      const { space } = running;
      const tag = await space.create('Tags', { name: `seen ${Date.now()}` });
      const lead = await newLead(space, { tags: [{ tag_id: tag.id }] });
      await turned(`Leads/${lead.id}/qualify`, deal);
      const { data } = await space.list('TagRelations', { 'filter[tag_id]': tag.id });
      expect(data).toMatchObject([{ oppty_id: lead.id }]);
    });

    it('is in the way of an opportunity that goes back', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      await newTask({ cf_deal_seen_id: id });
      expect((await space.send('POST', `Opportunities/${id}/back-to-lead`, { body: {} })).status).toBe(409);
    });
  });
});
