/**
 * What a caller wants to get of each record. Knows no entity type.
 */
import type { ReferringRecords } from './filter.js';
import type { ListArguments } from './list-arguments.js';

/** Relation names to expand, level by level: `owner,account_relations.account` is `{owner: {}, account_relations: {account: {}}}`. */
export interface NameTree {
  readonly [name: string]: NameTree;
}

/** REST v100: all members, relations as links unless expanded; `only` cuts to the named members. */
export interface RestSelection {
  readonly kind: 'rest';
  readonly expand: NameTree;
  readonly only?: NameTree;
}

/** REST v1: all members under their v1 names; `only` holds v1 names. */
export interface LegacySelection {
  readonly kind: 'legacy';
  readonly only?: readonly string[];
}

/** GraphQL: exactly these members under these keys. */
export interface MemberSelection {
  readonly kind: 'members';
  readonly members: readonly SelectedMember[];
  /** Equal keys mean equal selections of an entity type: what was planned once serves again. Undefined: made for one request. */
  readonly key?: string;
}

export type SelectedMember =
  /** A plain value, an id, or one part of money (`part`). */
  | { readonly kind: 'value'; readonly as: string; readonly field: string }
  | {
      readonly kind: 'money';
      readonly as: string;
      readonly field: string;
      readonly parts: readonly MoneyPart[];
    }
  /** The record that a to-one relation points at, by the name of its link (`owner`). */
  | { readonly kind: 'record'; readonly as: string; readonly link: string; readonly selection: MemberSelection }
  /** The one record of a to-many relation that shows at most one, by the name of the rows field. */
  | { readonly kind: 'row'; readonly as: string; readonly rows: string; readonly selection: MemberSelection }
  /** A page of the records of a to-many relation, by the name of the rows field; or of those whose reference leads here. */
  | {
      readonly kind: 'page';
      readonly as: string;
      readonly rows: string | ReferringRecords;
      readonly list: ListArguments;
      readonly selection: MemberSelection;
      readonly withTotal: boolean;
    };

export type MoneyPart =
  | { readonly kind: 'amount'; readonly as: string; readonly part: 'base_value' | 'value_foreign' | 'currency_id' }
  | { readonly kind: 'currency'; readonly as: string; readonly selection: MemberSelection };

export type Selection = RestSelection | LegacySelection | MemberSelection;

/** @returns the selection of plain values under the names of their fields */
export function valuesOf(names: readonly string[]): MemberSelection {
  return { kind: 'members', members: names.map((name) => ({ kind: 'value', as: name, field: name })) };
}
