/** Lookups that relate any number of records with any number of others, from both sides, over REST v100. */
import { beforeAll, describe, expect, test } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

onOneDatabase((running) => {
  const newField = (body: Json) => running.space.create('Fields', body);
  const newProject = (members: Json = {}) =>
    running.space.create('Projects', { name: 'A project', owner_id: running.space.ids.ownerId, ...members });
  const project = (id: string, query: Record<string, string> = {}) => running.space.get('Projects', id, query);
  const opportunity = (id: string) => running.space.get('Opportunities', id);
  const namesOf = async (id: string) => {
    const { cf_deals } = await project(id, { expand: 'cf_deals.record_2' });
    return (cf_deals as { record_2: TestRecord }[]).map(({ record_2 }) => record_2.name);
  };

  beforeAll(async () => {
    const lookup = { entity_name: 'Opportunity', many: true };
    const field = await newField({ entity_name: 'Project', name: 'Deals', type_id: 'lookup', lookup });
    const back = { entity_name: 'Project', many: true, relation_id: field.id };
    await newField({ entity_name: 'Opportunity', name: 'Projects', type_id: 'lookup', lookup: back });
    const rollUps = {
      'Deal value': { relation: 'cf_deals', function: 'SUM', field: 'value' },
      'Open deals': { relation: 'cf_deals', function: 'COUNT', filter: { is_archived: false } },
    };
    for (const [name, rollup] of Object.entries(rollUps)) {
      await newField({ entity_name: 'Project', name, type_id: 'rollup', rollup });
    }
    const above = { relation: 'cf_projects', function: 'MAX', field: 'cf_deal_value' };
    await newField({ entity_name: 'Opportunity', name: 'Largest project', type_id: 'rollup', rollup: above });
  });

  test('takes ids, answers links, and is replaced as a set', async () => {
    const { space } = running;
    const [a, b] = [await space.newOpportunity({ name: 'A' }), await space.newOpportunity({ name: 'B' })];
    const made = await newProject({ cf_deals: [{ id: a.id }, { id: b.id }] });
    expect(made.cf_deals).toHaveLength(2);
    expect(await namesOf(made.id)).toEqual(['A', 'B']);
    const [link] = made.cf_deals as string[];
    expect(link).toMatch(new RegExp(`^${space.entities}/Project_cf_deals/[0-9a-f-]{36}$`));
    const changed = await space.update('Projects', made.id, {
      cf_deals: [link, { id: (await space.newOpportunity({ name: 'C' })).id }],
    });
    expect((changed.cf_deals as string[])[0]).toBe(link);
    expect(await namesOf(made.id)).toEqual(['A', 'C']);
    expect((await opportunity(a.id)).cf_projects).toEqual([link]);
    expect((await opportunity(b.id)).cf_projects).toEqual([]);
    await space.update('Opportunities', b.id, { cf_projects: [{ id: made.id }] });
    expect(await namesOf(made.id)).toEqual(['A', 'C', 'B']);
    await space.update('Projects', made.id, { cf_deals: null });
    expect((await opportunity(a.id)).cf_projects).toEqual([]);
  });

  test('is filtered by what is at the other end', async () => {
    const { space } = running;
    const deal = await space.newOpportunity({ name: 'Only here' });
    const made = await newProject({ cf_deals: [{ id: deal.id }] });
    const other = await newProject();
    const idsOf = async (filter: Record<string, string>) =>
      (await space.list('Projects', filter)).data.map(({ id }) => id);
    expect(await idsOf({ 'filter[cf_deals.name]': 'Only here' })).toEqual([made.id]);
    expect(await idsOf({ 'filter[cf_deals.record_2.name]': 'Only here' })).toEqual([made.id]);
    expect(await idsOf({ 'filter[cf_deals.owner.email]': 'nobody@example.com' })).toEqual([]);
    expect(await idsOf({ 'filter[cf_deals]': deal.id })).toEqual([made.id]);
    expect(await idsOf({ 'filter[cf_deals]': crypto.randomUUID() })).toEqual([]);
    const found = await space.list('Opportunities', { 'filter[cf_projects]': made.id });
    expect(found.data.map(({ id }) => id)).toEqual([deal.id]);
    expect(await idsOf({ 'filter[cf_deals]': '', 'filter-op[cf_deals]': 'empty' })).toContain(other.id);
    const rejected = await space.send('GET', 'Projects', { query: { 'filter[cf_deals.nmae]': 'x' } });
    expect(rejected.status).toBe(400);
    expect(rejected.body.message).toContain('Opportunity has no field "nmae"');
  });

  test('follows the deletion of either end', async () => {
    const { space } = running;
    const [a, b] = [await space.newOpportunity({ name: 'A' }), await space.newOpportunity({ name: 'B' })];
    const made = await newProject({ cf_deals: [{ id: a.id }, { id: b.id }] });
    await space.delete('Opportunities', a.id);
    expect(await namesOf(made.id)).toEqual(['B']);
    await space.send('POST', 'Opportunities/batch-restore', { body: [a.id] });
    expect(await namesOf(made.id)).toEqual(['A', 'B']);
    await space.delete('Projects', made.id);
    expect((await opportunity(b.id)).cf_projects).toEqual([]);
  });

  describe('is summed up', () => {
    test('whatever changes: the set, the records at the other ends, or which of them there are', async () => {
      const { space } = running;
      const [a, b] = [
        await space.newOpportunity({ value: { base_value: 10 } }),
        await space.newOpportunity({ value: { base_value: 2.5 } }),
      ];
      const made = await newProject({ cf_deals: [{ id: a.id }, { id: b.id }] });
      expect(made).toMatchObject({ cf_deal_value: 12.5, cf_open_deals: 2 });
      expect(await opportunity(a.id)).toMatchObject({ cf_largest_project: 12.5 });
      await space.update('Opportunities', b.id, { value: { base_value: 3 } });
      expect(await project(made.id)).toMatchObject({ cf_deal_value: 13, cf_open_deals: 2 });
      expect(await opportunity(a.id)).toMatchObject({ cf_largest_project: 13 });
      await space.update('Opportunities', b.id, { is_archived: true });
      expect(await project(made.id)).toMatchObject({ cf_deal_value: 13, cf_open_deals: 1 });
      await space.delete('Opportunities', a.id);
      expect(await project(made.id)).toMatchObject({ cf_deal_value: 3, cf_open_deals: 0 });
      await space.send('POST', 'Opportunities/batch-restore', { body: [a.id] });
      expect(await project(made.id)).toMatchObject({ cf_deal_value: 13, cf_open_deals: 1 });
      await space.update('Opportunities', a.id, { cf_projects: [] });
      expect(await project(made.id)).toMatchObject({ cf_deal_value: 3, cf_open_deals: 0 });
      expect(await opportunity(a.id)).toMatchObject({ cf_largest_project: null });
    });

    test('but not in a circle', async () => {
      const seed = await newField({ entity_name: 'Project', name: 'Seed', type_id: 'currency', calc_formula: '1 + 1' });
      const up = { relation: 'cf_projects', function: 'SUM', field: 'cf_seed' };
      await newField({ entity_name: 'Opportunity', name: 'Seeds', type_id: 'rollup', rollup: up });
      const down = { relation: 'cf_deals', function: 'SUM', field: 'cf_seeds' };
      await newField({ entity_name: 'Project', name: 'All seeds', type_id: 'rollup', rollup: down });
      const body = { calc_formula: '#cf_all_seeds + 1' };
      const rejected = await running.space.send('PATCH', `Fields/${seed.id}`, { body });
      expect(rejected.status).toBe(422);
      expect(rejected.body.message).toContain('is circular');
    });
  });
});
