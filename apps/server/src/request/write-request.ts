/**
 * A write as data: what all APIs have in common. Knows no entity type.
 */
import type { Selection } from './selection.js';

/** The bits of `validation-level`. */
export const validationBits = {
  /** Only the fields that the write changes must be valid. */
  changedOnly: 2,
  /** Only system fields must be valid. */
  systemOnly: 4,
  /** Read-only fields may be written, and `id` given. */
  readOnlyWritable: 8,
  /** References may point at deleted records. */
  deletedTargets: 16,
} as const;

/** All of them. */
export const maxValidationLevel = 31;

/** v100 member names to JSON values, as sent. */
export type RecordBody = Readonly<Record<string, unknown>>;

/** In a body in the place of the rows of a relation: those of some values only. */
export class RowsPart {
  /**
   * @param replaced rows that have all values of one of these make way for the items; the others stay
   * @param items as a whole set would have them; one that means a row of other values changes it
   * @param places of the items in what the caller sent, in the words of its interface
   */
  constructor(
    readonly replaced: readonly Readonly<Record<string, string | number | boolean>>[],
    readonly items: readonly unknown[],
    readonly places: readonly string[],
  ) {}
}

export function isRecordBody(item: unknown): item is RecordBody {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

export interface CreateRequest {
  readonly entityType: string;
  /** The id that the record gets, whatever its body and the validation level say of it; left out: the service makes one. */
  readonly id?: string;
  readonly body: RecordBody;
  readonly validationLevel: number;
  /** How the record is answered. */
  readonly selection: Selection;
}

export interface UpdateRequest {
  readonly entityType: string;
  readonly id: string;
  readonly body: RecordBody;
  readonly validationLevel: number;
  /** The revision that the caller has seen; the write is rejected when the record has moved on. */
  readonly expectedRevision?: number;
  readonly selection: Selection;
}

export interface DeleteRequest {
  readonly entityType: string;
  readonly id: string;
  readonly validationLevel: number;
  readonly expectedRevision?: number;
  /** What depends on the record and would else keep it from being deleted; none when left out. */
  readonly alsoDeletes?: readonly Dependents[];
}

/** The records of an entity type, the values of a field. */
export type Dependents = 'records' | 'values';

/** One of many writes that are made together. */
export type WriteItem =
  | ({ readonly kind: 'create' } & Omit<CreateRequest, 'selection'>)
  | ({ readonly kind: 'update' } & Omit<UpdateRequest, 'selection'>)
  | ({ readonly kind: 'delete' } & DeleteRequest)
  | ({ readonly kind: 'restore' } & RestoreRequest);

/** Brings a deleted record back. */
export interface RestoreRequest {
  readonly entityType: string;
  readonly id: string;
  readonly validationLevel: number;
}
