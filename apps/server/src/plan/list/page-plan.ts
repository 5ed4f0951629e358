/**
 * The plan of a read: which records, in which order, with which members. Data only; no SQL.
 */
import type { EntityType, ValueType } from '@headwater/catalog';
import type { RelationStep, ValueTerminal } from '../relations/field-path.js';
import type { Operand, Predicate } from './predicate.js';

/** One key of the order, before the id. */
export interface OrderKey {
  /** To-one steps only. */
  readonly steps: readonly Extract<RelationStep, { kind: 'one' }>[];
  readonly terminal: ValueTerminal;
  readonly type: ValueType;
  readonly descending: boolean;
  /** The kinds of records of a union (`table_name`) whose entity types do not have it, so that it is null in all of them. */
  readonly lackingTypes: readonly string[];
}

/** The keys of an order; the id follows them, in the direction of the last key, so that no two records tie. */
export interface Order {
  readonly keys: readonly OrderKey[];
  readonly idDescending: boolean;
}

/** Sort values and id of the record that a page begins after or ends before. */
export type Position = readonly Operand[];

export interface CursorWindowPlan {
  readonly kind: 'cursor';
  /** Records to take from the start, or from the end when `backward`. 1 to 100. */
  readonly limit: number;
  readonly backward: boolean;
  /** Of the records taken from the start, keep only so many from the end. */
  readonly keepLast: number | undefined;
  readonly after: Position | undefined;
  readonly before: Position | undefined;
}

export interface OffsetWindowPlan {
  readonly kind: 'offset';
  readonly limit: number | null;
  readonly offset: number;
}

/** Which records, in which order. */
export interface PagePlan {
  readonly entityType: EntityType;
  readonly filter: Predicate | null;
  readonly order: Order;
  readonly window: CursorWindowPlan | OffsetWindowPlan;
  readonly includeDeleted: boolean;
}
