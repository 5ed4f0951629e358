/**
 * A record as REST v100 answers it, and readers of its members.
 */
import { type JsonObject, readNumber, readText } from '../http/json.js';

export type RecordJson = JsonObject;

/** @throws ExpectationFailed when the record has no text `id` */
export function idOf(record: RecordJson): string {
  return readText(record.id, 'id');
}

/** @throws ExpectationFailed when the record has no number `revision` */
export function revisionOf(record: RecordJson): number {
  return readNumber(record.revision, 'revision');
}

/** The ids, in the order of the records. */
export function idsOf(records: readonly RecordJson[]): string[] {
  return records.map(idOf);
}
