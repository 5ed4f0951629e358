/**
 * Saved filters: kept as Profiles in the form that programs over REST read and write, checked when they are written, found by those
 * who may see them, and run wherever a filter is taken.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onOneDatabase } from '../fixture.js';
import { basic, type Json, TestSpace } from '../test-space.js';
import { ask, find, mainTab, rejectionOf, rules, send } from './ask-filter.js';

const members = 'id name entity problem isStatic pipelineIds ownerId shareMode revision';
const tabMembers = `tab {
  operator formula isEnabled timeZone
  mainBox { __typename id entity lookupFieldId ...rules }
  siblingBoxes { __typename id entity lookupFieldId ...rules }
}`;
const fragments = `
  fragment rules on FilterBoxInterface {
    ... on MainFilterBox { formula filterFields { id field operator values } }
    ... on FilterBox { formula relation { kind } filterFields { id field operator values } }
    ... on EntityHealthMainFilterBox { minimumScore filterFields { id field operator values weight } }
    ... on EntityHealthFilterBox { minimumScore relation { kind } filterFields { id field operator values weight } }
  }`;

const save = `mutation ($name: String!, $tab: FilterTabInput!, $pipelineIds: [UUID!], $shareMode: Int) {
  saved: saveFilter(name: $name, tab: $tab, pipelineIds: $pipelineIds, shareMode: $shareMode) { ${members} ${tabMembers} }
} ${fragments}`;
const change = `mutation ($id: UUID!, $name: String, $tab: FilterTabInput, $shareMode: Int, $revision: Int) {
  saved: changeFilter(id: $id, name: $name, tab: $tab, shareMode: $shareMode, revision: $revision) { ${members} ${tabMembers} }
} ${fragments}`;

type Saved = { readonly saved: Json & { readonly id: string; readonly revision: number } };

onOneDatabase((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('saved');
    await space.newAccount({ name: 'North', city: 'Leeds' });
    await space.newAccount({ name: 'South', city: 'York' });
  });

  const north = mainTab('Account', ['city', 'Is', 'leeds']);

  it('is stored as a Profile in snake case, and shown as it was given', async () => {
    const ruleId = '0193a000-0000-7000-8000-000000000001';
    const tab = {
      operator: 'Or',
      formula: '1 OR "who"',
      timeZone: 'Europe/Paris',
      mainBox: {
        id: 'here',
        entity: 'Account',
        formula: `${ruleId} AND NOT 2`,
        filterFields: [
          { id: ruleId, field: 'city', operator: 'Is', values: [['leeds'], [null]] },
          ...rules(['name', null]),
        ],
      },
      healthSiblingBoxes: [
        {
          id: 'who',
          entity: 'Contact',
          relation: { kind: 'Primary' },
          minimumScore: 5,
          filterFields: [{ field: 'email1', operator: 'IsNotEmpty', weight: 5 }],
        },
      ],
    };
    const { saved } = await ask<Saved>(space, save, { name: 'In Leeds', tab, shareMode: 2 });
    const rule = { id: ruleId, field: 'city', operator: 'Is', values: [['leeds'], [null]] };
    const off = { id: null, field: 'name', operator: 'Nop', values: [] };
    const weighed = { id: null, field: 'email1', operator: 'IsNotEmpty', values: [] };
    expect(saved).toMatchObject({
      name: 'In Leeds',
      entity: 'Account',
      problem: null,
      isStatic: false,
      shareMode: 2,
      tab: {
        operator: 'Or',
        formula: '1 OR "who"',
        isEnabled: true,
        timeZone: 'Europe/Paris',
        mainBox: { __typename: 'MainFilterBox', id: 'here', lookupFieldId: null, filterFields: [rule, off] },
        siblingBoxes: [
          {
            __typename: 'EntityHealthFilterBox',
            id: 'who',
            relation: { kind: 'Primary' },
            minimumScore: 5,
            filterFields: [{ ...weighed, weight: 5 }],
          },
        ],
      },
    });
    const profile = await space.get('Profiles', saved.id);
    expect(profile).toMatchObject({ name: 'In Leeds', entity: 2, type: 1, share_mode: 2 });
    expect(profile.settings).toEqual({
      operator: 'Or',
      is_custom: true,
      is_enabled: true,
      formula: '1 OR "who"',
      time_zone: 'Europe/Paris',
      filter_main_box: { id: 'here', entity: 'Account', formula: `${ruleId} AND NOT 2`, filter_fields: [rule, off] },
      filter_sibling_boxes: [
        {
          id: 'who',
          entity: 'Contact',
          relation: { kind: 'Primary' },
          minimum_score: 5,
          filter_fields: [{ ...weighed, weight: 5 }],
        },
      ],
    });
  });

  it('is run by its id, together with other filters', async () => {
    const { saved } = await ask<Saved>(space, save, { name: 'Leeds', tab: north });
    const [id] = await find(space, 'accounts', { profileId: saved.id });
    expect(await space.get('Accounts', id ?? '')).toMatchObject({ name: 'North' });
    const filterTab = mainTab('Account', ['name', 'Is', 'South']);
    expect(await find(space, 'accounts', { profileId: saved.id, filterTab })).toEqual([]);
    const nested = await ask<Json>(
      space,
      `query ($id: UUID!) { accounts(filter: { name: { eq: "North" } }) { nodes { tags(first: 1) { nodes { id } } } }
        clients { nodes { unitMembership(first: 1, filterTab: { mainBox: { entity: "SalesUnitClientRelation", filterFields: [] } }) { nodes { id } } } }
        accounts2: accounts(profileId: $id) { totalCount } }`,
      { id: saved.id },
    );
    expect(nested).toMatchObject({ accounts2: { totalCount: 1 } });
  });

  it('is run as a program over REST wrote it', async () => {
    const settings = {
      operator: 'And',
      is_custom: false,
      is_enabled: true,
      filter_main_box: {
        __typename: 'MainFilterBox',
        id: '1',
        entity: 'Account',
        filter_fields: [
          { __typename: 'FieldFilterRule', id: null, field: 'city', operator: 'In', values: [['York', 'Rome']] },
        ],
      },
      filter_sibling_boxes: [{ id: '2', entity: 'Contact', relation: { kind: 'NoRelation' }, filter_fields: [] }],
    };
    const profile = await space.create('Profiles', { name: 'From outside', entity: 2, settings });
    const [id] = await find(space, 'accounts', { profileId: profile.id });
    expect(await space.get('Accounts', id ?? '')).toMatchObject({ name: 'South' });
    const { savedFilter } = await ask<Json>(space, `query ($id: UUID!) { savedFilter(id: $id) { ${members} } }`, {
      id: profile.id,
    });
    expect(savedFilter).toMatchObject({ name: 'From outside', entity: 'Account', problem: null });
  });

  it('says what is wrong with one that cannot be run', async () => {
    const problemOf = async (body: Json) => {
      const { id } = await space.create('Profiles', { name: 'Broken', entity: 2, ...body });
      const { savedFilter } = await ask<{ savedFilter: Json }>(
        space,
        `query ($id: UUID!) { savedFilter(id: $id) { ${members} ${tabMembers} } } ${fragments}`,
        { id },
      );
      expect(savedFilter.tab).toBeNull();
      const rejection = await rejectionOf(space, 'accounts', { profileId: id });
      return [savedFilter.problem, rejection];
    };
    const main = (filter_fields: unknown) => ({
      settings: { filter_main_box: { id: '1', entity: 'Account', filter_fields } },
    });
    expect(await problemOf({ settings: 'x' })).toEqual([
      'profile.settings: is not an object.',
      'accounts.profileId.settings: is not an object.',
    ]);
    expect(await problemOf(main([{ field: 'ctiy', operator: 'Is', values: [['x']] }]))).toEqual([
      'profile.settings.filter_main_box.filter_fields[0].field: Account has no field "ctiy". Did you mean "city"?',
      'accounts.profileId.settings.filter_main_box.filter_fields[0].field: Account has no field "ctiy". Did you mean "city"?',
    ]);
    expect((await problemOf(main([{ field: 'city', operator: 'Iss', values: [['x']] }])))[0]).toContain(
      'Did you mean "Is"?',
    );
    expect((await problemOf({ entity: 10, ...main([]) }))[0]).toContain('OnlineForm, which are not stored here');
  });

  it('is rejected when it could not be run', async () => {
    const rejected = async (variables: Json) =>
      (await send(space, save, { name: 'x', ...variables })).errors?.[0]?.message;
    expect(await rejected({ tab: mainTab('Account', ['ctiy', 'Is', 'x']) })).toBe(
      'saveFilter.tab.mainBox.filterFields[0].field: Account has no field "ctiy". Did you mean "city"?',
    );
    expect(await rejected({ tab: mainTab('Account', ['created', 'Less', 'x']) })).toContain(
      'filterFields[0].values: "x" is not a date-time',
    );
    expect(await rejected({ tab: mainTab('Step') })).toContain('there are no saved filters of "Step"');
    expect(await rejected({ tab: { ...north, timeZone: 'Mars/North' } })).toContain('"Mars/North" is not a time zone');
    expect((await space.list('Profiles', { 'filter[name]': 'x' })).data).toEqual([]);
  });

  it('is changed in part, by the revision that was seen, and deleted', async () => {
    const { saved } = await ask<Saved>(space, save, { name: 'First', tab: north });
    const renamed = await ask<Saved>(space, change, { id: saved.id, name: 'Second', revision: saved.revision });
    expect(renamed.saved).toMatchObject({ name: 'Second', tab: saved.tab });
    const stale = await send(space, change, { id: saved.id, name: 'Third', revision: saved.revision });
    expect(stale.errors?.[0]?.extensions.code).toBe('ERROR_REVISION_CONFLICT');
    const other = await send(space, change, { id: saved.id, tab: mainTab('Contact') });
    expect(other.errors?.[0]?.message).toContain('mainBox.entity: must be Account');
    const { deleted } = await ask<Json>(space, 'mutation ($id: UUID!) { deleted: deleteSavedFilter(id: $id) }', {
      id: saved.id,
    });
    expect(deleted).toBe(saved.id);
    expect(await ask(space, 'query ($id: UUID!) { savedFilter(id: $id) { id } }', { id: saved.id })).toEqual({
      savedFilter: null,
    });
    expect(await rejectionOf(space, 'accounts', { profileId: saved.id })).toBe(
      `accounts.profileId: there is no saved filter ${saved.id}.`,
    );
  });

  it('finds opportunities of its pipelines only, and what people put on a list', async () => {
    const { pipelineId } = space.ids;
    const deal = await space.newOpportunity();
    const other = await space.create('Pipelines', { name: 'Other' });
    const tab = mainTab('Opportunity');
    const own = await ask<Saved>(space, save, { name: 'Own', tab, pipelineIds: [pipelineId] });
    const none = await ask<Saved>(space, save, { name: 'None', tab, pipelineIds: [other.id] });
    expect(await find(space, 'opportunities', { profileId: own.saved.id })).toEqual([deal.id]);
    expect(await find(space, 'opportunities', { profileId: none.saved.id })).toEqual([]);
    const list = await space.create('Profiles', { name: 'By hand', entity: 4, type: 2 });
    expect(await find(space, 'opportunities', { profileId: list.id })).toEqual([]);
    await space.update('Opportunities', deal.id, { static_profiles: [{ id: list.id }] });
    expect(await find(space, 'opportunities', { profileId: list.id })).toEqual([deal.id]);
    expect(await rejectionOf(space, 'accounts', { profileId: list.id })).toContain(
      'selects Opportunity records, not Account records',
    );
  });

  it('takes pipelines that are there, for opportunities only', async () => {
    const gone = await space.create('Pipelines', { name: 'Gone' });
    const deals = mainTab('Opportunity');
    const { saved } = await ask<Saved>(space, save, { name: 'Narrow', tab: deals, pipelineIds: [gone.id] });
    await space.delete('Pipelines', gone.id);
    const rejected = async (query: string, variables: Json) =>
      (await send(space, query, { name: 'Nowhere', ...variables })).errors?.[0]?.message;
    const missing = `there is no pipeline ${gone.id}.`;
    expect(await rejected(save, { tab: deals, pipelineIds: [space.ids.pipelineId, gone.id] })).toBe(
      `saveFilter.pipelineIds[1]: ${missing}`,
    );
    expect(await rejected(save, { tab: north, pipelineIds: [space.ids.pipelineId] })).toBe(
      'saveFilter.pipelineIds: Account records are in no pipeline; leave them out.',
    );
    expect((await space.list('Profiles', { 'filter[name]': 'Nowhere' })).data).toEqual([]);
    const narrow =
      'mutation ($id: UUID!, $pipelineIds: [UUID!]) { changeFilter(id: $id, pipelineIds: $pipelineIds) { pipelineIds } }';
    const unknown = '0193a000-0000-7000-8000-00000000000f';
    expect(await rejected(narrow, { id: saved.id, pipelineIds: [unknown] })).toBe(
      `changeFilter.pipelineIds[0]: there is no pipeline ${unknown}.`,
    );
    const kept = [gone.id, space.ids.pipelineId];
    expect(await ask(space, narrow, { id: saved.id, pipelineIds: kept })).toEqual({
      changeFilter: { pipelineIds: kept },
    });
  });

  it('is not changed by null, of which each is reported', async () => {
    const { saved } = await ask<Saved>(space, save, { name: 'Not null', tab: north });
    const nulls = 'name: null, tab: null, pipelineIds: null, shareMode: null';
    const query = `mutation ($id: UUID!) { changeFilter(id: $id, ${nulls}) { name } }`;
    const { errors } = await send(space, query, { id: saved.id });
    const places = ['name', 'tab', 'pipelineIds', 'shareMode'].map((name) => `changeFilter.${name}`);
    expect(errors?.[0]?.message).toBe(
      places.map((at) => `${at}: is null; leave it out to keep it as it is.`).join(' '),
    );
    expect((await space.get('Profiles', saved.id)).revision).toBe(saved.revision);
  });

  it('tells of pipelines that another program wrote and that cannot be', async () => {
    const other = await running.server.newSpace('outside');
    const gone = await other.create('Pipelines', { name: 'Gone' });
    await other.delete('Pipelines', gone.id);
    const never = '0193a000-0000-7000-8000-00000000000e';
    const kept = (entity: string) => ({ filter_main_box: { entity, filter_fields: [] } });
    const write = (name: string, entity: number, members: Json) =>
      other.create('Profiles', { name, entity, type: 1, ...members });
    const pipelines = [other.ids.pipelineId, never];
    const accounts = await write('Accounts', 2, { settings: kept('Account'), pipelines });
    await write('Deals', 4, { settings: { operator: 'Xor' }, pipelines });
    await write('Old', 4, { settings: kept('Opportunity'), pipelines: [gone.id] });
    const list = '{ page: savedFilters { items { name problem tab { operator } } } }';
    const { page } = await ask<{ page: { items: readonly Json[] } }>(other, list);
    expect(page.items).toEqual([
      {
        name: 'Accounts',
        problem:
          'profile.pipelines: Account records are in no pipeline; leave them out. ' +
          `profile.pipelines[1]: there is no pipeline ${never}.`,
        tab: null,
      },
      {
        name: 'Deals',
        problem:
          'profile.settings.operator: there is no "Xor". Did you mean "Or"? ' +
          `profile.settings.filter_main_box: is not an object. profile.pipelines[1]: there is no pipeline ${never}.`,
        tab: null,
      },
      { name: 'Old', problem: null, tab: { operator: 'And' } },
    ]);
    expect(await rejectionOf(other, 'accounts', { profileId: accounts.id })).toBe(
      'accounts.profileId.pipelines: Account records are in no pipeline; leave them out.',
    );
  });

  it('is found in pages by name, of one record type or of all', async () => {
    const other = await running.server.newSpace('pages');
    for (const name of ['C', 'A', 'B']) await ask(other, save, { name, tab: north });
    await ask(other, save, { name: 'D', tab: mainTab('Contact') });
    const list =
      'query ($entity: String, $first: Int, $after: String) { page: savedFilters(entity: $entity, first: $first, after: $after) { items { name } hasNextPage endCursor } }';
    type Listed = {
      readonly page: { readonly items: readonly Json[]; readonly hasNextPage: boolean; readonly endCursor: string };
    };
    const first = await ask<Listed>(other, list, { entity: 'Account', first: 2 });
    expect(first.page).toMatchObject({ items: [{ name: 'A' }, { name: 'B' }], hasNextPage: true });
    const second = await ask<Listed>(other, list, { entity: 'Account', first: 2, after: first.page.endCursor });
    expect(second.page).toMatchObject({ items: [{ name: 'C' }], hasNextPage: false });
    expect((await ask<Listed>(other, list)).page.items).toHaveLength(4);
    expect((await send(other, list, { entity: 'Acount' })).errors?.[0]?.message).toContain('Did you mean "Account"?');
  });

  describe('of several users', () => {
    let own: TestSpace;
    let theirs: TestSpace;
    beforeAll(async () => {
      const { ownerId, unitId } = space.ids;
      const { id } = await space.create('Clients', { email: 'other@example.com', default_unit_id: unitId });
      const as = async (clientId: string) => {
        const key = await createKey(running.server.deps, { space: space.id, client: clientId });
        return new TestSpace(space.origin, space.id, basic(key), space.readOnlyAuthorization);
      };
      [own, theirs] = [await as(ownerId), await as(id)];
    });

    it('is seen by all but for a private one, and changed by its owner unless it is shared for that', async () => {
      const saved = async (shareMode: number) =>
        (await ask<Saved>(own, save, { name: `Shared ${shareMode}`, tab: north, shareMode })).saved.id;
      const [standard, hidden, shared] = [await saved(0), await saved(1), await saved(3)];
      const see = async (by: TestSpace) => {
        const { page } = await ask<{ page: { items: { name: string }[] } }>(
          by,
          '{ page: savedFilters(first: 100) { items { name } } }',
        );
        return page.items.map(({ name }) => name).filter((name) => name.startsWith('Shared'));
      };
      expect(await see(own)).toEqual(['Shared 0', 'Shared 1', 'Shared 3']);
      expect(await see(theirs)).toEqual(['Shared 0', 'Shared 3']);
      expect(await see(space)).toEqual(['Shared 0', 'Shared 1', 'Shared 3']);
      expect(await rejectionOf(theirs, 'accounts', { profileId: hidden })).toContain('there is no saved filter');
      expect(await find(theirs, 'accounts', { profileId: standard })).toHaveLength(1);
      const changing = async (id: string) =>
        (await send(theirs, change, { id, name: 'Shared by them' })).errors?.[0]?.extensions.code;
      expect(await changing(standard)).toBe('ERROR_FORBIDDEN');
      expect(await changing(hidden)).toBe('ERROR_RECORD_NOT_FOUND');
      expect(await changing(shared)).toBeUndefined();
    });
  });
});
