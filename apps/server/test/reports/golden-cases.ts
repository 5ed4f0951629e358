/**
 * What is asked of reports, with names in angle brackets as `GoldenSpace` has them.
 */
import type { GoldenSpace } from '../golden/golden-space.js';

const [reportId, profileId] = ['00000000-0000-0000-0000-500000000001', '00000000-0000-0000-0000-600000000001'];

// A zone whose clocks have changed a few times only.
const zone = 'timeZone: "Africa/Algiers"';
const filter =
  'filter: { mainBox: { entity: "Opportunity", filterFields: [{ field: "name", operator: Contains, values: [["Deal"]] }] } }';
const pivot = `{ id: "p", pivotTable: {
  entityType: Opportunity, ${filter}
  rows: [{ field: "unit.parent_id" }, { field: "owner_id" }], columns: [{ field: "created", period: Quarter }]
  measures: [{ function: Sum }, { function: Average, field: "ranking" }, { function: Maximum, field: "closing_date" }, { function: Count }]
} }`;
const table = `{ id: "t", parentId: "p", reportTable: {
  entityType: Opportunity, columns: ["name", "owner.name", "value"], orderBy: [{ field: "value", direction: DESC }]
} }`;
const cells = '... on PivotTable { result { rows { label } columns { label } cells { values } } }';
const lines = '... on ReportTable { table: result { totalCount lines { values } } }';

const asked = [
  ['pivot', `evaluateReport(structure: [${pivot}], ${zone}) { items { ${cells} } }`, 1],
  ['table', `evaluateReport(structure: [${pivot}, ${table}], itemIds: ["t"]) { items { ${lines} } }`, 2],
  [
    'cell',
    `pivotRecords(structure: [${pivot}], itemId: "p", rowKeys: [null, "<owner>"], columnKeys: ["2001-01-01"], ${zone}) { items { name } }`,
    1,
  ],
  ['saved', `evaluateReport(reportId: "${reportId}", profileId: "${profileId}") { items { ${cells} ${lines} } }`, 6],
] as const;

/** By the name of its file, what is asked, and how many statements that takes. */
export const reportCases = asked.map(([name, members, count]) => [name, `{ ${members} }`, count] as const);

const settings = {
  structure: [
    {
      id: 'p',
      entity_type: 'Opportunity',
      tabs: { profile_id: profileId, view: { rows: [{ field: 'status' }], measures: [{ function: 'Sum' }] } },
    },
    { id: 't', parent_id: 'p', entity_type: 'Opportunity', columns: ['name'] },
  ],
};

/** Makes the saved report that is asked for. */
export async function makeReport({ space }: GoldenSpace): Promise<void> {
  const withId = { 'validation-level': 8 };
  const rule = { field: 'name', operator: 'Is', values: [['Deal 2']] };
  const tab = { filter_main_box: { id: 'm', entity: 'Opportunity', filter_fields: [rule] } };
  await space.create('Profiles', { id: profileId, name: 'Second', entity: 4, settings: tab }, withId);
  await space.create('Reports', { id: reportId, name: 'Deals', settings }, withId);
}
