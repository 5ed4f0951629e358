/**
 * What the JSON text of a record holds, member by member. Data only; no SQL.
 */
import type {
  Catalog,
  EntityType,
  MoneyField,
  ReferenceField,
  ReferenceLink,
  RowsField,
  ValueField,
  ValueType,
} from '@headwater/catalog';
import type { PagePlan } from '../list/page-plan.js';
import { type CollectedIds, planCollectedIds } from '../relations/collected-ids.js';
import { type Favorites, planFavorites } from '../relations/favorites.js';
import type { MoneyPartName } from '../relations/field-path.js';

/**
 * How values are written: `v1` writes ids, booleans and date-times as REST v1 does; `canonical` as a write holds them, amounts and
 * JSON as text.
 */
export type ValueStyle = 'v100' | 'v1' | 'canonical';

export interface Projection {
  readonly entityType: EntityType;
  readonly style: ValueStyle;
  readonly members: readonly ProjectionMember[];
  /** Present for an abstract type: how the records of each of its entity types look, all with the same members. */
  readonly branches?: readonly ProjectionBranch[];
  /** Present when the custom fields of the record are shown all together, behind its members: all but those with rows. */
  readonly custom?: CustomPart;
  /** Deleted rows of to-many relations are shown. */
  readonly includeDeleted: boolean;
  /** How many records an answer holds is counted before they are read. Absent: it is bounded before it is planned. */
  readonly isCounted?: boolean;
  /** Equal keys mean equal projections: what was compiled once serves again. Undefined: made for one request. */
  readonly cacheKey: string | undefined;
}

/** What is shown of all custom fields together. */
export interface CustomPart {
  /** False: links are among the members. */
  readonly withLinks: boolean;
}

/** The records of one entity type of a union. */
export interface ProjectionBranch {
  /** What their `table_name` says. */
  readonly kind: string;
  readonly projection: Projection;
}

/** `as` is the member name in the answer. Of `single` rows, links, ids and records stand alone instead of in a list. */
export type ProjectionMember =
  | { readonly kind: 'value'; readonly as: string; readonly field: ValueField }
  | { readonly kind: 'collected-ids'; readonly as: string; readonly ids: CollectedIds }
  | { readonly kind: 'favorite'; readonly as: string; readonly favorites: Favorites }
  | { readonly kind: 'reference-id'; readonly as: string; readonly field: ReferenceField }
  | { readonly kind: 'link'; readonly as: string; readonly field: ReferenceField; readonly link: ReferenceLink }
  | { readonly kind: 'record'; readonly as: string; readonly field: ReferenceField; readonly projection: Projection }
  | { readonly kind: 'row-links'; readonly as: string; readonly field: RowsField; readonly target: EntityType }
  | { readonly kind: 'row-ids'; readonly as: string; readonly field: RowsField; readonly target: EntityType }
  | { readonly kind: 'row-records'; readonly as: string; readonly field: RowsField; readonly projection: Projection }
  | {
      readonly kind: 'row-page';
      readonly as: string;
      readonly field: RowsField;
      readonly page: PagePlan;
      readonly projection: Projection;
      readonly withTotal: boolean;
    }
  | { readonly kind: 'money'; readonly as: string; readonly field: MoneyField; readonly parts: readonly MoneyMember[] }
  /** A value that the union shows as one of a wider type: a date as a date-time. */
  | { readonly kind: 'widened'; readonly as: string; readonly field: ValueField; readonly type: ValueType }
  /** A member that only other entity types of the union have: null, or an empty list. */
  | { readonly kind: 'empty'; readonly as: string; readonly isList: boolean }
  /** A page of such a member. */
  | { readonly kind: 'empty-page'; readonly as: string; readonly page: PagePlan; readonly withTotal: boolean }
  /** One part of money as a member of its own. */
  | { readonly kind: 'money-part'; readonly as: string; readonly field: MoneyField; readonly part: MoneyPartName };

export type MoneyMember =
  | { readonly kind: 'amount'; readonly as: string; readonly part: MoneyPartName }
  | { readonly kind: 'currency'; readonly as: string; readonly projection: Projection };

// Plans a plain value of a record, for all interfaces. Pure.

/** A value that is stored, or computed of other records. */
export function valueMember(catalog: Catalog, entityType: EntityType, field: ValueField, as: string): ProjectionMember {
  switch (field.derived?.kind) {
    case 'collect':
      return { kind: 'collected-ids', as, ids: planCollectedIds(catalog, entityType, field.derived) };
    case 'favorite':
      return { kind: 'favorite', as, favorites: planFavorites(catalog, field.derived) };
    default:
      return { kind: 'value', as, field };
  }
}
