/**
 * Names the group of a pivot table that makes most of its combinations. Pure.
 */
import type { PivotRow } from '../../sql/analytics/compile-pivot.js';
import { groupKey } from './group-value.js';
import type { PivotPlan, PlannedGroup } from './plan-pivot.js';

/**
 * @param plan of a table that has groups
 * @param found rows of its statement
 * @returns a sentence on the group with the most values: what is to be left out first
 */
export function widestGroup(
  { rows: across, columns: down }: Pick<PivotPlan, 'rows' | 'columns'>,
  found: readonly PivotRow[],
): string {
  const groups = [
    ...across.map((planned, index) => ({ planned, path: `rows[${index}]` })),
    ...down.map((planned, index) => ({ planned, path: `columns[${index}]` })),
  ].map((group, index) => ({ ...group, count: valuesOf(group.planned, found, index) }));
  const widest = groups.reduce((most, group) => (group.count > most.count ? group : most));
  const { group, period } = widest.planned;
  const longer = period === null ? '' : `, by ${period}: a longer period has fewer`;
  return `The most values, ${widest.count} and more, has ${widest.path} "${group.field}"${longer}.`;
}

function valuesOf(group: PlannedGroup, found: readonly PivotRow[], index: number): number {
  return new Set(found.map((row) => groupKey(group, row, index))).size;
}
