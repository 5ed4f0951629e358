/**
 * Promises of GraphQL about pivot tables and report tables.
 */

import { idOf, idsOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectSameItems } from '../../expectation.js';
import { type Json, type JsonObject, readArray, readNumber, readObject, readObjects } from '../../http/json.js';
import { createTwoSteps } from '../two-steps.js';
import { expectArgumentRejected } from './errors.js';
import { tabOf } from './tabs.js';

const evaluation = `query ($structure: [ReportItemInput!], $report: UUID) {
  evaluateReport(structure: $structure, reportId: $report) { items {
    id
    ... on PivotTable { result { rows { keys leftOut } columns { keys } cells { row column values } isTruncated } }
    ... on ReportTable { table: result { lines { id values } totalCount hasNextPage } }
  } }
}`;

const behind = `query ($structure: [ReportItemInput!], $rows: [String], $columns: [String]) {
  pivotRecords(structure: $structure, itemId: "pivot", rowKeys: $rows, columnKeys: $columns, first: 100) {
    totalCount items { id name }
  }
}`;

/** Accounts of three cities and of two classes, and the rule that finds them. */
async function sampleAccounts({ fixtures, random }: CheckContext) {
  const state_province = fixtures.uniqueText();
  const records: RecordJson[] = [];
  while (records.length < 24) {
    const members = {
      state_province,
      city: random.pick(['Graz', 'Wien', 'Linz', null]),
      account_class: random.integer(1, 3),
      name: `${fixtures.uniqueText()} ${random.integer(0, 9)}`,
    };
    records.push(await fixtures.create('Account', members));
  }
  return { records, filter: tabOf('Account', [['state_province', 'Is', state_province]]) };
}

const pivotOf = (filter: JsonObject): JsonObject[] => [
  {
    id: 'pivot',
    pivotTable: {
      entityType: 'Account',
      filter,
      rows: [{ field: 'city' }],
      columns: [{ field: 'is_unsubscribed' }],
      measures: [{ function: 'Count' }, { function: 'Sum', field: 'account_class' }],
    },
  },
];

const tableOf = (filter: JsonObject): JsonObject[] => [
  {
    id: 'table',
    reportTable: {
      entityType: 'Account',
      filter,
      columns: ['name', 'city'],
      orderBy: [{ field: 'name', direction: 'DESC' }],
    },
  },
];

/** Opportunities that close in two quarters, and the rule that finds them. */
async function sampleDeals({ fixtures }: CheckContext): Promise<JsonObject> {
  const name = fixtures.uniqueText();
  const { open } = await createTwoSteps(fixtures);
  for (const [closing_date, base_value] of [
    ['2031-02-03', 10],
    ['2031-02-20', 30],
    ['2031-05-05', 2],
  ] as const)
    await fixtures.create('Opportunity', { name, closing_date, value: { base_value }, ...open });
  return tabOf('Opportunity', [['name', 'Is', name]]);
}

const pivotOfDeals = (filter: JsonObject, group: JsonObject): JsonObject[] => [
  {
    id: 'pivot',
    pivotTable: {
      entityType: 'Opportunity',
      filter,
      rows: [{ field: 'closing_date', ...group }],
      measures: ['Sum', 'Minimum', 'Maximum', 'Average'].map((name) => ({ function: name, field: 'value' })),
    },
  },
];

async function evaluate({ graphql }: CheckContext, variables: JsonObject): Promise<JsonObject> {
  const { evaluateReport } = await graphql.run(evaluation, variables);
  const [item] = readObjects(readObject(evaluateReport, 'evaluateReport').items, 'items');
  return readObject(item, 'the item');
}

/** The values of each cell, by the keys of its row. The columns are left out: all accounts are in the same. */
function cellsByRow(result: JsonObject): Map<string, readonly Json[]> {
  const [rows, columns] = [readObjects(result.rows, 'rows'), readObjects(result.columns, 'columns')];
  const total = columns.findIndex(({ keys }) => readArray(keys, 'keys').length === 0);
  return new Map(
    readObjects(result.cells, 'cells')
      .filter(({ column }) => column === total)
      .map(({ row, values }) => [keyOf(rows[readNumber(row, 'row')]?.keys), readArray(values, 'values')]),
  );
}

