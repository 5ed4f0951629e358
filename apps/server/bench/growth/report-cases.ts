/**
 * What is asked of pivot tables and report tables in spaces with a growing number of opportunities.
 */
import { type GrowthCase, timed } from './growth-case.js';

const times = 9;

const sum = 'measures: [{ function: Sum }, { function: Count }]';

function pivot(name: string, title: string, table: string, zone = 'UTC'): GrowthCase {
  const structure = `[{ id: "p", pivotTable: { entityType: Opportunity, ${table} } }]`;
  const shown = 'rows { keys label leftOut } columns { keys label } cells { row column values } isTruncated';
  return timed({
    ...{ name, title, times, isOnOpportunities: true },
    run: ({ client }) =>
      client.query(`{ evaluateReport(structure: ${structure}, timeZone: "${zone}") { items {
        ... on PivotTable { result { ${shown} } } } } }`),
  });
}

const quarters = 'columns: [{ field: "created", period: Quarter }]';

export const reportCases: readonly GrowthCase[] = [
  pivot('pivot-unit', 'Value of all opportunities by unit', `rows: [{ field: "unit_id" }], ${sum}`),
  pivot(
    'pivot-owner',
    'The same by unit, user and quarter',
    `rows: [{ field: "unit_id" }, { field: "owner_id" }], ${quarters}, ${sum}`,
  ),
  pivot(
    'pivot-zone',
    'The same by unit and quarter in a zone that changes its clocks',
    `rows: [{ field: "unit_id" }], ${quarters}, ${sum}`,
    'Europe/Vienna',
  ),
  pivot(
    'pivot-filter',
    'The same of a tenth of the opportunities',
    `filter: { mainBox: { entity: "Opportunity", filterFields: [{ field: "value", operator: Less, values: [["10000"]] }] } }, rows: [{ field: "unit_id" }], ${quarters}, ${sum}`,
  ),
];
