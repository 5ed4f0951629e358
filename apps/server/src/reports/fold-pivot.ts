/**
 * Makes a pivot table of the rows of its statement: adds up totals, puts groups in order, leaves out those beyond limits. Totals count
 * what is left out. Pure.
 */
import type { PivotRow } from './compile-pivot.js';
import { compareGroups, type GroupValue, groupValue } from './group-value.js';
import { Measured } from './measured.js';
import type { PivotPlan, PlannedGroup } from './plan-pivot.js';
import type { PivotView } from './report-item.js';

/** Of one answer. */
const mostShown = { columns: 1_000, cells: 10_000 } as const;

/** A row or column of the table. */
interface PivotHeader {
  /** Values of the groups from the outermost on: none in the grand total. */
  readonly keys: readonly (string | null)[];
  /** Of its innermost group; null in the grand total and where there is no value. */
  readonly label: string | null;
  readonly isDeleted: boolean;
  /** Groups below it that are not shown. */
  readonly leftOut: number;
}

interface PivotCell {
  /** Positions of its headers. */
  readonly row: number;
  readonly column: number;
  readonly values: readonly Measured[];
}

export interface PivotTable {
  /** Totals stand ahead of what they add up. */
  readonly rows: readonly PivotHeader[];
  readonly columns: readonly PivotHeader[];
  /** Row by row; those without records are left out. */
  readonly cells: readonly PivotCell[];
  /** Something has been left out. */
  readonly isTruncated: boolean;
}

/** A group below others, or all records. */
interface Node {
  readonly value: GroupValue | null;
  readonly keys: readonly (string | null)[];
  readonly below: Map<string | null, Node>;
  /** Of all that the other axis has. */
  readonly totals: readonly Measured[];
}

type Cells = Map<Node, Map<Node, readonly Measured[]>>;

export function foldPivot(plan: PivotPlan, view: PivotView, found: readonly PivotRow[]): PivotTable {
  const newTotals = () => plan.measures.map((measure) => new Measured(measure));
  const newRoot = (): Node => ({ value: null, keys: [], below: new Map(), totals: newTotals() });
  const [rowRoot, columnRoot] = [newRoot(), newRoot()];
  const cells: Cells = new Map();
  for (const row of found) {
    const rowNodes = nodesOf(rowRoot, plan.rows, row, 0, newTotals);
    const columnNodes = nodesOf(columnRoot, plan.columns, row, plan.rows.length, newTotals);
    for (const node of [...rowNodes, ...columnNodes]) addRow(node.totals, row);
    for (const rowNode of rowNodes) {
      const across = cells.get(rowNode) ?? new Map<Node, readonly Measured[]>();
      cells.set(rowNode, across);
      for (const columnNode of columnNodes) {
        const values = across.get(columnNode) ?? newTotals();
        across.set(columnNode, values);
        addRow(values, row);
      }
    }
  }
  const rows = new AxisWriter(plan.rows, view).write(rowRoot);
  const columns = new AxisWriter(plan.columns, view).write(columnRoot);
  return layOut(rows, columns, cells);
}

function addRow(totals: readonly Measured[], row: PivotRow): void {
  for (const [index, total] of totals.entries()) total.add(row, index);
}

/** @param first position of the axis' first group among all groups @returns the nodes that a row belongs to, the root first */
function nodesOf(
  root: Node,
  groups: readonly PlannedGroup[],
  row: PivotRow,
  first: number,
  newTotals: () => readonly Measured[],
): Node[] {
  const nodes = [root];
  let parent = root;
  for (const [index, group] of groups.entries()) {
    const value = groupValue(group, row, first + index);
    let node = parent.below.get(value.key);
    if (!node) {
      node = { value, keys: [...parent.keys, value.key], below: new Map(), totals: newTotals() };
      parent.below.set(value.key, node);
    }
    nodes.push(node);
    parent = node;
  }
  return nodes;
}

interface Axis {
  readonly shown: readonly { readonly node: Node; readonly header: PivotHeader }[];
  readonly isTruncated: boolean;
}

class AxisWriter {
  private readonly shown: { node: Node; header: PivotHeader }[] = [];
  private isTruncated = false;

  constructor(
    private readonly groups: readonly PlannedGroup[],
    private readonly view: PivotView,
  ) {}

  write(root: Node): Axis {
    this.visit(root);
    return { shown: this.shown, isTruncated: this.isTruncated };
  }

  private visit(node: Node): void {
    const depth = node.keys.length;
    const group = this.groups[depth];
    const below = group ? [...node.below.values()].sort((a, b) => compareNodes(group, a, b)) : [];
    const kept = below.slice(0, group?.group.limit ?? undefined);
    const leftOut = below.length - kept.length;
    if (leftOut > 0) this.isTruncated = true;
    if (this.isShown(depth)) this.shown.push({ node, header: headerOf(node, leftOut) });
    for (const child of kept) this.visit(child);
  }

  private isShown(depth: number): boolean {
    if (depth === this.groups.length) return true;
    return depth === 0 ? this.view.grandTotals : this.view.subTotals;
  }
}

function headerOf({ keys, value }: Node, leftOut: number): PivotHeader {
  return { keys, label: value?.label ?? null, isDeleted: value?.isDeleted ?? false, leftOut };
}

function compareNodes(planned: PlannedGroup, a: Node, b: Node): number {
  const { sortMeasure, descending } = planned.group;
  const [left, right] = sortMeasure === null ? [] : [a.totals[sortMeasure], b.totals[sortMeasure]];
  const byMeasure = left && right ? left.compare(right) : 0;
  const byName = a.value && b.value ? compareGroups(planned, a.value, b.value) : 0;
  if (sortMeasure !== null) return (descending ? -byMeasure : byMeasure) || byName;
  return descending ? -byName : byName;
}

function layOut(rows: Axis, columns: Axis, cells: Cells): PivotTable {
  const shownColumns = columns.shown.slice(0, mostShown.columns);
  const shownRows: PivotHeader[] = [];
  const shownCells: PivotCell[] = [];
  for (const { node, header } of rows.shown) {
    const across = cells.get(node);
    const ownCells = shownColumns.flatMap(({ node: columnNode }, column): PivotCell[] => {
      const values = across?.get(columnNode);
      return values ? [{ row: shownRows.length, column, values }] : [];
    });
    if (shownCells.length + ownCells.length > mostShown.cells) break;
    shownRows.push(header);
    shownCells.push(...ownCells);
  }
  const isCut = shownRows.length < rows.shown.length || shownColumns.length < columns.shown.length;
  return {
    rows: shownRows,
    columns: shownColumns.map(({ header }) => header),
    cells: shownCells,
    isTruncated: rows.isTruncated || columns.isTruncated || isCut,
  };
}
