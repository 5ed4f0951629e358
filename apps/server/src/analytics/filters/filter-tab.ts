/**
 * A filter as people put it together: a tab of boxes with rules. Data only; APIs and saved filters give it.
 */

import type { Catalog } from '@headwater/catalog';
import type { FieldOperator } from './field-operator.js';
import type { SiblingRelation } from './sibling-path.js';

/** Alternatives, each with the parts of one value; null means no value. */
export type RuleValues = readonly (readonly (string | null)[])[];

export interface FilterRule {
  /** For the formula of its box. */
  readonly id: string | null;
  /** An api name, or a path along relations: `owner.email`. */
  readonly field: string;
  readonly operator: FieldOperator;
  readonly values: RuleValues;
  /** Where the caller wrote the rule, for messages: `filter.mainBox.filterFields[0]`. */
  readonly at: string;
}

/** Gives points when it holds. */
export interface WeighedRule extends FilterRule {
  readonly weight: number;
}

interface Box {
  readonly id: string;
  /** Name of the entity type whose records the rules are about. */
  readonly entity: string;
  /** Id of a Field record; null in a main box. */
  readonly lookupFieldId: string | null;
  /** Null in a main box and where the lookup field says it all. */
  readonly relation: SiblingRelation | null;
  readonly at: string;
}

export interface RuleBox extends Box {
  readonly kind: 'rules';
  readonly rules: readonly FilterRule[];
  /** By ids or positions of the rules; null: all must hold. */
  readonly formula: string | null;
}

/** Judges records by points. */
export interface HealthBox extends Box {
  readonly kind: 'health';
  readonly rules: readonly WeighedRule[];
  readonly minimumScore: number;
}

export type FilterBox = RuleBox | HealthBox;

export interface FilterTab {
  /** Ties the boxes together when there is no formula. */
  readonly operator: 'And' | 'Or';
  /** By ids or positions of the boxes, the main box first. */
  readonly formula: string | null;
  readonly isEnabled: boolean;
  /** In which days are counted; null: that of the request. */
  readonly timeZone: string | null;
  readonly mainBox: FilterBox;
  readonly siblingBoxes: readonly FilterBox[];
  readonly at: string;
}

/**
 * What rules are read with besides the catalog: the moment of the request, and the zone in which days are counted.
 */
export interface FilterScope {
  readonly catalog: Catalog;
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  readonly timeZone: string;
}
