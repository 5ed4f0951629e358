/**
 * The groups of rows, or of columns, of a pivot table: which there are, their order, and which of them are shown. Pure.
 */
import { sortWithPauses } from '../../records/yielder.js';
import type { PivotRow } from '../../sql/analytics/compile-pivot.js';
import { compareRanks, type GroupValue, groupKey, groupValue, rankGroup } from './group-value.js';
import { Measured, shareOf } from './measured.js';
import { isShown } from './pivot-bounds.js';
import type { PivotPlan, PlannedGroup } from './plan-pivot.js';
import type { PivotView } from './report-item.js';

/** A row or column of the table. */
export interface PivotHeader {
  /** Values of the groups from the outermost on: none in the grand total. */
  readonly keys: readonly (string | null)[];
  /** Of its innermost group; null in the grand total and where there is no value. */
  readonly label: string | null;
  readonly isDeleted: boolean;
  /** Groups below it that are not shown. */
  readonly leftOut: number;
}

/** A group below others, or all records. */
export interface PivotNode {
  readonly value: GroupValue | null;
  readonly parent: PivotNode | null;
  readonly depth: number;
  /** By their keys; null as long as there are none. */
  below: Map<string | null, PivotNode> | null;
  /** Of the measure that it is put in order by among its siblings, over all that the other axis has; null: it is not. */
  readonly total: Measured | null;
  /** Position of its header; -1: it is not shown. */
  position: number;
}

export interface ShownAxis {
  readonly headers: readonly PivotHeader[];
  readonly isTruncated: boolean;
}

interface Showing {
  readonly view: PivotView;
  readonly most: number;
  readonly pause: () => Promise<void>;
}

interface RankedNode {
  readonly node: PivotNode;
  readonly rank: ReturnType<typeof rankGroup>;
}

/** Groups between two pauses: a few milliseconds. */
const pauseAfter = 1_000;

export class PivotAxis {
  private readonly root: PivotNode = newNode(null, null, null);
  private readonly headers: PivotHeader[] = [];
  private isCut = false;
  private isFull = false;
  /** Since the last pause. */
  private ordered = 0;

  /** @param first position of the axis' first group among all groups of the table */
  constructor(
    private readonly plan: PivotPlan,
    private readonly groups: readonly PlannedGroup[],
    private readonly first: number,
  ) {}

  /** @returns the innermost of the groups that a row belongs to */
  add(row: PivotRow): PivotNode {
    let node = this.root;
    for (const [index, group] of this.groups.entries()) {
      const key = groupKey(group, row, this.first + index);
      const parent = node;
      node = parent.below?.get(key) ?? this.grow(parent, group, groupValue(group, row, this.first + index));
      this.addTotal(node, group, row);
    }
    return node;
  }

  private grow(parent: PivotNode, { group: { sortMeasure } }: PlannedGroup, value: GroupValue): PivotNode {
    const measure = sortMeasure === null ? undefined : this.plan.measures[sortMeasure];
    const node = newNode(value, parent, measure ? new Measured(measure) : null);
    parent.below ??= new Map();
    parent.below.set(value.key, node);
    return node;
  }

  private addTotal({ total }: PivotNode, { group: { sortMeasure } }: PlannedGroup, row: PivotRow): void {
    const measure = sortMeasure === null ? undefined : this.plan.measures[sortMeasure];
    if (total && measure && sortMeasure !== null) total.add(shareOf(measure, row, sortMeasure));
  }

  /**
   * Gives the nodes that are shown their positions; once, when all rows have been added.
   * @param most headers
   * @param pause is awaited whenever some thousand groups have been put in order
   */
  async show(view: PivotView, most: number, pause: () => Promise<void>): Promise<ShownAxis> {
    await this.visit(this.root, [], { view, most, pause });
    return { headers: this.headers, isTruncated: this.isCut };
  }

  private async visit(node: PivotNode, keys: readonly (string | null)[], showing: Showing): Promise<void> {
    const { view, most, pause } = showing;
    // There is always something to show at a node or below it.
    if (this.headers.length === most) {
      this.isCut = true;
      this.isFull = true;
      return;
    }
    const group = this.groups[node.depth];
    const below = group && node.below ? await inOrder(group, [...node.below.values()], pause) : [];
    this.ordered += below.length;
    if (this.ordered >= pauseAfter) {
      this.ordered = 0;
      await pause();
    }
    const within = below.slice(0, group?.group.limit ?? undefined);
    const leftOut = below.length - within.length;
    if (leftOut > 0) this.isCut = true;
    if (isShown(this.groups, view, node.depth)) {
      const { label = null, isDeleted = false } = node.value ?? {};
      node.position = this.headers.push({ keys, label, isDeleted, leftOut }) - 1;
    }
    for (const child of within) {
      await this.visit(child, [...keys, child.value?.key ?? null], showing);
      if (this.isFull) return;
    }
  }
}

function newNode(value: GroupValue | null, parent: PivotNode | null, total: Measured | null): PivotNode {
  return { value, parent, depth: parent ? parent.depth + 1 : 0, below: null, total, position: -1 };
}

async function inOrder(
  planned: PlannedGroup,
  nodes: readonly PivotNode[],
  pause: () => Promise<void>,
): Promise<PivotNode[]> {
  const sign = planned.group.descending ? -1 : 1;
  const ranked: RankedNode[] = [];
  for (const node of nodes) {
    ranked.push({ node, rank: node.value && rankGroup(planned, node.value) });
    if (ranked.length % pauseAfter === 0) await pause();
  }
  const compare = (a: RankedNode, b: RankedNode): number => {
    const byMeasure = a.node.total && b.node.total ? a.node.total.compare(b.node.total) : 0;
    if (byMeasure !== 0) return sign * byMeasure;
    const byName = compareRanks(a.rank, b.rank);
    // The direction is that of the measure where there is one.
    return planned.group.sortMeasure === null ? sign * byName : byName;
  };
  return (await sortWithPauses(ranked, compare, pause)).map(({ node }) => node);
}
