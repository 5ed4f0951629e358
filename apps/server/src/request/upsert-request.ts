/**
 * A write that changes a record or, when there is none, makes it; as data. Knows no entity type.
 */
import type { Selection } from './selection.js';
import type { RecordBody } from './write-request.js';

export interface UpsertRequest {
  readonly entityType: string;
  /** Name of the member that tells which record is meant. */
  readonly field: string;
  /** Its value as text. */
  readonly value: string;
  readonly body: RecordBody;
  readonly validationLevel: number;
  /** The revision that the caller has seen; the write is rejected when the record has moved on or is not there. */
  readonly expectedRevision?: number;
  /** `existing`: nothing is made; `new`: nothing is changed. */
  readonly wanted: 'any' | 'existing' | 'new';
  /** How the record is answered. */
  readonly selection: Selection;
}
