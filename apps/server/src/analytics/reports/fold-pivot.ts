/**
 * Makes a pivot table of the rows of its statement: puts groups in order, leaves out those beyond limits, and adds up the cells and
 * totals that are shown. Totals count what is left out. Knows no time: it only says where it may be interrupted.
 */
import { sortWithPauses } from '../../records/yielder.js';
import type { MeasureColumn, PivotRow } from '../../sql/analytics/compile-pivot.js';
import { Measured, shareOf } from './measured.js';
import { PivotAxis, type PivotHeader, type PivotNode } from './pivot-axis.js';
import { mostShown } from './pivot-bounds.js';
import type { PivotPlan } from './plan-pivot.js';
import type { PivotView } from './report-item.js';

interface PivotCell {
  /** Positions of its headers. */
  readonly row: number;
  readonly column: number;
  /** Decimal notation, or a date; null when there is nothing to measure. */
  readonly values: readonly (string | null)[];
}

export interface PivotTable {
  /** Totals come ahead of what they add up. */
  readonly rows: readonly PivotHeader[];
  readonly columns: readonly PivotHeader[];
  /** Row by row; those without records are left out. */
  readonly cells: readonly PivotCell[];
  /** Something has been left out. */
  readonly isTruncated: boolean;
}

/** Yields to other work, and rejects when this work is to end. */
export type Pause = () => Promise<void>;

/** Rows between two pauses: some ten milliseconds. */
const stepRows = 1_000;

/** A row of the statement and the innermost groups that it belongs to. */
interface Placed {
  readonly found: PivotRow;
  readonly row: PivotNode;
  readonly column: PivotNode;
}

export async function foldPivot(
  plan: PivotPlan,
  view: PivotView,
  found: readonly PivotRow[],
  pause: Pause,
): Promise<PivotTable> {
  const rowAxis = new PivotAxis(plan, plan.rows, 0);
  const columnAxis = new PivotAxis(plan, plan.columns, plan.rows.length);
  const placed: Placed[] = [];
  await inSteps(found, pause, (one) => {
    placed.push({ found: one, row: rowAxis.add(one), column: columnAxis.add(one) });
  });
  const rows = await rowAxis.show(view, mostShown.rows, pause);
  const columns = await columnAxis.show(view, mostShown.columns, pause);
  await pause();
  const counts = await countCells(placed, pause, rows.headers.length, columns.headers.length);
  const rowCount = rowsWithin(counts, mostShown.cells);
  const cells = await addUp(plan.measures, placed, pause, { rowCount, columnCount: columns.headers.length });
  return {
    rows: rows.headers.slice(0, rowCount),
    columns: columns.headers,
    cells,
    isTruncated: rows.isTruncated || columns.isTruncated || rowCount < rows.headers.length,
  };
}

async function inSteps<Item>(items: readonly Item[], pause: Pause, step: (item: Item) => void): Promise<void> {
  for (let from = 0; from < items.length; from += stepRows) {
    for (const item of items.slice(from, from + stepRows)) step(item);
    await pause();
  }
}

/** Calls back for each shown cell that a row of the statement counts in. */
function eachCell({ row, column }: Placed, add: (row: number, column: number) => void): void {
  for (let above: PivotNode | null = row; above; above = above.parent) {
    if (above.position < 0) continue;
    for (let left: PivotNode | null = column; left; left = left.parent) {
      if (left.position >= 0) add(above.position, left.position);
    }
  }
}

/** @returns how many cells each row has */
async function countCells(
  placed: readonly Placed[],
  pause: Pause,
  rows: number,
  columns: number,
): Promise<Uint16Array> {
  const counts = new Uint16Array(rows);
  // A bit for each cell that may be.
  const seen = new Uint8Array(Math.ceil((rows * columns) / 8));
  await inSteps(placed, pause, (one) =>
    eachCell(one, (row, column) => {
      const cell = row * columns + column;
      const [byte, bit] = [cell >> 3, 1 << (cell & 7)];
      if (((seen[byte] ?? 0) & bit) !== 0) return;
      seen[byte] = (seen[byte] ?? 0) | bit;
      counts[row] = (counts[row] ?? 0) + 1;
    }),
  );
  return counts;
}

/** @returns how many of the first rows have so many cells together at most */
function rowsWithin(counts: Uint16Array, most: number): number {
  let cells = 0;
  for (const [row, count] of counts.entries()) {
    cells += count;
    if (cells > most) return row;
  }
  return counts.length;
}

interface Size {
  readonly rowCount: number;
  readonly columnCount: number;
}

async function addUp(
  measures: readonly MeasureColumn[],
  placed: readonly Placed[],
  pause: Pause,
  { rowCount, columnCount }: Size,
): Promise<PivotCell[]> {
  const cells = new Map<number, readonly Measured[]>();
  await inSteps(placed, pause, (one) => {
    const shares = measures.map((measure, index) => shareOf(measure, one.found, index));
    eachCell(one, (row, column) => {
      if (row >= rowCount) return;
      const cell = row * columnCount + column;
      const values = cells.get(cell) ?? measures.map((measure) => new Measured(measure));
      cells.set(cell, values);
      for (const [index, share] of shares.entries()) values[index]?.add(share);
    });
  });
  const ordered: PivotCell[] = [];
  await inSteps(await sortWithPauses([...cells], ([a], [b]) => a - b, pause), pause, ([cell, values]) => {
    const row = Math.floor(cell / columnCount);
    ordered.push({ row, column: cell % columnCount, values: values.map(({ value }) => value) });
  });
  return ordered;
}
