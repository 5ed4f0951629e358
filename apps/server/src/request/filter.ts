/**
 * What a caller asks for, as data: the filter tree. Every door writes its own filter syntax as this one tree.
 * Knows no entity type: whether a path names a field is found out when the request is planned.
 */

/** The closed set of comparisons; the names are those of REST v100. */
export type Operator =
  | 'eq'
  | 'ieq'
  | 'not-eq'
  | 'not-ieq'
  | 'contains'
  | 'starts'
  | 'ends'
  | 'icontains'
  | 'istarts'
  | 'iends'
  | 'null'
  | 'not-null'
  | 'empty'
  | 'not-empty'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between';

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

/** Holds when some record that the relation `path` leads to matches `filter`. */
export interface FilterSome {
  readonly kind: 'some';
  readonly path: readonly string[];
  readonly filter: Filter;
  readonly at: string;
}

export type Filter = Condition | FilterGroup | FilterNot | FilterSome;
