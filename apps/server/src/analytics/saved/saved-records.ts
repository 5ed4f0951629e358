/**
 * Reads records that hold a definition which the server can run, such as saved filters and saved reports: those to which the caller has
 * a right.
 */
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import { allOf, type Filter } from '../../request/filter.js';
import type { ListArguments } from '../../request/list-arguments.js';
import { type MemberSelection, valuesOf } from '../../request/selection.js';
import { type Right, rightFilter, type SharedRecord } from './sharing.js';

/** The members that all of them have. */
export interface SavedRecord extends SharedRecord {
  readonly id: string;
  readonly name: string;
  readonly settings: unknown;
  readonly created: string;
  readonly modified: string;
  readonly revision: number;
}

/** How the records of one entity type are read. */
export interface SavedRecords<Stored extends SavedRecord> {
  readonly entityType: string;
  /** What one is called in messages: `saved filter`. */
  readonly noun: string;
  /** Members that are read besides those that all have. */
  readonly members: readonly Exclude<keyof Stored & string, keyof SavedRecord>[];
  /** Whether they are also shared with single users and sales units. */
  readonly sharedByName: boolean;
}

export interface SavedPage<Item> {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/**
 * One statement, and one more for the units of the user where records are shared with them.
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a page out of bounds, a broken cursor
 */
export async function listSaved<Stored extends SavedRecord>(
  store: RecordStore,
  call: Call,
  records: SavedRecords<Stored>,
  { filter, right, ...page }: Pick<ListArguments, 'filter' | 'sort' | 'window'> & { readonly right: Right },
): Promise<SavedPage<Stored>> {
  const { texts, hasNextPage, endCursor } = await listRecords(store, call, {
    entityType: records.entityType,
    filter: allOf([filter, await rightFilter(store, call, right, records.sharedByName)]),
    ...page,
    includeDeleted: false,
    selection: selectionOf(records),
    withTotal: false,
  });
  return { items: texts.map((text) => JSON.parse(text) as Stored), hasNextPage, endCursor };
}

/** @returns those of the records that are there and to which the caller has the right, by id; runs no statement when no id is given */
export async function readSaved<Stored extends SavedRecord>(
  store: RecordStore,
  call: Call,
  records: SavedRecords<Stored>,
  ids: readonly string[],
  right: Right = 'see',
): Promise<ReadonlyMap<string, Stored>> {
  if (ids.length === 0) return new Map();
  const filter: Filter = { kind: 'condition', path: ['id'], operator: 'eq', operands: [...new Set(ids)], at: 'id' };
  const window = { kind: 'offset', limit: null, offset: 0 } as const;
  const { items } = await listSaved(store, call, records, { filter, sort: [], window, right });
  return new Map(items.map((record) => [record.id, record]));
}

/** @returns what to ask of a record to get its members */
export function selectionOf<Stored extends SavedRecord>({ members }: SavedRecords<Stored>): MemberSelection {
  return valuesOf(['id', 'name', 'owner_id', 'share_mode', 'settings', 'created', 'modified', 'revision', ...members]);
}
