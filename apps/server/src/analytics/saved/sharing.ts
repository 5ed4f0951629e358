/**
 * Who may see and who may change a saved filter or report. A key that speaks for no user may do both.
 */
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import type { RecordStore } from '../../records/record-store.js';
import type { Filter } from '../../request/filter.js';
import { valuesOf } from '../../request/selection.js';

export type Right = 'see' | 'change';

export interface SharedRecord {
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
export function maySee({ owner_id, share_mode }: SharedRecord, client: string | null): boolean {
  return client === null || owner_id === null || owner_id === client || share_mode !== shareMode.isPrivate;
}

/**
 * Reads the sales units of the user where records are shared with them.
 * @param byName whether records are shared with single users and sales units as well
 * @returns which records the caller may see or change; null for all
 */
export async function rightFilter(
  store: RecordStore,
  call: Call,
  right: Right,
  byName: boolean,
): Promise<Filter | null> {
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
