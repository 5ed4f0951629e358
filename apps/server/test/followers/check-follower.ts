/**
 * Says what is wrong with the changes that one reader got: against the log, in their order, and as a copy made of nothing else. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { comparePlaces, keyOf, type LoggedChange, type Place, type SeenChange, type Tables } from './followed-space.js';

export interface Followed {
  /** In the order in which the reader got them. */
  readonly seen: readonly SeenChange[];
  /** All that was logged since the reader began, in its order. */
  readonly log: readonly LoggedChange[];
  readonly tables: Tables;
  /** The revision of the space at which the reader began. */
  readonly from: number;
  /** Whether the reader hears of each change of an entity type; of others it need not hear of any. */
  readonly hearsOf: (entity: string) => boolean;
}

/** @returns a line for each problem */
export function followerProblems(followed: Followed): string[] {
  return [...orderProblems(followed), ...logProblems(followed), ...copyProblems(followed)];
}

/** @param acknowledged ids of requests whose writes were answered @returns those that the log does not name */
export function unloggedWrites(acknowledged: Iterable<string>, log: readonly LoggedChange[]): string[] {
  const logged = new Set(log.map(({ requestId }) => requestId));
  return [...acknowledged]
    .filter((id) => !logged.has(id))
    .map((id) => `not in the log: what ${id} was acknowledged for`);
}

function* orderProblems({ seen }: Followed): Generator<string> {
  for (const [index, change] of seen.entries()) {
    const before = seen[index - 1];
    if (before && comparePlaces(change.place, before.place) <= 0)
      yield `${shown(change)} comes behind ${shown(before)}`;
  }
}

function* logProblems({ seen, log, hearsOf }: Followed): Generator<string> {
  const places = new Map(seen.map((change) => [keyOfPlace(change.place), change]));
  for (const logged of log) {
    const change = places.get(keyOfPlace(logged.place));
    if (!change) {
      if (hearsOf(logged.entity)) yield `missed: ${shown(logged)}`;
    } else if (shown(change) !== shown(logged)) yield `${shown(change)} is logged as ${shown(logged)}`;
    places.delete(keyOfPlace(logged.place));
  }
  for (const change of places.values()) yield `not in the log: ${shown(change)}`;
}

/** A record as far as its changes tell of it. */
interface Copied {
  /** False: it is gone. */
  isThere: boolean;
  /** The reader has seen how it was created: what no change tells of was never set. */
  isWhole: boolean;
  readonly members: Map<string, unknown>;
}

/** What changes tell of merged records beside their members. */
const ofMerges: ReadonlySet<string> = new Set(['merged_into', 'merged_ids']);

/** What acts say of `is_deleted`. */
const isDeletedBehind: Readonly<Record<string, boolean>> = {
  created: false,
  restored: false,
  deleted: true,
  merged_into: true,
};

/** Behind them the record is not there, or not of this entity type. */
const lastActs: ReadonlySet<string> = new Set(['erased', 'converted']);

function* copyProblems({ seen, tables, from, hearsOf }: Followed): Generator<string> {
  const copy = new Map<string, Copied>();
  for (const change of seen) if (hearsOf(change.entity)) yield* applyTo(copy, change);
  for (const [key, copied] of copy) yield* differences(key, copied, tables);
  for (const [key, { revision }] of tables) {
    const entity = key.slice(0, key.indexOf(' '));
    if (revision > from && !copy.has(key) && hearsOf(entity)) yield `not in the copy: ${key}, of revision ${revision}`;
  }
}

function* applyTo(copy: Map<string, Copied>, change: SeenChange): Generator<string> {
  const known = copy.get(keyOf(change));
  const isNew = change.act === 'created';
  if (known && known.isThere === isNew) yield `${shown(change)} of a record that is ${isNew ? 'there' : 'gone'}`;
  const members = new Map(isNew ? undefined : known?.members);
  for (const [name, { from, to }] of Object.entries(change.members)) {
    const was = isNew ? null : members.get(name);
    const isKnown = isNew || members.has(name) || known?.isWhole === true;
    if (isKnown && !ofMerges.has(name) && !isSame(from, was)) {
      yield `${name} was ${JSON.stringify(was)}, not ${JSON.stringify(from)}: ${shown(change)}`;
    }
    if (!ofMerges.has(name)) members.set(name, to);
  }
  const isDeleted = isDeletedBehind[change.act];
  if (isDeleted !== undefined) members.set('is_deleted', isDeleted);
  if (isNew) {
    // What has been another entity type before is older.
    if (!members.has('created')) members.set('created', change.created);
    if (!members.has('is_delete_protected')) members.set('is_delete_protected', false);
  }
  copy.set(keyOf(change), { isThere: !lastActs.has(change.act), isWhole: isNew || known?.isWhole === true, members });
}

function* differences(key: string, { isThere, isWhole, members }: Copied, tables: Tables): Generator<string> {
  const stored = tables.get(key);
  if (!stored || !isThere) {
    if (stored) yield `${key} is gone in the copy`;
    if (isThere) yield `${key} is there in the copy only`;
    return;
  }
  for (const [name, value] of members) {
    if (!isSame(value, stored.members[name])) {
      yield `${key}: ${name} is ${JSON.stringify(stored.members[name])}, in the copy ${JSON.stringify(value)}`;
    }
  }
  if (!isWhole) return;
  for (const [name, value] of Object.entries(stored.members)) {
    if (!members.has(name) && !isNothing(value)) yield `${key}: ${name} is ${JSON.stringify(value)}, not in the copy`;
  }
}

/** A list without items is shown as one that was never set. */
function isSame(one: unknown, other: unknown): boolean {
  return isNothing(one) ? isNothing(other) : isDeepStrictEqual(one, other);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function keyOfPlace([revision, position]: Place): string {
  return `${revision} ${position}`;
}

function shown({ place, entity, id, act }: Pick<SeenChange, 'place' | 'entity' | 'id' | 'act'>): string {
  return `${entity} ${id} ${act} at ${place.join('/')}`;
}
