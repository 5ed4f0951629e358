/** Saved filters and reports that need a field or a kind keep it from being deleted, and are named. */
import { beforeEach, expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { ask, find, mainTab } from '../filters/ask-filter.js';
import { onDatabaseInTurn } from '../fixture.js';
import { basic, type Json, type TestRecord, TestSpace } from '../test-space.js';

const saveFilter = `mutation ($name: String!, $tab: FilterTabInput!, $shareMode: Int) {
  saved: saveFilter(name: $name, tab: $tab, shareMode: $shareMode) { id problem }
}`;
const saveReport = `mutation ($name: String!, $structure: [ReportItemInput!]!) {
  saved: saveReport(name: $name, structure: $structure) { id problem }
}`;

type Saved = { readonly saved: { readonly id: string; readonly problem: string | null } };

let made = 0;

onDatabaseInTurn((running) => {
  let space: TestSpace;
  beforeEach(async () => {
    made += 1;
    space = await running.server.newSpace(`definitions${made}`);
  });

  const field = (body: Json) => space.create('Fields', { entity_name: 'Account', type_id: 'input', ...body });
  const remove = (record: TestRecord, path = 'Fields') => space.send('DELETE', `${path}/${record.id}`);
  const filter = async (name: string, tab: unknown, by = space) => {
    const { saved } = await ask<Saved>(by, saveFilter, { name, tab });
    expect(saved.problem).toBeNull();
    return saved;
  };
  const report = async (name: string, ...structure: readonly Json[]) => {
    const { saved } = await ask<Saved>(space, saveReport, { name, structure });
    expect(saved.problem).toBeNull();
    return saved;
  };

  it('names the saved filter that needs a field, and lets the field go when it does not any more', async () => {
    const dep = await field({ name: 'Dep' });
    await field({ name: 'Dep other' });
    await space.newAccount({ name: 'Mine', cf_dep: 'x' });
    const saved = await filter('Big ones', mainTab('Account', ['cf_dep', 'Is', 'x']));
    await filter('Others', mainTab('Account', ['cf_dep_other', 'Is', 'x']));
    await filter('A word', mainTab('Account', ['name', 'Is', 'cf_dep']));
    const answer = await remove(dep);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.message).toContain(
      `Account.cf_dep is in use: the saved filter "Big ones" (${saved.id}). Change`,
    );
    expect(await find(space, 'accounts', { profileId: saved.id })).toHaveLength(1);
    const batch = await space.send('POST', 'Fields/batch-delete', { body: [dep.id] as unknown as Json });
    expect(batch.text).toContain(saved.id);
    const forgetting = await space.send('DELETE', `Fields/${dep.id}`, { query: { 'delete-values': 'true' } });
    expect(forgetting.status, forgetting.text).toBe(409);
    await space.delete('Profiles', saved.id);
    expect((await remove(dep)).status).toBe(200);
  });

  it('follows paths through relations to the entity type on which they end', async () => {
    const [region, own] = [await field({ name: 'Region' }), await field({ name: 'Region', entity_name: 'Contact' })];
    const lookup = { entity_name: 'Account' };
    const partner = await field({ name: 'Partner', entity_name: 'Contact', type_id: 'lookup', lookup });
    const saved = await filter('Way', mainTab('Contact', ['cf_partner.cf_region', 'Is', 'x']));
    const ids = { id: 'b', entity: 'Contact', lookupFieldId: partner.id, filterFields: [] };
    const box = await filter('Box', { mainBox: { entity: 'Account', filterFields: [] }, siblingBoxes: [ids] });
    expect((await remove(own)).status).toBe(200);
    const regions = (await remove(region)).body.message;
    expect(regions).toContain(saved.id);
    expect(regions).not.toContain(box.id);
    const partners = (await remove(partner)).body.message;
    expect(partners).toContain(saved.id);
    expect(partners).toContain(box.id);
  });

  it('looks at saved reports and at what was written over REST', async () => {
    const [sum, column] = [await field({ name: 'Sum', type_id: 'integer' }), await field({ name: 'Column' })];
    const measures = [{ function: 'Sum', field: 'cf_sum' }];
    const pivot = await report('Sums', { id: 'sums', pivotTable: { entityType: 'Account', measures } });
    const table = await report('Lines', {
      id: 'lines',
      reportTable: { entityType: 'Account', columns: ['cf_column'] },
    });
    expect((await remove(sum)).body.message).toContain(`the saved report "Sums" (${pivot.id})`);
    expect((await remove(column)).body.message).toContain(`the saved report "Lines" (${table.id})`);
    const rest = await field({ name: 'Rest' });
    const rules = [{ field: 'cf_rest', operator: 'Is', values: [['x']] }];
    const settings = { operator: 'And', filter_main_box: { id: 'main', entity: 'Account', filter_fields: rules } };
    const entity = { entity: 1, entity_api_name: null };
    const kept = await space.get('Profiles', (await filter('Kept', mainTab('Account', ['name', 'Is', 'x']))).id);
    const body = { ...entity, entity: kept.entity, name: 'Over REST', type: kept.type, settings, share_mode: 0 };
    const written = await space.create('Profiles', body as Json);
    expect((await remove(rest)).body.message).toContain(`the saved filter "Over REST" (${written.id})`);
  });

  it('only counts private ones of others, and those beyond ten', async () => {
    const dep = await field({ name: 'Dep' });
    const tab = mainTab('Account', ['cf_dep', 'Is', 'x']);
    for (let index = 0; index < 12; index++) await filter(`Filter ${index}`, tab);
    const user = await space.create('Clients', {
      email: 'ann@example.com',
      default_unit_id: space.ids.unitId,
    });
    const as = async (client: string) => {
      const key = await createKey(running.server.deps, { space: space.id, client });
      return new TestSpace(space.origin, space.id, basic(key), space.readOnlyAuthorization);
    };
    const [own, theirs] = [await as(space.ids.ownerId), await as(user.id)];
    await ask(theirs, saveFilter, { name: 'Secret', tab, shareMode: 1 });
    const { message } = (await own.send('DELETE', `Fields/${dep.id}`)).body;
    expect(message).toContain('), and 2 more, saved filters or reports that you may not see (1). Change');
    expect(message).not.toContain('Secret');
    expect((await theirs.send('DELETE', `Fields/${dep.id}`)).body.message).toContain('and 3 more. Change');
  });

  it('names what needs a kind that is to go', async () => {
    const { entity } = await defineEntityType(space, 'Vehicle');
    const saved = await filter('Vans', mainTab('Vehicle', ['name', 'Is', 'x']));
    const sums = await report('Fleet', {
      id: 'fleet',
      pivotTable: { entityType: 'CustomEntity', entityApiName: 'Vehicle', measures: [{ function: 'Count' }] },
    });
    const answer = await remove(entity, 'Entities');
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.message).toContain(`Vehicle is in use: the saved filter "Vans" (${saved.id}), the saved report`);
    await space.delete('Profiles', saved.id);
    await space.delete('Reports', sums.id);
    expect((await remove(entity, 'Entities')).status).toBe(200);
  });
});
