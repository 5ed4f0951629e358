/**
 * Asks a space for pivot tables and the records behind their cells.
 */
import { ask, send } from '../filters/ask-filter.js';
import type { Json, TestSpace } from '../test-space.js';

export interface Header {
  readonly keys: readonly (string | null)[];
  readonly label: string | null;
  readonly isDeleted: boolean;
  readonly leftOut: number;
}

export interface Table {
  readonly rows: readonly Header[];
  readonly columns: readonly Header[];
  readonly cells: readonly { readonly row: number; readonly column: number; readonly values: (string | null)[] }[];
  readonly isTruncated: boolean;
}

export const pivotQuery = `query ($structure: [ReportItemInput!]!, $timeZone: String) {
  evaluateReport(structure: $structure, timeZone: $timeZone) { items { id ... on PivotTable {
    result { rows { keys label isDeleted leftOut } columns { keys label isDeleted leftOut } cells { row column values } isTruncated }
  } } }
}`;

export const recordsQuery = `query ($structure: [ReportItemInput!]!, $timeZone: String, $row: [String], $column: [String]) {
  pivotRecords(structure: $structure, itemId: "p", timeZone: $timeZone, rowKeys: $row, columnKeys: $column, first: 100) {
    totalCount items { id name }
  }
}`;

/** @param table of opportunities, when it does not say of what */
export function structureOf(table: Json) {
  return {
    structure: [{ id: 'p', pivotTable: { entityType: 'Opportunity', measures: [{ function: 'Count' }], ...table } }],
  };
}

/** @throws Error when the answer has errors */
export async function pivot(space: TestSpace, table: Json, timeZone = 'UTC'): Promise<Table> {
  type Answer = { readonly evaluateReport: { readonly items: readonly { readonly result: Table }[] } };
  const { evaluateReport } = await ask<Answer>(space, pivotQuery, { ...structureOf(table), timeZone });
  const [item] = evaluateReport.items;
  if (!item) throw new Error('no item');
  return item.result;
}

/** @returns the message of the rejection; undefined when there is none */
export async function pivotRejection(space: TestSpace, table: Json): Promise<string | undefined> {
  return (await send(space, pivotQuery, structureOf(table))).errors?.[0]?.message;
}

export interface PivotPosition {
  readonly row?: Header['keys'] | undefined;
  readonly column?: Header['keys'] | undefined;
}

/** @returns the names of the records behind a cell, in their order */
export async function namesBehind(
  space: TestSpace,
  table: Json,
  place: PivotPosition,
  timeZone = 'UTC',
): Promise<string[]> {
  type Answer = { readonly pivotRecords: { readonly totalCount: number; readonly items: readonly { name: string }[] } };
  const asked = { ...structureOf(table), row: [], column: [], ...place, timeZone };
  const { totalCount, items } = (await ask<Answer>(space, recordsQuery, asked)).pivotRecords;
  if (totalCount !== items.length) throw new Error(`${totalCount} counted, ${items.length} shown`);
  return items.map(({ name }) => name).sort();
}

/** @returns the values of the cells by the labels, or else keys, of their rows and columns: `North/2025-01-01`; `` for a total */
export function cellsOf({ rows, columns, cells }: Table): Record<string, (string | null)[]> {
  const name = ({ keys, label }: Header | undefined = noHeader) => (keys.length === 0 ? '' : String(label));
  return Object.fromEntries(
    cells.map(({ row, column, values }) => [`${name(rows[row])}/${name(columns[column])}`, values]),
  );
}

const noHeader: Header = { keys: [], label: null, isDeleted: false, leftOut: 0 };
