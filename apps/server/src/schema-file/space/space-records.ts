/**
 * Reads the records that say what a space has defined. Knows no schema.
 */
import type { EntityType } from '@headwater/catalog';
import { systemType } from '../../metadata/space-catalog/metadata.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import type { Condition, Filter } from '../../request/filter.js';
import type { NameTree } from '../../request/selection.js';
import type { LooseJson } from '../without-defaults.js';
import type { RecordType } from './record-types.js';

/** A record as REST v100 shows it, cut to some members. */
export type SpaceRecord = { readonly id: string } & Readonly<Record<string, LooseJson>>;

export interface SpaceRecords {
  /** Entity records of custom entity types. */
  readonly kinds: readonly SpaceRecord[];
  /** Field records of custom fields. */
  readonly fields: readonly SpaceRecord[];
  /** Data records of all sets, in the order of their sets' options. */
  readonly options: readonly SpaceRecord[];
  /** By the name of the record type. */
  readonly types: ReadonlyMap<string, readonly SpaceRecord[]>;
}

const fieldMembers = [
  ...['entity_name', 'api_name', 'name', 'name_translations', 'type_id', 'is_unique', 'default_value', 'calc_formula'],
  ...['data_set_id', 'parent_options_field_id', 'sequence_pattern', 'relation_id', 'lookup', 'rollup'],
  ...['shared_with_field_id', 'options', 'settings'],
];
const entityTypeMembers = ['entity_api_name', 'name_singular', 'name_plural', 'icon', 'settings'];
const optionMembers = [
  ...['data_set_id', 'option_name', 'sort_order', 'calc_value', 'option_name_translations', 'allowed_by'],
];

/** Deleted ones count only where a name is still theirs. */
export interface Listing {
  readonly includeDeleted: boolean;
}

export async function readEntityTypes(
  store: RecordStore,
  call: Call,
  { includeDeleted }: Listing,
): Promise<SpaceRecord[]> {
  const isCustomEntityType = condition('entity_api_name', 'not-null');
  return list(store, call, 'Entity', [...entityTypeMembers, 'is_deleted'], {
    filter: isCustomEntityType,
    includeDeleted,
  });
}

export async function readFields(store: RecordStore, call: Call, { includeDeleted }: Listing): Promise<SpaceRecord[]> {
  const isCustom = condition('system_type', 'eq', systemType.custom);
  return list(store, call, 'Field', [...fieldMembers, 'is_deleted'], { filter: isCustom, includeDeleted });
}

/** @param types of custom and of built-in entity types */
export async function readSpaceRecords(
  store: RecordStore,
  call: Call,
  typesOf: (kinds: readonly SpaceRecord[]) => readonly RecordType[],
): Promise<SpaceRecords> {
  const notDeleted = { includeDeleted: false };
  const kinds = await readEntityTypes(store, call, notDeleted);
  const types = new Map<string, SpaceRecord[]>();
  for (const type of typesOf(kinds)) types.set(type.name, await readTypes(store, call, type));
  return {
    kinds,
    types,
    fields: await readFields(store, call, notDeleted),
    options: await list(store, call, 'Data', optionMembers, { sort: ['sort_order'] }),
  };
}

/** The default type of a custom entity type cannot be deleted and comes first; the others are sorted by name. */
function readTypes(store: RecordStore, call: Call, { writtenAs, kind, members }: RecordType): Promise<SpaceRecord[]> {
  const links = members.flatMap(({ name, target }) => (target ? [[name, { [target.label]: {} }] as const] : []));
  const expand = Object.fromEntries(links.map(([name]) => [name, {}]));
  const only = { ...Object.fromEntries(members.map(({ name }) => [name, {}])), ...Object.fromEntries(links) };
  return list(store, call, writtenAs.name, ['name', 'is_delete_protected'], {
    filter: kind === undefined ? null : condition('entity_api_name', 'eq', kind),
    sort: ['-is_delete_protected', 'name'],
    expand,
    only,
  });
}

/** @returns the ids of all records of an entity type, by their labels; of several that bear one, the oldest */
export async function readLabels(
  store: RecordStore,
  call: Call,
  { name, label }: EntityType,
): Promise<Map<string, string>> {
  const records = await list(store, call, name, [label], { sort: ['-id'] });
  return new Map(records.map((record) => [String(record[label]), record.id]));
}

interface ListOptions extends Partial<Listing> {
  readonly filter?: Filter | null;
  /** Members, a minus before one that is sorted by descending. */
  readonly sort?: readonly string[];
  readonly expand?: NameTree;
  /** Besides the members. */
  readonly only?: NameTree;
}

async function list(
  store: RecordStore,
  call: Call,
  entityType: string,
  members: readonly string[],
  { filter = null, sort = [], expand = {}, only = {}, includeDeleted = false }: ListOptions,
): Promise<SpaceRecord[]> {
  const page = await listRecords(store, call, {
    entityType,
    filter,
    sort: sort.map((key) => ({ path: [key.replace('-', '')], descending: key.startsWith('-'), at: 'order-by' })),
    window: { kind: 'offset', limit: null, offset: 0 },
    includeDeleted,
    selection: { kind: 'rest', expand, only: { ...Object.fromEntries(members.map((name) => [name, {}])), ...only } },
    withTotal: false,
  });
  return page.texts.map((text): SpaceRecord => JSON.parse(text));
}

function condition(member: string, operator: Condition['operator'], ...operands: Condition['operands']): Condition {
  return { kind: 'condition', path: [member], operator, operands, at: `filter[${member}]` };
}
