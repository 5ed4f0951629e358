/**
 * The items of a report as people put them together: data only. APIs and saved reports give it.
 */

import type { DayPeriod } from '../../sql/dialects/dates.js';
import type { FilterTab } from '../filters/filter-tab.js';

/** Lengths of the periods that dates are put together by. Weeks begin on Monday. */
export const groupPeriods = ['Day', 'Week', 'Month', 'Quarter', 'Year'] as const satisfies readonly DayPeriod[];

export type GroupPeriod = (typeof groupPeriods)[number];

export const pivotFunctions = ['Count', 'Sum', 'Average', 'Minimum', 'Maximum'] as const;

export type PivotFunction = (typeof pivotFunctions)[number];

/** Records with the same value are one group. */
export interface PivotGroup {
  /** An api name, or a path along to-one relations: `owner_id`, `unit.parent_id`. */
  readonly field: string;
  /** Of dates and date-times; null: days. */
  readonly period: GroupPeriod | null;
  /** Position of the measure by which the groups are put in order; null: by what they are called. */
  readonly sortMeasure: number | null;
  readonly descending: boolean;
  /** Groups shown of each group above; null: all. */
  readonly limit: number | null;
  readonly at: string;
}

export interface PivotMeasure {
  readonly function: PivotFunction;
  /** An api name or path; null where records are counted, and for the amount of the table. */
  readonly field: string | null;
  readonly at: string;
}

export interface PivotView {
  readonly rows: readonly PivotGroup[];
  readonly columns: readonly PivotGroup[];
  readonly measures: readonly PivotMeasure[];
  readonly subTotals: boolean;
  readonly grandTotals: boolean;
}

/** Which of its records count: those of a child of an abstract entity type, those with a type, or both. */
export interface EntitySubtype {
  readonly entityType: string;
  /** Id of a type record, such as an OpportunityType. */
  readonly typeId: string | null;
  readonly at: string;
}

interface ItemBase {
  /** Unique within the structure. */
  readonly id: string;
  /** Null in the root. */
  readonly parentId: string | null;
  /** Among the items with the same parent. */
  readonly sortOrder: number;
  /** Name of an entity type; `CustomEntity` with an api name for a custom entity type. */
  readonly entityType: string;
  readonly entityApiName: string | null;
  /** Null: all records. */
  readonly entitySubtypes: readonly EntitySubtype[] | null;
  readonly filter: FilterTab | null;
  /** Of a saved filter that must hold as well. */
  readonly profileId: string | null;
  /** Where the caller wrote the item: `evaluateReport.structure[0]`. */
  readonly at: string;
}

export interface PivotItem extends ItemBase {
  readonly kind: 'pivot';
  /** Id of the Field record of the amount that is measured where a measure names no field. */
  readonly calculationFieldId: string | null;
  readonly view: PivotView;
}

export interface TableOrder {
  readonly field: string;
  readonly descending: boolean;
  readonly at: string;
}

/** A flat list. */
export interface TableItem extends ItemBase {
  readonly kind: 'table';
  readonly columns: readonly { readonly field: string; readonly at: string }[];
  readonly orderBy: readonly TableOrder[];
}

export type ReportItem = PivotItem | TableItem;

/** Narrows the items of a report that are about records of its entity type. */
export type WholeFilter =
  | { readonly kind: 'tab'; readonly tab: FilterTab }
  /** A saved filter. */
  | { readonly kind: 'profile'; readonly id: string; readonly at: string };

export interface Report {
  /** Each behind its parent. */
  readonly items: readonly ReportItem[];
  readonly filters: readonly WholeFilter[];
}
