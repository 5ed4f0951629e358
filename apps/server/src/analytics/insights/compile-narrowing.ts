/**
 * Writes which records a filter leaves. Pure.
 */
import type { Predicate } from '../../plan/predicate.js';
import { compilePredicate } from '../../sql/filter/compile-predicate.js';
import { column } from '../../sql/select/compile-value.js';
import type { InsightsSelect } from './insights-select.js';

/** Which records of an entity type count. */
export interface Narrowing {
  readonly entityType: string;
  readonly predicate: Predicate;
}

/** The records that count, by `id`; what stands behind FROM. */
export const chosenRecords = 'chosen';

/** Names them ahead of the statement: they are found once, however many selects look into them. */
export function nameChosen(select: InsightsSelect, { entityType, predicate }: Narrowing): void {
  const { dialect, binder } = select;
  const context = { dialect, binder, includeDeleted: false, skipsRecords: false, depth: 0 };
  const where = [
    select.ofSpace('r'),
    `NOT ${column('r', 'is_deleted')}`,
    compilePredicate(context, 'r', predicate),
  ].join(' AND ');
  const text = `MATERIALIZED (SELECT r.id AS id FROM ${select.records(entityType, 'r')} WHERE ${where})`;
  select.name({ name: chosenRecords, text });
}
