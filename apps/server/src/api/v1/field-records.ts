/**
 * Reads what the Field and Data records of a space say of the fields of an entity type.
 */
import type { EntityType } from '@headwater/catalog';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { valuesOf } from '../../request/selection.js';
import { readAll } from './read-pages.js';

/** A Field record, cut to what REST v1 shows of it. */
export interface FieldRecord {
  readonly id: string;
  readonly api_name: string;
  readonly name: string;
  readonly type_id: string;
  readonly primitive_type: string | null;
  readonly default_value: string | null;
  readonly calc_formula: string | null;
  readonly data_set_id: string | null;
}

/** One of the options of a set. */
export interface OptionRecord {
  readonly id: string;
  readonly option_name: string;
  readonly data_set_id: string;
}

/** @returns the Field records of an entity type, or of those behind an abstract one, by the v100 name of the field */
export async function readFieldRecords(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
): Promise<ReadonlyMap<string, FieldRecord>> {
  const operands = [...(entityType.union ?? [entityType.name])];
  const texts = await readAll(deps, call, {
    entityType: 'Field',
    filter: { kind: 'condition', path: ['entity_name'], operator: 'eq', operands, at: 'getFields' },
    sort: [],
    includeDeleted: false,
    selection: fieldSelection,
  });
  const records = texts.map((text): FieldRecord => JSON.parse(text));
  return new Map(records.map((record) => [record.api_name, record]));
}

/** @returns the options of each of the sets, in their order; waits on nothing when there is no set */
export async function readOptions(
  deps: ServerDeps,
  call: Call,
  dataSetIds: readonly string[],
): Promise<ReadonlyMap<string, OptionRecord[]>> {
  const options = new Map(dataSetIds.map((id) => [id, [] as OptionRecord[]]));
  if (dataSetIds.length === 0) {
    return options;
  }
  const texts = await readAll(deps, call, {
    entityType: 'Data',
    filter: { kind: 'condition', path: ['data_set_id'], operator: 'eq', operands: dataSetIds, at: 'getFields' },
    sort: [{ path: ['sort_order'], descending: false, at: 'getFields' }],
    includeDeleted: false,
    selection: optionSelection,
  });
  for (const text of texts) {
    const option: OptionRecord = JSON.parse(text);
    options.get(option.data_set_id)?.push(option);
  }
  return options;
}

const fieldSelection = valuesOf([
  'id',
  'api_name',
  'name',
  'type_id',
  'primitive_type',
  'default_value',
  'calc_formula',
  'data_set_id',
]);

const optionSelection = valuesOf(['id', 'option_name', 'data_set_id']);
