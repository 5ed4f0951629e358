/**
 * Saved reports: kept as Report records in snake case, checked when they are written, found by those who may see them, and evaluated by
 * their ids.
 */
import { beforeAll, expect, it } from 'vitest';
import { ask, mainTab, send } from '../filters/ask-filter.js';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { behind, change, cities, evaluation, names, one, people, type Saved, save } from './saved-report-documents.js';

const count = { function: 'Count' };

onOneDatabase((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('reports');
    for (const [name, city] of [
      ['North', 'Leeds'],
      ['South', 'York'],
      ['East', 'York'],
    ]) {
      await space.newAccount({ name, city });
    }
    await space.newContact({ last_name: 'Some' });
  });

  const evaluate = async (variables: Json) => {
    const { evaluateReport } = await ask<{ evaluateReport: { items: Json[] } }>(space, evaluation, variables);
    return evaluateReport.items;
  };
  const rejected = async (query: string, variables: Json, by = space) =>
    (await send(by, query, variables)).errors?.[0]?.message;

  it('is stored as a Report in snake case, and shown as it was given', async () => {
    const folder = await space.create('ReportFolders', { name: 'Meetings' });
    const pivotTable = {
      entityType: 'Opportunity',
      entitySubtypes: [{ entityType: 'Opportunity', id: null }],
      filter: mainTab('Opportunity', ['name', 'Is', 'x']),
      rows: [{ field: 'created', period: 'Quarter' }],
      columns: [{ field: 'unit_id', sortMeasure: 0, direction: 'DESC', limit: 3 }],
      measures: [{ function: 'Sum' }, { function: 'Average', field: 'value' }],
      subTotals: false,
    };
    const structure = [
      { id: 'deals', sortOrder: 4, pivotTable },
      { ...names, parentId: 'deals' },
    ];
    const given = { name: 'Deals', description: 'All of them', folderId: folder.id, shareMode: 2 };
    const filter = mainTab('Account', ['city', 'Is', 'York']);
    const { saved } = await ask<Saved>(space, save, { ...given, structure, filter });
    const group0 = { field: 'created', period: 'Quarter', sortMeasure: null, direction: 'ASC', limit: null };
    const group1 = { field: 'unit_id', period: null, sortMeasure: 0, direction: 'DESC', limit: 3 };
    const rule = { field: 'name', operator: 'Is', values: [['x']] };
    expect(saved).toMatchObject({
      ...given,
      problem: null,
      profileId: null,
      filter: { mainBox: { entity: 'Account' } },
      structure: [
        {
          __typename: 'PivotTable',
          ...{ id: 'deals', parentId: null, sortOrder: 4, entityType: 'Opportunity', entityApiName: null },
          entitySubtypes: [{ entityType: 'Opportunity', id: null }],
          calculationFieldId: null,
          tabs: {
            profileId: null,
            filter: { operator: 'And', mainBox: { id: 'main', entity: 'Opportunity', filterFields: [rule] } },
            view: {
              rows: [group0],
              columns: [group1],
              measures: [
                { function: 'Sum', field: null },
                { function: 'Average', field: 'value' },
              ],
              subTotals: false,
              grandTotals: true,
            },
          },
        },
        {
          __typename: 'ReportTable',
          ...{ id: 'names', parentId: 'deals', sortOrder: 1, entityType: 'Account' },
          columns: ['name'],
          orderBy: [{ field: 'name', direction: 'DESC' }],
        },
      ],
    });
    const record = await space.get('Reports', saved.id);
    expect(record).toMatchObject({
      ...{
        name: 'Deals',
        description: 'All of them',
        reports_folder_id: folder.id,
        share_mode: 2,
        sync_enabled: false,
      },
    });
    expect(record.settings).toMatchObject({
      structure: [
        {
          __typename: 'PivotTable',
          ...{ id: 'deals', parent_id: null, sort_order: 4, entity_type: 'Opportunity', entity_api_name: null },
          entity_subtypes: [{ entity_type: 'Opportunity', id: null }],
          tabs: {
            filter: { filter_main_box: { entity: 'Opportunity', filter_fields: [rule] } },
            profile_id: null,
            view: { columns: [{ field: 'unit_id', sort_measure: 0, direction: 'DESC', limit: 3 }], sub_totals: false },
          },
        },
        { __typename: 'ReportTable', columns: ['name'], order_by: [{ field: 'name', direction: 'DESC' }] },
      ],
      filter: { filter_main_box: { entity: 'Account' } },
    });
    expect(await ask(space, one, { id: saved.id })).toEqual({ savedReport: saved });
  });

  it('is evaluated by its id as it would be inline, and leads to its records', async () => {
    const structure = [cities, names, people];
    const { saved } = await ask<Saved>(space, save, { name: 'Cities', structure });
    const inline = await evaluate({ structure });
    expect(inline).toEqual([
      { id: 'cities', result: { cells: [['3'], ['1'], ['2']].map((values) => ({ values })) } },
      { id: 'names', table: { lines: [['South'], ['North'], ['East']].map((values) => ({ values })) } },
      { id: 'people', result: { cells: [{ values: ['1'] }] } },
    ]);
    let byId: Json[] = [];
    const statements = await running.server.statementsOf(async () => {
      byId = await evaluate({ reportId: saved.id });
    });
    expect(byId).toEqual(inline);
    expect(statements).toHaveLength(1 + structure.length);
    expect(await evaluate({ reportId: saved.id, itemIds: ['people'] })).toEqual(inline.slice(2));
    const asked = { reportId: saved.id, itemId: 'cities', filter: mainTab('Account', ['city', 'Is', 'Leeds']) };
    expect(await ask(space, behind, asked)).toEqual({ pivotRecords: { items: [{ name: 'North' }] } });
    expect(await rejected(behind, { reportId: saved.id, itemId: 'names' })).toBe(
      'pivotRecords.itemId: there is no pivot table with this id.',
    );
    expect(await rejected(evaluation, { reportId: saved.id, itemIds: ['x'] })).toBe(
      'evaluateReport.itemIds: there is no item "x".',
    );
  });

  it('is given in exactly one way', async () => {
    const problem = 'evaluateReport: give either "structure" or "reportId".';
    expect(await rejected(evaluation, {})).toBe(problem);
    expect(await rejected(evaluation, { structure: [cities], reportId: space.ids.ownerId })).toBe(problem);
    const nowhere = '0193a000-0000-7000-8000-00000000dead';
    expect(await rejected(evaluation, { reportId: nowhere })).toBe(
      `evaluateReport.reportId: there is no saved report ${nowhere}.`,
    );
    expect(await rejected(behind, { itemId: 'cities' })).toBe('pivotRecords: give either "structure" or "reportId".');
  });

  it('has filters that narrow what they are about: of the report and of the evaluation, saved ones too', async () => {
    const york = mainTab('Account', ['city', 'Is', 'York']);
    const profile = await space.create('Profiles', {
      name: 'No south',
      entity: 2,
      settings: {
        filter_main_box: {
          id: 'm',
          entity: 'Account',
          filter_fields: [{ field: 'name', operator: 'IsNot', values: [['South']] }],
        },
      },
    });
    const counts = async (variables: Json) =>
      (await evaluate({ itemIds: ['cities', 'people'], ...variables })).map(
        ({ result }) => (result as { cells: { values: string[] }[] }).cells[0]?.values[0],
      );
    const structure = [cities, names, people];
    expect(await counts({ structure, filter: york })).toEqual(['2', '1']);
    expect(await counts({ structure, profileId: profile.id })).toEqual(['2', '1']);
    expect(await counts({ structure, filter: york, profileId: profile.id })).toEqual(['1', '1']);
    expect(await counts({ structure, filter: mainTab('Contact', ['last_name', 'Is', 'None']) })).toEqual(['3', '0']);
    const { saved } = await ask<Saved>(space, save, { name: 'York', structure, filter: york, profileId: profile.id });
    expect(saved).toMatchObject({ profileId: profile.id });
    expect(await space.get('Reports', saved.id)).toMatchObject({
      sync_enabled: true,
      sync_entity: 'Profile',
      sync_entity_id: profile.id,
    });
    let found: unknown;
    const statements = await running.server.statementsOf(async () => {
      found = await counts({ reportId: saved.id });
    });
    expect(found).toEqual(['1', '1']);
    // The report, its saved filter, two tables.
    expect(statements).toHaveLength(4);
    const north = mainTab('Account', ['name', 'Is', 'North']);
    expect(await counts({ reportId: saved.id, filter: north })).toEqual([undefined, '1']);
    const free = await ask<Saved>(space, change({ filter: null }), { id: saved.id, filter: null });
    expect(free.saved).toMatchObject({ filter: null, profileId: profile.id });
    expect(await counts({ reportId: saved.id })).toEqual(['2', '1']);
    await ask(space, change({ profileId: null }), { id: saved.id, profileId: null });
    expect(await counts({ reportId: saved.id })).toEqual(['3', '1']);
    const none = 'no item of the report is about Lead records. There are those of Account, Contact.';
    expect(await rejected(evaluation, { structure, filter: mainTab('Lead') })).toBe(
      `evaluateReport.filter.mainBox.entity: ${none}`,
    );
    expect(await rejected(behind, { structure, itemId: 'cities', filter: mainTab('Lead') })).toContain(none);
  });

  it('is evaluated as a program over REST wrote it', async () => {
    const settings = {
      theme: 'dark',
      structure: [
        {
          id: 'a',
          entity_type: 'Account',
          ai: true,
          tabs: {
            filter: { filter_main_box: { filter_fields: [{ field: 'city', operator: 'Is', values: ['York'] }] } },
            view: { measures: [{ function: 'Count' }] },
          },
        },
        { id: 'b', parent_id: 'a', entity_type: 'Account', columns: ['city'], order_by: [{ field: 'name' }] },
      ],
    };
    const { id } = await space.create('Reports', { name: 'From outside', type: 3, settings });
    expect(await evaluate({ reportId: id })).toEqual([
      { id: 'a', result: { cells: [{ values: ['2'] }] } },
      { id: 'b', table: { lines: [['York'], ['Leeds'], ['York']].map((values) => ({ values })) } },
    ]);
    await ask(space, change({ structure: 0 }), {
      id,
      structure: [people].map((item) => ({ ...item, parentId: null })),
    });
    expect((await space.get('Reports', id)).settings).toMatchObject({ theme: 'dark', structure: [{ id: 'people' }] });
  });

  it('says what is wrong with one that cannot be evaluated', async () => {
    const problemOf = async (body: Json) => {
      const { id } = await space.create('Reports', { name: 'Broken', ...body });
      const { savedReport } = await ask<{ savedReport: Json }>(space, one, { id });
      expect(savedReport.structure).toBeNull();
      expect(await rejected(evaluation, { reportId: id })).toBeDefined();
      return savedReport.problem;
    };
    const item = (more: Json) => ({ settings: { structure: [{ id: 'a', entity_type: 'Account', ...more }] } });
    const view = (more: Json) => item({ tabs: { view: { measures: [count], ...more } } });
    expect(await problemOf({})).toBe('report.settings: is not an object.');
    expect(await problemOf({ settings: { columns: [] } })).toBe('report.settings.structure: has no item.');
    expect(await problemOf({ settings: { structure: 'x' } })).toBe('report.settings.structure: is not a list.');
    expect(await problemOf(item({}))).toContain('report.settings.structure[0]: has neither "tabs"');
    expect(await problemOf(item({ __typename: 'PivotTabel' }))).toContain('Did you mean "PivotTable"?');
    expect(await problemOf(item({ entity_type: 'AiAgent', columns: ['id'] }))).toContain(
      'no records of "AiAgent" are stored',
    );
    expect(await problemOf(item({ columns: ['nme'] }))).toBe(
      'report.settings.structure[0].columns[0].field: Account has no field "nme". Did you mean "name"?',
    );
    expect(await problemOf(item({ columns: ['name'], order_by: [{ field: 'nme' }] }))).toContain('has no field "nme"');
    expect(await problemOf(view({ rows: [{ field: 'city', period: 'Fortnight' }] }))).toBe(
      'report.settings.structure[0].tabs.view.rows[0].period: there is no "Fortnight". There are Day, Week, Month, Quarter, Year.',
    );
    expect(await problemOf(view({ rows: [{ field: 'city', limit: 'x' }] }))).toContain('limit: is not a whole number.');
    expect(await problemOf(item({ columns: ['name'], profile_id: 'x' }))).toContain('profile_id: is not an id.');
    const nowhere = '0193a000-0000-7000-8000-00000000dead';
    expect(await problemOf(item({ columns: ['name'], profile_id: nowhere }))).toBe(
      `report.settings.structure[0].profileId: there is no saved filter ${nowhere}.`,
    );
    expect(
      await problemOf({
        ...item({ columns: ['name'] }),
        sync_enabled: true,
        sync_entity: 'Forecast',
        sync_entity_id: nowhere,
      }),
    ).toBe('report.sync_entity: only the filter of a Profile can be followed.');
    const page = await ask<{ page: { items: Json[] } }>(
      space,
      '{ page: savedReports(first: 100) { items { name problem } } }',
    );
    expect(page.page.items.filter(({ name }) => name === 'Broken').every(({ problem }) => problem !== null)).toBe(true);
  });

  it('is rejected when it could not be evaluated', async () => {
    const saving = (structure: unknown, more: Json = {}) => rejected(save, { name: 'x', structure, ...more });
    const table = (more: Json) => [{ id: 'a', reportTable: { entityType: 'Account', columns: ['name'], ...more } }];
    expect(await saving([cities, { ...names, parentId: 'x' }])).toBe(
      'saveReport.structure[1].parentId: there is no item "x".',
    );
    expect(await saving(table({ columns: ['nme'] }))).toContain('saveReport.structure[0].reportTable.columns[0].field');
    expect(await saving(table({ filter: mainTab('Account', ['created', 'Less', 'x']) }))).toContain(
      'saveReport.structure[0].reportTable.filter.mainBox.filterFields[0].values: "x" is not a date-time',
    );
    expect(await saving(table({ profileId: space.ids.ownerId }))).toContain(
      'saveReport.structure[0].reportTable.profileId: there is no saved filter',
    );
    expect(await saving(table({}), { filter: mainTab('Lead') })).toContain('saveReport.filter.mainBox.entity: no item');
    expect((await space.list('Reports', { 'filter[name]': 'x' })).data).toEqual([]);
    const { saved } = await ask<Saved>(space, save, { name: 'Changing', structure: table({}) });
    const changing = (given: Json) => rejected(change(given), { id: saved.id, ...given });
    expect(await changing({ structure: [people].map((item) => ({ ...item, parentId: 'x' })) })).toContain(
      'changeReport.structure[0].parentId',
    );
    expect(await changing({ filter: mainTab('Contact') })).toContain('changeReport.filter.mainBox.entity: no item');
    const kept = 'is null; leave it out to keep it as it is.';
    expect(await changing({ name: null, structure: null, shareMode: null, description: null })).toBe(
      `changeReport.name: ${kept} changeReport.structure: ${kept} changeReport.shareMode: ${kept}`,
    );
    expect(
      await rejected(
        'query ($id: UUID!) { savedReport(id: $id) { structure { ... on PivotTable { result { isTruncated } } } } }',
        { id: saved.id },
      ),
    ).toBe('savedReport: shows no results. Ask evaluateReport for them, with the id of the report as "reportId".');
  });

  it('names the argument that is wrong', async () => {
    const folderId = '0192f0c0-0000-7000-8000-000000000001';
    const { errors } = await send(space, save, { name: 'Lost', structure: [cities], folderId });
    expect(errors).toMatchObject([
      { extensions: { errors: [{ path: ['folderId'] }], fields: [{ name: 'folderId' }] } },
    ]);
  });

  it('is changed in part, by the revision that was seen, and deleted', async () => {
    const { saved } = await ask<Saved>(space, save, { name: 'First', description: 'x', structure: [cities] });
    const given = { name: 'Second', description: null, revision: saved.revision };
    const renamed = await ask<Saved>(space, change(given), { id: saved.id, ...given });
    expect(renamed.saved).toEqual({ ...saved, name: 'Second', description: null, revision: expect.any(Number) });
    const stale = await send(space, change(given), { id: saved.id, ...given });
    expect(stale.errors?.[0]?.extensions.code).toBe('ERROR_REVISION_CONFLICT');
    const deletion = 'mutation ($id: UUID!) { deleted: deleteSavedReport(id: $id) }';
    expect(await ask(space, deletion, { id: saved.id })).toEqual({ deleted: saved.id });
    expect(await ask(space, one, { id: saved.id })).toEqual({ savedReport: null });
    expect(await rejected(evaluation, { reportId: saved.id })).toContain('there is no saved report');
    expect((await send(space, deletion, { id: saved.id })).errors?.[0]?.extensions.code).toBe('ERROR_RECORD_NOT_FOUND');
  });

  it('is found in pages by name, of one folder or of all', async () => {
    const other = await running.server.newSpace('report-pages');
    const folder = await other.create('ReportFolders', { name: 'Some' });
    for (const name of ['C', 'A', 'B']) await ask(other, save, { name, structure: [cities], folderId: folder.id });
    await ask(other, save, { name: 'D', structure: [cities] });
    const list =
      'query ($folderId: UUID, $first: Int, $after: String) { page: savedReports(folderId: $folderId, first: $first, after: $after) { items { name } hasNextPage endCursor } }';
    type Listed = {
      readonly page: { readonly items: Json[]; readonly hasNextPage: boolean; readonly endCursor: string };
    };
    const first = await ask<Listed>(other, list, { folderId: folder.id, first: 2 });
    expect(first.page).toMatchObject({ items: [{ name: 'A' }, { name: 'B' }], hasNextPage: true });
    const after = first.page.endCursor;
    const second = await ask<Listed>(other, list, { folderId: folder.id, first: 2, after });
    expect(second.page).toMatchObject({ items: [{ name: 'C' }], hasNextPage: false });
    expect((await ask<Listed>(other, list)).page.items).toHaveLength(4);
    expect(await rejected(list, { first: 101 }, other)).toContain('first');
  });
});
