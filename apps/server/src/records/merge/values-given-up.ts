/**
 * Tells which values a merge gives up: those that one of the others has and the master has not afterwards.
 */
import type { EntityType } from '@headwater/catalog';
import { shownText } from '../write/changed-record.js';
import type { StoredRecord } from '../write/draft.js';
import { readStored } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';
import { isEmpty, isFillable } from './fill-empty.js';
import type { MergedRecords } from './merge-master.js';

/** What of a record the master does not get. */
export interface GivenUp {
  readonly id: string;
  /** JSON texts as answers show them, by the names of members. */
  readonly members: readonly (readonly [name: string, text: string])[];
}

/**
 * @param records as they were before the merge, which has been made
 * @returns of each of the others the members that the caller could have written and that the master has with another value, in the order
 *   of the request; without records that give nothing up
 */
export async function valuesGivenUp(
  context: WriteContext,
  entityType: EntityType,
  { master, others }: MergedRecords,
): Promise<GivenUp[]> {
  const id = String(master.id);
  const stored = await readStored(context, entityType, [id], { includeDeleted: false, lock: 'none' });
  const merged = stored.get(id) ?? {};
  return others
    .map((other) => ({ id: String(other.id), members: differingMembers(entityType, other, merged) }))
    .filter(({ members }) => members.length > 0);
}

function differingMembers(entityType: EntityType, other: StoredRecord, merged: StoredRecord): [string, string][] {
  return entityType.fields.flatMap((field): [string, string][] => {
    const { name } = field;
    if (!isFillable(field) || isEmpty(field, other[name])) return [];
    const text = shownText(entityType, name, other[name]);
    return text === undefined || text === shownText(entityType, name, merged[name]) ? [] : [[name, text]];
  });
}
