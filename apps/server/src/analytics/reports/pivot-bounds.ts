/**
 * How large a pivot table may be, before and after groups are left out. Numbers, their reasons and what follows from them only.
 */
import type { PivotPlan, PlannedGroup } from './plan-pivot.js';
import type { PivotView } from './report-item.js';

/** Combinations of groups that the statement may find. */
const maxGroups = 50_000;

/**
 * Values that are added up at most, over all combinations, totals and measures: a fraction of a second. Fewer combinations are allowed
 * where each of them counts in many totals.
 */
const maxAdditions = 2_000_000;

/** Of one answer. Rows have a bound of their own, as those whose columns are all left out have no cells. */
export const mostShown = { columns: 1_000, rows: 10_000, cells: 10_000 } as const;

/** @returns whether the headers with so many keys are shown: totals may be unwanted */
export function isShown(groups: readonly PlannedGroup[], view: PivotView, depth: number): boolean {
  if (depth === groups.length) return true;
  return depth === 0 ? view.grandTotals : view.subTotals;
}

interface Bound {
  readonly combinations: number;
  /** Of row and column headers; a combination counts in a cell of each. */
  readonly levels: number;
  /** The table itself asks for so much that fewer than elsewhere are allowed. */
  readonly isLowered: boolean;
}

export function boundOf(
  { rows, columns, measures }: Pick<PivotPlan, 'rows' | 'columns' | 'measures'>,
  view: PivotView,
): Bound {
  const levels = levelsOf(rows, view) * levelsOf(columns, view);
  const combinations = Math.min(maxGroups, Math.floor(maxAdditions / (levels * measures.length)));
  return { combinations, levels, isLowered: combinations < maxGroups };
}

function levelsOf(groups: readonly PlannedGroup[], view: PivotView): number {
  return Array.from({ length: groups.length + 1 }, (_, depth) => isShown(groups, view, depth)).filter(Boolean).length;
}