const keyOf = (keys: Json | undefined) => JSON.stringify(keys);

/** What a few lines make of the same records. */
function countAgain(records: readonly RecordJson[]): Map<string, readonly Json[]> {
  const valuesOf = (some: readonly RecordJson[]) => [
    String(some.length),
    String(some.reduce((sum, { account_class }) => sum + readNumber(account_class, 'account_class'), 0)),
  ];
  const cities = [...new Set(records.map(({ city }) => city ?? null))];
  return new Map([
    [keyOf([]), valuesOf(records)],
    ...cities.map((city): [string, readonly Json[]] => [
      keyOf([city]),
      valuesOf(records.filter((record) => (record.city ?? null) === city)),
    ]),
  ]);
}

export const graphqlReportChecks: readonly Check[] = [
  {
    id: 'graphql.pivot.cells',
    sentence:
      'MUST count and add up in each cell of a pivot table the records of its row, and all of them in the totals',
    spec: 'graphql#PivotResult',
    run: async (context) => {
      const { records, filter } = await sampleAccounts(context);
      const { result } = await evaluate(context, { structure: pivotOf(filter) });
      const table = readObject(result, 'result');
      expectEqual(Object.fromEntries(cellsByRow(table)), Object.fromEntries(countAgain(records)), 'cells by row');
      expectEqual(table.isTruncated, false, 'isTruncated');
    },
  },
  {
    id: 'graphql.pivot.groups',
    sentence: 'MUST put dates together by periods, groups in the order asked for, and say how many are left out',
    spec: 'graphql#PivotGroup',
    run: async (context) => {
      const filter = await sampleDeals(context);
      const show = async (group: JsonObject) => {
        const { result } = await evaluate(context, { structure: pivotOfDeals(filter, group) });
        const table = readObject(result, 'result');
        const cells = cellsByRow(table);
        return readObjects(table.rows, 'rows').map(({ keys = [], leftOut = 0 }) => {
          const [first = null] = readArray(keys, 'keys');
          return [first, leftOut, ...(cells.get(keyOf(keys)) ?? [])];
        });
      };
      const [winter, spring] = [
        ['40', '10', '30', '20'],
        ['2', '2', '2', '2'],
      ];
      const all = ['42', '2', '30', '14'];
      const [first, second] = [
        ['10', '10', '10', '10'],
        ['30', '30', '30', '30'],
      ];
      // The total comes first.
      const cases: readonly (readonly [group: JsonObject, rows: readonly (readonly Json[])[], leftOut?: number])[] = [
        [{ period: 'Year' }, [['2031-01-01', 0, ...all]]],
        [
          { period: 'Quarter' },
          [
            ['2031-01-01', 0, ...winter],
            ['2031-04-01', 0, ...spring],
          ],
        ],
        [
          { period: 'Month', sortMeasure: 0 },
          [
            ['2031-05-01', 0, ...spring],
            ['2031-02-01', 0, ...winter],
          ],
        ],
        [{ period: 'Month', direction: 'DESC', limit: 1 }, [['2031-05-01', 0, ...spring]], 1],
        [
          { period: 'Week' },
          [
            ['2031-02-03', 0, ...first],
            ['2031-02-17', 0, ...second],
            ['2031-05-05', 0, ...spring],
          ],
        ],
        [
          { direction: 'DESC' },
          [
            ['2031-05-05', 0, ...spring],
            ['2031-02-20', 0, ...second],
            ['2031-02-03', 0, ...first],
          ],
        ],
      ];
      for (const [group, rows, leftOut = 0] of cases)
        expectEqual(await show(group), [[null, leftOut, ...all], ...rows], `rows by ${JSON.stringify(group)}`);
    },
  },
  {
    id: 'graphql.pivot.records',
    sentence: 'MUST lead from a cell of a pivot table, and from a total, to exactly the records behind it',
    spec: 'graphql#Query.pivotRecords',
    run: async (context) => {
      const { records, filter } = await sampleAccounts(context);
      const find = async (rows: readonly Json[]) => {
        const { pivotRecords } = await context.graphql.run(behind, { structure: pivotOf(filter), rows, columns: [] });
        const page = readObject(pivotRecords, 'pivotRecords');
        const ids = readObjects(page.items, 'items').map(idOf);
        expectEqual(page.totalCount, ids.length, 'totalCount');
        return ids;
      };
      expectSameItems(await find([]), idsOf(records), 'ids behind the total');
      for (const city of ['Graz', 'Wien', null]) {
        const wanted = idsOf(records.filter((record) => (record.city ?? null) === city));
        expectSameItems(await find([city]), wanted, `ids behind the row ${city}`);
      }
    },
  },
  {
    id: 'graphql.report-table',
    sentence: 'MUST list in a report table the columns of the records that its filter finds, in its order',
    spec: 'graphql#ReportTable.result',
    run: async (context) => {
      const { records, filter } = await sampleAccounts(context);
      const { table } = await evaluate(context, { structure: tableOf(filter) });
      const { lines, totalCount, hasNextPage } = readObject(table, 'result');
      const sorted = [...records].sort((a, b) => (String(a.name) < String(b.name) ? 1 : -1));
      const wanted = sorted.map(({ id = null, name = null, city = null }) => ({ id, values: [name, city] }));
      expectEqual(lines, wanted, 'lines');
      expectEqual([totalCount, hasNextPage], [records.length, false], 'totalCount and hasNextPage');
    },
  },
  {
    id: 'graphql.saved-report',
    sentence: 'MUST evaluate a saved report as the same structure given with the request, until it is deleted',
    spec: 'graphql#Mutation.saveReport',
    run: async (context) => {
      const { graphql, fixtures } = context;
      const { filter } = await sampleAccounts(context);
      const save =
        'mutation ($name: String!, $structure: [ReportItemInput!]!) { saveReport(name: $name, structure: $structure) { id name problem } }';
      const structure = pivotOf(filter);
      const { saveReport } = await graphql.run(save, { name: fixtures.uniqueText(), structure });
      const saved = readObject(saveReport, 'saveReport');
      const report = graphql.note('Reports', saved.id);
      expectEqual(saved.problem, null, 'problem');
      const shown = await graphql.run('query ($id: UUID!) { savedReport(id: $id) { id name problem } }', {
        id: report,
      });
      expectEqual(shown.savedReport, saved, 'the saved report');
      const inline = await evaluate(context, { structure });
      expectEqual(await evaluate(context, { report }), inline, 'what the saved report shows');
      const change =
        'mutation ($id: UUID!, $structure: [ReportItemInput!]) { changeReport(id: $id, structure: $structure) { id } }';
      await graphql.run(change, { id: report, structure: tableOf(filter) });
      const changed = await evaluate(context, { structure: tableOf(filter) });
      expectEqual(await evaluate(context, { report }), changed, 'what the saved report shows after the change');
      await graphql.run('mutation ($id: UUID!) { deleteSavedReport(id: $id) }', { id: report });
      expectArgumentRejected(await graphql.send(evaluation, { report }), 'reportId');
    },
  },
  {
    id: 'graphql.report.rejected',
    sentence: 'MUST reject a structure with two roots or unknown fields, and a report that is named and given as well',
    spec: 'graphql#Query.evaluateReport',
    run: async ({ graphql, fixtures }) => {
      const [item = {}] = pivotOf(tabOf('Account', []));
      const two = [item, { ...item, id: 'another' }];
      expectArgumentRejected(await graphql.send(evaluation, { structure: two }), 'structure[1].parentId');
      const wrong = [{ id: 'w', reportTable: { entityType: 'Account', columns: ['nmae'] } }];
      expectArgumentRejected(await graphql.send(evaluation, { structure: wrong }), 'columns[0]');
      const both = { structure: [item], report: fixtures.freshId() };
      expectArgumentRejected(await graphql.send(evaluation, both), 'evaluateReport');
    },
  },
];
