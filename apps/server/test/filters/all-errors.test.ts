/**
 * Everything that is wrong with a filter or a report is reported at once, each error with its way from the argument.
 */
import { beforeAll, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { send } from './ask-filter.js';

interface ErrorEntry {
  readonly code: string;
  readonly number: number;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

const nowhere = '0193a000-0000-7000-8000-00000000dead';

/** A tab with an error in each of its parts. */
const invalid = {
  formula: '1 AND 2 AND 9',
  timeZone: 'Mars/Olympus',
  mainBox: {
    entity: 'Account',
    formula: '1 AND',
    filterFields: [
      { field: 'nmae', operator: 'Is', values: [['x']] },
      { field: 'name', operator: 'RelativePeriod', values: [['Today']] },
      { field: 'created', operator: 'RelativePeriod', values: [['Sometime']] },
      { field: 'revision', operator: 'Is', values: [['x'], ['y']] },
    ],
  },
  siblingBoxes: [
    { id: 'a', entity: 'Contakt', relation: { kind: 'All' }, filterFields: [] },
    {
      id: 'a',
      entity: 'Contact',
      relation: { kind: 'LastNote' },
      filterFields: [{ field: 'frist_name', operator: 'IsEmpty' }],
    },
    {
      id: 'c',
      entity: 'Opportunity',
      relation: { kind: 'Aggregation' },
      filterFields: [
        { field: 'count', operator: 'More', values: [['many']] },
        { field: 'sum.name', operator: 'More', values: [['1']] },
        { field: 'statsu', operator: 'Is', values: [['1']] },
      ],
    },
    { id: 'd', entity: 'Contact', lookupFieldId: nowhere, filterFields: [] },
  ],
  healthSiblingBoxes: [
    {
      id: 'e',
      entity: 'Contact',
      relation: { kind: 'All' },
      minimumScore: 2_000_000,
      filterFields: [{ field: 'nmae', operator: 'Is', values: [['x']], weight: -2_000_000 }],
    },
  ],
};

const paths = [
  ['siblingBoxes', 1, 'id'],
  ['timeZone'],
  ['mainBox', 'filterFields', 0, 'field'],
  ['mainBox', 'filterFields', 1, 'operator'],
  ['mainBox', 'filterFields', 2, 'values'],
  ['mainBox', 'filterFields', 3, 'values'],
  ['mainBox', 'filterFields', 3, 'values'],
  ['mainBox', 'formula'],
  ['siblingBoxes', 0, 'entity'],
  ['siblingBoxes', 1, 'relation'],
  ['siblingBoxes', 1, 'filterFields', 0, 'field'],
  ['siblingBoxes', 2, 'filterFields', 2, 'field'],
  ['siblingBoxes', 2, 'filterFields', 0, 'values'],
  ['siblingBoxes', 2, 'filterFields', 1, 'field'],
  ['siblingBoxes', 3, 'lookupFieldId'],
  ['healthSiblingBoxes', 0, 'minimumScore'],
  ['healthSiblingBoxes', 0, 'filterFields', 0, 'weight'],
  ['healthSiblingBoxes', 0, 'filterFields', 0, 'field'],
  ['formula'],
];

onOneDatabase((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('mistaken');
  });

  async function errorsOf(query: string, variables: Readonly<Record<string, unknown>>): Promise<readonly ErrorEntry[]> {
    const { errors } = await send(space, query, variables);
    const [error] = errors ?? [];
    expect(error?.extensions).toMatchObject({ code: 'ERROR_PARAMETER_INVALID', errors: expect.anything() });
    const { errors: problems = [] } = (error?.extensions ?? {}) as { readonly errors?: readonly ErrorEntry[] };
    expect(error?.message).toBe(problems.map(({ message }) => message).join(' '));
    expect(new Set(problems.map(({ code, number }) => `${number} ${code}`)).size).toBe(1);
    return problems;
  }

  const pathsOf = (problems: readonly ErrorEntry[]) => problems.map(({ path }) => path);

  it('tells those of a list, a saved filter and an agenda from its argument on', async () => {
    const list = 'query ($tab: FilterTabInput) { accounts(filterTab: $tab) { nodes { id } } }';
    const found = await errorsOf(list, { tab: invalid });
    expect(pathsOf(found)).toEqual(paths.map((path) => ['filterTab', ...path]));
    expect(found[5]?.message).toBe('accounts.filterTab.mainBox.filterFields[3].values: "x" is not a whole number.');
    const saved =
      'mutation ($tab: FilterTabInput!, $p: [UUID!]) { saveFilter(name: "x", tab: $tab, pipelineIds: $p) { id } }';
    expect(pathsOf(await errorsOf(saved, { tab: invalid, p: [] }))).toEqual(paths.map((path) => ['tab', ...path]));
    const ofDeals = { mainBox: { entity: 'Opportunity', filterFields: [{ field: 'nmae', operator: 'IsEmpty' }] } };
    expect(pathsOf(await errorsOf(saved, { tab: ofDeals, p: [nowhere, nowhere.replace('dead', 'beef')] }))).toEqual([
      ['tab', 'mainBox', 'filterFields', 0, 'field'],
      ['pipelineIds', 0],
      ['pipelineIds', 1],
    ]);
    const agenda = `query ($tasks: FilterTabInput, $deals: FilterTabInput, $me: UUID!) {
      navigatorAgenda(
        clientIds: [$me], period: { relative: Today }, tasks: { filter: $tasks }, opportunities: { filter: $deals }
      ) { clientId }
    }`;
    const tasks = { mainBox: { entity: 'Task', filterFields: [{ field: 'nmae', operator: 'IsEmpty' }] } };
    const me = space.ids.ownerId;
    expect(pathsOf(await errorsOf(agenda, { tasks, deals: ofDeals, me }))).toEqual([
      ['tasks', 'filter', 'mainBox', 'filterFields', 0, 'field'],
      ['opportunities', 'filter', 'mainBox', 'filterFields', 0, 'field'],
    ]);
  });

  it('tells those of the other filter of a list, and of its page', async () => {
    const query = `{ accounts(
      filter: { or: [{ name: { between: ["a"] } }, { city: { between: [] } }] }
      first: 500
    ) { nodes { id } } }`;
    const found = pathsOf(await errorsOf(query, {}));
    expect(found).toEqual([['filter', 'or', 0, 'name', 'between'], ['filter', 'or', 1, 'city', 'between'], ['first']]);
  });

  const item = { id: 'a', pivotTable: { entityType: 'Account', measures: [{ function: 'Count' }] } };
  const structure = [
    {
      ...item,
      pivotTable: {
        entityType: 'Account',
        rows: [
          { field: 'ctiy', sortMeasure: 7, limit: 0 },
          { field: 'city', period: 'Day' },
        ],
        columns: [{ field: 'contact_relations' }],
        measures: [{ function: 'Sum' }, { function: 'Sum', field: 'name' }],
        filter: { mainBox: { entity: 'Account', filterFields: [{ field: 'nmae', operator: 'IsEmpty' }] } },
      },
    },
    { ...item, parentId: 'nobody' },
    {
      id: 'c',
      reportTable: {
        entityType: 'Account',
        entitySubtypes: [{ entityType: 'Contact' }],
        columns: ['nmae', 'name', 'ctiy'],
        orderBy: [{ field: 'zip' }],
      },
    },
    { id: 'd' },
  ];
  const inStructure = [
    [1, 'id'],
    [2, 'parentId'],
    [3, 'parentId'],
    [1, 'parentId'],
    [0, 'pivotTable', 'filter', 'mainBox', 'filterFields', 0, 'field'],
    [0, 'pivotTable', 'rows', 0, 'field'],
    [0, 'pivotTable', 'rows', 0, 'limit'],
    [0, 'pivotTable', 'rows', 0, 'sortMeasure'],
    [0, 'pivotTable', 'rows', 1, 'period'],
    [0, 'pivotTable', 'columns', 0, 'field'],
    [0, 'pivotTable', 'measures', 0, 'field'],
    [0, 'pivotTable', 'measures', 1, 'field'],
    [2, 'reportTable', 'entitySubtypes', 0, 'entityType'],
    [2, 'reportTable', 'columns', 0, 'field'],
    [2, 'reportTable', 'columns', 2, 'field'],
    [2, 'reportTable', 'orderBy', 0],
    [3],
  ];

  it('tells those of reports', async () => {
    const evaluation =
      'query ($structure: [ReportItemInput!]) { evaluateReport(structure: $structure) { items { id } } }';
    const saving = 'mutation ($structure: [ReportItemInput!]!) { saveReport(name: "x", structure: $structure) { id } }';
    for (const query of [evaluation, saving]) {
      expect(pathsOf(await errorsOf(query, { structure }))).toEqual(inStructure.map((path) => ['structure', ...path]));
    }
  });

  it('tells all that keeps a record from being a saved filter or a report', async () => {
    const settings = {
      operator: 'Xor',
      time_zone: 7,
      filter_main_box: {
        entity: 'Account',
        filter_fields: [{ field: 5, operator: 'Isn', weight: 'much', values: [{}] }, 'none'],
      },
      filter_sibling_boxes: [{ id: 1, entity: 2, relation: { kind: 'Some' }, formula: 3 }],
    };
    const profile = await space.create('Profiles', { name: 'Broken', entity: 2, type: 1, settings });
    const asked = 'query ($id: UUID!) { savedFilter(id: $id) { problem } }';
    const { data } = await send<{ readonly savedFilter: { readonly problem: string } }>(space, asked, {
      id: profile.id,
    });
    const box = 'profile.settings.filter_main_box.filter_fields';
    const sibling = 'profile.settings.filter_sibling_boxes[0]';
    for (const place of [
      'profile.settings.operator',
      'profile.settings.time_zone',
      `${box}[0].field`,
      `${box}[0].operator`,
      `${box}[0].values[0]`,
      `${box}[0].weight`,
      `${box}[1]`,
      ...['id', 'entity', 'relation.kind', 'formula'].map((name) => `${sibling}.${name}`),
    ]) {
      expect(data?.savedFilter.problem).toContain(`${place}: `);
    }
    const kept = {
      structure: [
        { __typename: 'PivotTable', id: 1, entity_type: 2, tabs: { view: { rows: [{}], measures: [{}] } } },
        { __typename: 'ReportTable', id: 'b', entity_type: 'Account', columns: [1], order_by: [{ direction: 'UP' }] },
      ],
    };
    const report = await space.create('Reports', { name: 'Broken', settings: kept });
    const askedReport = 'query ($id: UUID!) { savedReport(id: $id) { problem } }';
    const read = await send<{ readonly savedReport: { readonly problem: string } }>(space, askedReport, {
      id: report.id,
    });
    const items = 'report.settings.structure';
    for (const place of [
      ...['id', 'entity_type', 'tabs.view.rows[0].field', 'tabs.view.measures[0].function'].map(
        (at) => `${items}[0].${at}`,
      ),
      ...['columns[0]', 'order_by[0].field', 'order_by[0].direction'].map((at) => `${items}[1].${at}`),
    ]) {
      expect(read.data?.savedReport.problem).toContain(`${place}: `);
    }
  });
});
