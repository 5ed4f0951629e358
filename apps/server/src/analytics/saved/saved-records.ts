/**
 * Reads records that hold a definition which the server can run, such as saved filters and saved reports: those to which the caller has
 * a right.
 */
import type { Catalog } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import type { StoredDefinitions } from '../../records/write/entity-rule.js';
import { allOf, type Filter } from '../../request/filter.js';
import type { ListArguments } from '../../request/list-arguments.js';
import { type MemberSelection, valuesOf } from '../../request/selection.js';

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

/**
 * Who may see and who may change a saved filter or report. A key that speaks for no user may do both.
 */
type Right = 'see' | 'change';

interface SharedRecord {
  readonly owner_id: string | null;
  readonly share_mode: number | null;
}

/** `share_mode` of Profiles and Reports. */
const shareMode = { isPrivate: 1, allEdit: 3 } as const;

/** `role` of the users and units with which a Report is shared. */
const editor = 2;

/**
 * Pure; knows nothing of those with whom a record is shared by name.
 * @param client id of a user; null: no user, who may see all
 */
function maySee({ owner_id, share_mode }: SharedRecord, client: string | null): boolean {
  return client === null || owner_id === null || owner_id === client || share_mode !== shareMode.isPrivate;
}

/**
 * Reads the sales units of the user where records are shared with them.
 * @param byName whether records are shared with single users and sales units as well
 * @returns which records the caller may see or change; null for all
 */
async function rightFilter(store: RecordStore, call: Call, right: Right, byName: boolean): Promise<Filter | null> {
  const { client } = call.principal;
  if (client === null) return null;
  const isShared =
    right === 'see' ? is('share_mode', 'not-eq', shareMode.isPrivate) : is('share_mode', 'eq', shareMode.allEdit);
  return {
    kind: 'or',
    filters: [
      is('owner_id', 'eq', null),
      is('owner_id', 'eq', client),
      isShared,
      ...(byName ? await sharedByName(store, call, client, right) : []),
    ],
  };
}

async function sharedByName(store: RecordStore, call: Call, client: string, right: Right): Promise<Filter[]> {
  const units = await unitsOf(store, call, client);
  return [
    someRow('sharing_clients', is('client_id', 'eq', client), right),
    ...(units.length === 0 ? [] : [someRow('sharing_units', is('unit_id', 'eq', ...units), right)]),
  ];
}

/** @returns that a row of the relation meets the condition, with a role that gives the right */
function someRow(relation: string, condition: Filter, right: Right): Filter {
  const filters = right === 'see' ? [condition] : [condition, is('role', 'eq', editor)];
  return { kind: 'some', path: [relation], filter: { kind: 'and', filters }, at: relation };
}

function is(field: string, operator: 'eq' | 'not-eq', ...operands: (string | number | null)[]): Filter {
  return { kind: 'condition', path: [field], operator, operands, at: field };
}

const unitMembers = valuesOf(['default_unit_id', 'unit_member_ids', 'unit_manager_ids']);

/** A user is of a unit as its member or manager, or because it is the default unit. */
async function unitsOf(store: RecordStore, call: Call, client: string): Promise<string[]> {
  const request = { entityType: 'Client', id: client, selection: unitMembers, includeDeleted: true };
  const { text } = await getRecord(store, call, request);
  const units = Object.values(JSON.parse(text) as Readonly<Record<string, string | readonly string[] | null>>);
  return [...new Set(units.flat().filter((id) => id !== null))];
}

// Whether a saved filter or report can be run, for those who show it and for those who want to change the catalog. Pure.

/** @returns what a step gives, or the message of the ApiError with which it rejects */
export function attempt<Value>(
  step: () => Value,
): { readonly value: Value; readonly problem: null } | { readonly value: null; readonly problem: string } {
  try {
    return { value: step(), problem: null };
  } catch (error) {
    if (error instanceof ApiError) return { value: null, problem: error.message };
    throw error;
  }
}

/**
 * @param members those that `run` reads besides the settings
 * @param searched members in whose text names of fields and entity types are
 * @param run throws an ApiError for a record that cannot be run with the catalog; `now`: `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC
 */
export function storedDefinitions<Stored extends SavedRecord, Member extends keyof Stored & string>(
  { entityType, noun }: SavedRecords<Stored>,
  { members, searched }: { readonly members: readonly Member[]; readonly searched: readonly (Member | 'settings')[] },
  run: (catalog: Catalog, record: Pick<Stored, Member | 'id' | 'settings'>, now: string) => void,
): StoredDefinitions {
  return {
    entityType,
    label: `the ${noun}`,
    members: ['owner_id', 'share_mode', 'settings', ...members],
    searched,
    canRun: (catalog, record, now) => attempt(() => run(catalog, record as unknown as Stored, now)).problem === null,
    maySee: (record, client) => maySee(record as unknown as Stored, client),
  };
}
