/**
 * What a group of a pivot table is: the value that its records share, how it is shown, and which comes first. Pure.
 */
import { Decimal } from 'decimal.js';
import type { PivotRow } from '../../sql/analytics/compile-pivot.js';
import type { PlannedGroup } from './plan-pivot.js';

export interface GroupValue {
  /** The value in canonical form; null: there is none. */
  readonly key: string | null;
  /** What people call it. */
  readonly label: string | null;
  /** The record that it refers to has been deleted. */
  readonly isDeleted: boolean;
}

/** @param index of the group among all of the table */
export function groupValue(group: PlannedGroup, row: PivotRow, index: number): GroupValue {
  const key = groupKey(group, row, index);
  const label = row[`l${index}`];
  // Databases without truth values write them as numbers.
  const isDeleted = Number(row[`d${index}`] ?? false) === 1;
  if (label !== undefined) return { key, label: label === null ? key : String(label), isDeleted };
  return { key, label: optionLabel(group, key) ?? key, isDeleted };
}

/** @returns the value alone, in canonical form */
export function groupKey({ type }: PlannedGroup, row: PivotRow, index: number): string | null {
  const value = row[`g${index}`];
  if (value === null || value === undefined) return null;
  return type === 'float' ? String(Number(value)) : String(value);
}

function optionLabel({ terminal }: PlannedGroup, key: string | null): string | undefined {
  if (terminal.kind !== 'value') return undefined;
  return terminal.field.enum?.find(({ value }) => String(value) === key)?.label;
}

/** The rank of a group among others: made once for each, as it is compared with many. Null: it has no value. */
type GroupRank = Decimal | readonly Buffer[] | null;

export function rankGroup({ type }: PlannedGroup, { key, label }: GroupValue): GroupRank {
  if (key === null) return null;
  if (type === 'integer' || type === 'float' || type === 'decimal') return new Decimal(key);
  return (type === 'uuid' ? [label ?? '', key] : [key]).map((text) => Buffer.from(text));
}

/** Numbers by size, dates by time, texts and references by what they are called, by code points; those without a value first. */
export function compareRanks(a: GroupRank, b: GroupRank): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (a instanceof Decimal || b instanceof Decimal) return a instanceof Decimal && b instanceof Decimal ? a.cmp(b) : 0;
  for (const [index, text] of a.entries()) {
    const order = Buffer.compare(text, b[index] ?? text);
    if (order !== 0) return order;
  }
  return 0;
}
