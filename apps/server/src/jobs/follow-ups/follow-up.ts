/**
 * What a change of a definition leaves to be done in stored records, as data: kept until it is done, so that whoever comes after a crash
 * can go on. Pure.
 */
import type { KeptValue } from '../../sql/custom-values/kept-value.js';

/** The values that records of an entity type have in a field that the space has defined. */
export interface ValuesOfField {
  readonly entityType: string;
  readonly value: KeptValue;
}

/** One walk through records or values, in the order of their ids. */
export type Step =
  /** No other record may have their values from now on. */
  | ({ readonly do: 'hold' } & ValuesOfField)
  /** Others may have their values again. */
  | ({ readonly do: 'release' } & ValuesOfField)
  /** The same for those only that are deleted. */
  | ({ readonly do: 'release-deleted' } & ValuesOfField)
  | ({ readonly do: 'forget' } & ValuesOfField)
  /** @property keeper the entity type that rows of the kind are kept in */
  | { readonly do: 'forget-rows'; readonly keeper: string; readonly kind: string }
  | { readonly do: 'delete'; readonly kind: string }
  /** Those that were deleted at these revisions, the second one not included. */
  | { readonly do: 'restore'; readonly kind: string; readonly from: number; readonly before: number };

/** As people know it; shown in the record whose change it follows from. */
export type Action = 'hold-values' | 'release-values' | 'forget-values' | 'delete-records' | 'restore-records';

/** The Field or Entity record that was changed. */
export interface Subject {
  readonly entityType: string;
  readonly id: string;
}

export interface FollowUp {
  readonly subject: Subject;
  readonly action: Action;
  readonly steps: readonly Step[];
}

/** How far it has come. */
export interface Place {
  readonly stepsDone: number;
  /** Id of the last record that was looked at in the step under way; null at its beginning. */
  readonly position: string | null;
  /** Records looked at, in all steps. */
  readonly done: number;
}

export const beginning: Place = { stepsDone: 0, position: null, done: 0 };
