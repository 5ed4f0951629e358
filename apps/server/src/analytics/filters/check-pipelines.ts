/**
 * Checks the pipelines that a saved filter is narrowed to: its records have pipelines, and these are there.
 */
import type { EntityType } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import { valuesOf } from '../../request/selection.js';

/** @returns whether its records are in a step of a pipeline */
export function hasPipelines({ fields }: EntityType): boolean {
  return fields.some(({ name }) => name === 'step_id');
}

export interface NamedPipelines {
  /** Of the records that the filter selects. */
  readonly entityType: EntityType;
  readonly ids: readonly string[];
  /** What the filter has already is allowed again, though the pipeline may be gone by now. */
  readonly stored: readonly string[];
  /** Where the caller wrote the ids, for messages. */
  readonly at: string;
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` for pipelines of records that have none; ParameterErrors with all that are not there or were
 *   deleted
 */
export async function checkPipelines(
  store: RecordStore,
  call: Call,
  { entityType, ids, stored, at }: NamedPipelines,
): Promise<void> {
  const added = ids.filter((id) => !stored.includes(id.toLowerCase()));
  if (added.length === 0) return;
  if (!hasPipelines(entityType)) throw withoutPipelines(entityType, at);
  const found = await pipelinesAmong(store, call, added, { includeDeleted: false });
  checkKnown(ids, new Set([...stored, ...found]), at);
}

/** @returns those of the ids that are pipelines, by one statement, or none when there is no id */
export async function pipelinesAmong(
  store: RecordStore,
  call: Call,
  ids: readonly string[],
  { includeDeleted }: { readonly includeDeleted: boolean },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { texts } = await listRecords(store, call, {
    entityType: 'Pipeline',
    filter: { kind: 'condition', path: ['id'], operator: 'eq', operands: ids, at: 'pipelines' },
    sort: [],
    window: { kind: 'offset', limit: null, offset: 0 },
    includeDeleted,
    selection: valuesOf(['id']),
    withTotal: false,
  });
  return new Set(texts.map((text) => (JSON.parse(text) as { readonly id: string }).id));
}

/**
 * @param known pipelines that there are
 * @throws ParameterErrors with all others
 */
export function checkKnown(ids: readonly string[], known: ReadonlySet<string>, at: string): void {
  eachOf(ids, (id, index) => {
    if (!known.has(id.toLowerCase())) throw parameterError(`${at}[${index}]`, `there is no pipeline ${id}`);
  });
}

/** The error of pipelines for records that have none: a filter that did without them would find too much. */
export function withoutPipelines({ name }: EntityType, at: string): ApiError {
  return parameterError(at, `${name} records are in no pipeline; leave them out`);
}
