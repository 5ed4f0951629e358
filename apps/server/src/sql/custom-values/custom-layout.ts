/**
 * Which custom fields the texts of a record know that are stored beside its values (`columns.ts`). A layout is a number for the fields
 * that hold something, in the order in which they were defined, so that it needs no register: equal fields give equal numbers.
 * Pure.
 */
import { createHash } from 'node:crypto';
import type { EntityType } from '@headwater/catalog';
import type { HoldingField } from './custom-value.js';

export interface CustomLayout {
  /** Oldest first. */
  readonly fields: readonly HoldingField[];
  readonly byName: ReadonlyMap<string, HoldingField>;
  /** Of texts that know all fields. */
  readonly current: number;
  /**
   * The same for a record whose texts have once known a field that was gone when they were written again. Should that field come back,
   * they don't know it, though they look as if they were older than it.
   */
  readonly restarted: number;
  /** Layouts without the newest fields: how many fields they know. Records of theirs have no value in the others. */
  readonly earlier: ReadonlyMap<number, number>;
}

/** Of a record whose texts were dropped: no layout has this number. */
export const noLayout = -1;

const known = new WeakMap<EntityType, CustomLayout | null>();

/** @returns undefined where the space has defined no field that holds something */
export function customLayout(entityType: EntityType): CustomLayout | undefined {
  let layout = known.get(entityType);
  if (layout === undefined) {
    layout = layOut(entityType);
    known.set(entityType, layout);
  }
  return layout ?? undefined;
}

function layOut(entityType: EntityType): CustomLayout | null {
  const fields = entityType.fields
    .filter((field): field is HoldingField => field.custom !== undefined && field.kind !== 'rows')
    .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  if (fields.length === 0) return null;
  const numbers: number[] = [];
  let digest = '';
  for (const field of fields) {
    digest = digestOf(`${digest} ${idOf(field)} ${field.name} ${field.kind}`);
    numbers.push(numberOf(digest));
  }
  const earlier = new Map(numbers.slice(0, -1).map((number, index) => [number, index + 1]));
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { fields, byName, current: numberOf(digest), restarted: numberOf(digestOf(`${digest} restarted`)), earlier };
}

/**
 * @param before the layout of the texts that are written again; null: there were none
 * @returns that of the new ones
 */
export function nextLayout({ current, restarted, earlier }: CustomLayout, before: number | null): number {
  return before === null || before === current || earlier.has(before) ? current : restarted;
}

function idOf({ custom }: HoldingField): string {
  return custom?.id.toLowerCase() ?? '';
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Exact in JavaScript and in the columns of both databases. */
function numberOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16);
}
