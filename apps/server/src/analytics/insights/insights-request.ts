/**
 * A request for key figures, as data.
 */
import type { FilterTab } from '../filters/filter-tab.js';
import type { Comparison, Period } from '../filters/period.js';
import type { MeasureName } from './measure.js';

/** Whose key figures: those of users or of sales units. */
export type Subject = 'Clients' | 'SalesUnits';

export interface InsightsRequest {
  readonly subject: Subject;
  /** Null: all users, or those of `unitIds`. Only of users. */
  readonly clientIds: readonly string[] | null;
  /** Of users: those of these units; of units: these. Null: all. */
  readonly unitIds: readonly string[] | null;
  readonly withSubUnits: boolean;
  readonly includeDeleted: boolean;
  readonly period: Period;
  /** Each is computed; all others are not. */
  readonly measures: ReadonlySet<MeasureName>;
  /** Which period before is to be known, too; null: none. */
  readonly comparison: Comparison | null;
  readonly filter: FilterTab | null;
  /** Of a saved filter. */
  readonly profileId: string | null;
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  /** Where the caller wrote it, for messages. */
  readonly at: string;
}
