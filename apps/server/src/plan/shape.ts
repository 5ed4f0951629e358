/**
 * What the JSON text of a record holds, member by member. Data only; no SQL.
 */
import type { EntityType, MoneyField, ReferenceField, ReferenceLink, RowsField, ValueField } from '@headwater/catalog';
import type { MoneyPartName } from './field-path.js';
import type { PagePlan } from './list-plan.js';

/**
 * How values are written: `v1` writes ids, booleans and date-times as REST v1 does; `canonical` as a write holds them, amounts and
 * JSON as text.
 */
export type ValueStyle = 'v100' | 'v1' | 'canonical';

export interface Shape {
  readonly entityType: EntityType;
  readonly style: ValueStyle;
  readonly members: readonly ShapeMember[];
  /** Deleted rows of to-many relations are shown. */
  readonly includeDeleted: boolean;
  /** Equal keys mean equal shapes: what was compiled once serves again. Undefined: made for one request. */
  readonly cacheKey: string | undefined;
}

/** `as` is the member name in the answer. */
export type ShapeMember =
  | { readonly kind: 'value'; readonly as: string; readonly field: ValueField }
  | { readonly kind: 'reference-id'; readonly as: string; readonly field: ReferenceField }
  | { readonly kind: 'link'; readonly as: string; readonly field: ReferenceField; readonly link: ReferenceLink }
  | { readonly kind: 'record'; readonly as: string; readonly field: ReferenceField; readonly shape: Shape }
  | { readonly kind: 'row-links'; readonly as: string; readonly field: RowsField; readonly target: EntityType }
  | { readonly kind: 'row-ids'; readonly as: string; readonly field: RowsField; readonly target: EntityType }
  | { readonly kind: 'row-records'; readonly as: string; readonly field: RowsField; readonly shape: Shape }
  | {
      readonly kind: 'row-page';
      readonly as: string;
      readonly field: RowsField;
      readonly page: PagePlan;
      readonly shape: Shape;
      readonly withTotal: boolean;
    }
  | { readonly kind: 'money'; readonly as: string; readonly field: MoneyField; readonly parts: readonly MoneyMember[] }
  /** One part of money as a member of its own. */
  | { readonly kind: 'money-part'; readonly as: string; readonly field: MoneyField; readonly part: MoneyPartName };

export type MoneyMember =
  | { readonly kind: 'amount'; readonly as: string; readonly part: MoneyPartName }
  | { readonly kind: 'currency'; readonly as: string; readonly shape: Shape };
