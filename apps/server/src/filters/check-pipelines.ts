/**
 * Checks the pipelines that a saved filter is narrowed to: its records have pipelines, and these are there.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import type { Call } from '../records/call.js';
import { listRecords } from '../records/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import type { MemberSelection } from '../request/selection.js';

/** @returns whether its records stand in a step of a pipeline */
export function hasPipelines({ fields }: EntityType): boolean {
  return fields.some(({ name }) => name === 'step_id');
}

const idOnly: MemberSelection = { kind: 'members', members: [{ kind: 'value', as: 'id', field: 'id' }] };

/**
 * @param entityType of the records that the filter selects
 * @param ids at least one
 * @param at where the caller wrote the ids, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for pipelines of records that have none, and one that is not there or was deleted
 */
export async function checkPipelines(
  store: RecordStore,
  call: Call,
  { entityType, ids, at }: { readonly entityType: EntityType; readonly ids: readonly string[]; readonly at: string },
): Promise<void> {
  if (!hasPipelines(entityType)) throw refuse(at, `${entityType.name} records stand in no pipeline; leave them out`);
  const { texts } = await listRecords(store, call, {
    entityType: 'Pipeline',
    filter: { kind: 'condition', path: ['id'], operator: 'eq', operands: ids, at },
    sort: [],
    window: { kind: 'offset', limit: null, offset: 0 },
    includeDeleted: false,
    selection: idOnly,
    withTotal: false,
  });
  const found = new Set(texts.map((text) => (JSON.parse(text) as { readonly id: string }).id));
  const unknown = ids.find((id) => !found.has(id.toLowerCase()));
  if (unknown !== undefined) throw refuse(at, `there is no pipeline ${unknown}`);
}

function refuse(at: string, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.`, { at });
}
