/**
 * What clients know of the records that they write: what is acknowledged, and what a request under way makes of it. Knows no server.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../test-space.js';

/** Members of a record as a list shows them. */
export type Fields = Json;

/** Records by collection and name, such as `Contacts/w1-5`; those that are not there have no entry. */
export type State = Map<string, Fields>;

/** One request, and what it makes of the records. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its `Idempotency-Key`. */
  readonly key?: string;
  /** The records that it touches as it leaves them; undefined: not there. */
  readonly changes: ReadonlyMap<string, Fields | undefined>;
  /** Its new records, in the order in which the answer has their ids. */
  readonly creates?: readonly string[];
}

export function applyTo(state: State, { changes }: Operation): void {
  for (const [key, fields] of changes) {
    if (fields === undefined) state.delete(key);
    else state.set(key, fields);
  }
}

/** @returns the fields as a list shows them: the accounts of a deleted contact are known to its writer only */
export function asShown(fields: Fields | undefined): Fields | undefined {
  return fields?.is_deleted === true && fields.accounts !== undefined ? { ...fields, accounts: [] } : fields;
}

export type Outcome = 'done' | 'not done' | 'both' | 'half';

/**
 * @param before what was there before the operation
 * @param found what is there now
 */
export function outcomeOf({ changes }: Operation, before: State, found: State): Outcome {
  const isDone = [...changes].every(([key, fields]) => isDeepStrictEqual(found.get(key), asShown(fields)));
  const isAsBefore = [...changes.keys()].every((key) => isDeepStrictEqual(found.get(key), asShown(before.get(key))));
  if (isDone) return isAsBefore ? 'both' : 'done';
  return isAsBefore ? 'not done' : 'half';
}
