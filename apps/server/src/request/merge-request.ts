/**
 * A merge as data: which records become one, and what the one that stays shall hold. Knows no entity type.
 */
import type { Selection } from './selection.js';
import type { RecordBody } from './write-request.js';

export interface MergeRequest {
  readonly entityType: string;
  /** The record that stays, by its member `id`, and the members that it shall have. */
  readonly master: RecordBody;
  /** Ids of the records that are merged into it, in the order in which they fill what the master has not set. */
  readonly secondaryIds: readonly string[];
  readonly validationLevel: number;
  /** The revision of the master that the caller has seen; the merge is rejected when the master has moved on. */
  readonly expectedRevision?: number;
  /** How the master is answered. */
  readonly selection: Selection;
}
