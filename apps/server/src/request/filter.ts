/**
 * What a caller asks for, as data: the filter tree. Every API translates its filter syntax into this one tree.
 * Knows no entity type: whether a path names a field is found out when the request is planned.
 */
import type { OperatorName } from '@headwater/catalog';

/** The closed set of comparisons; the names are those of REST v100. */
export type Operator = OperatorName;

/** One comparison of one field. */
export interface Condition {
  readonly kind: 'condition';
  /** Member names from the entity type listed to the field compared: `['owner', 'email']`. */
  readonly path: readonly string[];
  readonly operator: Operator;
  /**
   * What to compare with; text is read as the field's type (`"true"`, `"12.5"`, `"2024-05-01"`).
   * `eq` with several: any of them; `not-eq` with several: none of them; `between`: the two bounds; `null` and the like: empty.
   */
  readonly operands: readonly (string | number | boolean | null)[];
  /** Where the caller wrote it, for error messages: `filter[owner.email]`. */
  readonly at: string;
}

export interface FilterGroup {
  readonly kind: 'and' | 'or';
  readonly filters: readonly Filter[];
}

export interface FilterNot {
  readonly kind: 'not';
  readonly filter: Filter;
}

/**
 * A step along a relation: a member's name, or one that needs no member: to the records of an entity type whose reference `via` points
 * where the reference `on` of this one does (at this one itself when it is left out), or along a reference to records of one entity type.
 */
export type Step = string | ReferringRecords | { readonly to: string; readonly by: string };

/** The records of an entity type whose reference points where another one does. */
export interface ReferringRecords {
  readonly from: string;
  readonly via: string;
  readonly on?: string;
  /** A reference of both that points at the same record besides, where both are of one entity type. */
  readonly alike?: string;
}

/** Holds when some record that the relation `path` leads to matches `filter`. */
export interface FilterSome {
  readonly kind: 'some';
  readonly path: readonly Step[];
  readonly filter: Filter;
  readonly at: string;
}

/** Holds when, of the records that the relation leads to and that meet `among`, the one that comes first in an order matches `filter`. */
export interface FilterFirst {
  readonly kind: 'first';
  readonly path: readonly Step[];
  readonly among: Filter;
  /** Members of which the first one that is set counts. Records without any come last. */
  readonly orderBy: readonly string[];
  readonly descending: boolean;
  readonly filter: Filter;
  readonly at: string;
}

export type AggregateFunction = 'COUNT' | 'SUM' | 'MIN' | 'MAX' | 'AVG';

/** Compares what the records add up to that the relation leads to and that meet `among`. */
export interface FilterAggregate {
  readonly kind: 'aggregate';
  readonly path: readonly Step[];
  readonly among: Filter;
  readonly function: AggregateFunction;
  /** Member names from these records to the field; none for COUNT. */
  readonly field: readonly string[] | null;
  readonly operator: Operator;
  readonly operands: Condition['operands'];
  readonly at: string;
}

/** Holds when the weights of those parts that hold add up to `minimum` or more. */
export interface FilterScore {
  readonly kind: 'score';
  readonly parts: readonly { readonly filter: Filter; readonly weight: number }[];
  readonly minimum: number;
}

export type Filter = Condition | FilterGroup | FilterNot | FilterSome | FilterFirst | FilterAggregate | FilterScore;

/** @param filters null where every record is found @returns one filter that holds where all of them do; null where every record is found */
export function allOf(filters: readonly (Filter | null)[]): Filter | null {
  const active = filters.filter((filter) => filter !== null);
  return active.length > 1 ? { kind: 'and', filters: active } : (active[0] ?? null);
}
