/**
 * A background job as data: what is to be done in the stored records of a space, step by step, and how far that has come. Pure.
 */
import type { Pass } from '../computed/derived/recomputation-passes.js';
import type { CustomValue } from '../sql/custom-values/custom-value.js';

/** The values that records of an entity type have in a custom field. */
interface ValuesOfField {
  readonly entityType: string;
  readonly value: CustomValue;
}

/** One pass through records or values, in the order of their ids. */
export type Step =
  /** Recomputes formulas, and the roll-ups of one rank. */
  | ({ readonly do: 'recompute' } & Pass)
  /** No other record may have their values from now on. */
  | ({ readonly do: 'claim' } & ValuesOfField)
  /** Others may have their values again. */
  | ({ readonly do: 'release' } & ValuesOfField)
  /** The same for deleted records only. */
  | ({ readonly do: 'release-deleted' } & ValuesOfField)
  | ({ readonly do: 'forget' } & ValuesOfField)
  /** @property storedIn the entity type whose table has the rows */
  | { readonly do: 'forget-rows'; readonly storedIn: string; readonly entityType: string }
  | { readonly do: 'delete'; readonly entityType: string }
  /** Records that were deleted at these revisions, the second one not included. */
  | { readonly do: 'restore'; readonly entityType: string; readonly from: number; readonly before: number };

export type StepOf<Do extends Step['do']> = Extract<Step, { readonly do: Do }>;

/** A step that applies the change of a definition. */
export type ChangeStep = Exclude<Step, { readonly do: 'recompute' }>;

/** Applies the change of a definition; public, shown in `background_work`. */
export type ChangeAction = 'hold-values' | 'release-values' | 'forget-values' | 'delete-records' | 'restore-records';

export type Action = ChangeAction | 'recompute-values' | 'sweep-files' | 'sweep-changes';

export interface Progress {
  readonly stepsDone: number;
  /** Id of the last record of the current step that was processed; null at its beginning. */
  readonly position: string | null;
  /** Records processed in all steps. */
  readonly done: number;
}

export const noProgress: Progress = { stepsDone: 0, position: null, done: 0 };

export interface Job extends Progress {
  /** Id of the changed Field or Entity record, or the entity type whose values are recomputed. A space has one job for each. */
  readonly subject: string;
  readonly action: Action;
  /** Ids of the records that show the progress; for values to recompute, the changed fields: `everyField` may be among them. */
  readonly recordIds: readonly string[];
  /** Null until they are planned. */
  readonly steps: readonly Step[] | null;
  /** The revision of the space at which the job was enqueued: a later one replaces it. */
  readonly revision: number;
  /** Records or values to be processed; null until they are counted. */
  readonly total: number | null;
}

/** Who runs a job, and until when nobody else may take it, in milliseconds since 1970. */
export interface Lease {
  readonly owner: string;
  readonly until: number;
}

/** The space of jobs that concern the whole server. */
export const serverSpace = '';
