/**
 * What a group of a pivot table is: the value that its records share, how it is shown, and which comes first. Pure.
 */
import { Decimal } from 'decimal.js';
import type { PivotRow } from './compile-pivot.js';
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
  const key = keyOf(group, row[`g${index}`]);
  const label = row[`l${index}`];
  // Databases without truth values write them as numbers.
  const isDeleted = Number(row[`d${index}`] ?? false) === 1;
  if (label !== undefined) return { key, label: label === null ? key : String(label), isDeleted };
  return { key, label: optionLabel(group, key) ?? key, isDeleted };
}

function keyOf({ type }: PlannedGroup, value: PivotRow[string] | undefined): string | null {
  if (value === null || value === undefined) return null;
  return type === 'float' ? String(Number(value)) : String(value);
}

function optionLabel({ terminal }: PlannedGroup, key: string | null): string | undefined {
  if (terminal.kind !== 'value') return undefined;
  return terminal.field.enum?.find(({ value }) => String(value) === key)?.label;
}

/** Numbers by size, dates by time, texts and references by what they are called, by code points; those without a value first. */
export function compareGroups({ type }: PlannedGroup, a: GroupValue, b: GroupValue): number {
  if (a.key === null || b.key === null) return Number(a.key !== null) - Number(b.key !== null);
  if (type === 'integer' || type === 'float' || type === 'decimal') return new Decimal(a.key).cmp(b.key);
  const byLabel = type === 'uuid' ? compareTexts(a.label ?? '', b.label ?? '') : 0;
  return byLabel || compareTexts(a.key, b.key);
}

function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
