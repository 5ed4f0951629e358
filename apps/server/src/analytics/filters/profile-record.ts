/**
 * What saved filters read of Profile records: which entity type the numbers in them mean, and whether their pipelines
 * are there.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { isCustomEntityType } from '../../plan/relations/custom-types.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import { valuesOf } from '../../request/selection.js';
import type { SavedRecord, SavedRecords } from '../saved/saved-records.js';

export interface ProfileRecord extends SavedRecord {
  readonly entity: number;
  readonly entity_api_name: string | null;
  readonly type: number;
  readonly pipelines: readonly string[];
}

export const profileRecords: SavedRecords<ProfileRecord> = {
  entityType: 'Profile',
  noun: 'saved filter',
  members: ['entity', 'entity_api_name', 'type', 'pipelines'],
  sharedByName: false,
};

/** `type` of a profile whose records people put on it by hand, and of one that a filter finds. */
export const staticProfile = 2;
export const filterProfile = 1;

/** `entity`, as its enum in the catalog names it, of custom entity types. */
const ofCustomEntities = 'CustomEntity';

/** The members of a Profile that name the entity type of its records. */
export type ProfileEntity = Pick<ProfileRecord, 'entity' | 'entity_api_name'>;

/**
 * @param at for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` when it selects records of an entity type that the space does not have
 */
export function entityTypeOf(catalog: Catalog, profile: ProfileEntity, at: string): EntityType {
  const label = entityLabels(catalog).get(profile.entity);
  const isCustom = label === ofCustomEntities && profile.entity_api_name !== null;
  const entityType = catalog.entityType((isCustom ? profile.entity_api_name : label) ?? '');
  if (entityType && (!isCustom || isCustomEntityType(entityType))) return entityType;
  const what = isCustom ? JSON.stringify(profile.entity_api_name) : (label ?? String(profile.entity));
  const problem = `the saved filter selects records of ${what}, which are not stored here`;
  throw parameterError(at, problem);
}

/** @returns undefined for an entity type that no profile can be of */
function findProfileEntity(catalog: Catalog, entityType: EntityType): ProfileEntity | undefined {
  const label = isCustomEntityType(entityType) ? ofCustomEntities : entityType.name;
  const entity = [...entityLabels(catalog)].find(([, one]) => one === label)?.[0];
  if (entity === undefined) return undefined;
  return { entity, entity_api_name: isCustomEntityType(entityType) ? entityType.name : null };
}

/**
 * @param name of an entity type
 * @param at where the caller wrote it, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown one, and one that no profile can be of
 */
export function profileEntityOf(catalog: Catalog, name: string, at: string): ProfileEntity {
  const entityType = catalog.entityType(name);
  const found = entityType && findProfileEntity(catalog, entityType);
  if (found) return found;
  const names = catalog.entityTypes.flatMap((one) => (findProfileEntity(catalog, one) ? [one.name] : []));
  const hint = suggestion(name, names) || ` There are those of ${names.join(', ')}.`;
  const problem = `there are no saved filters of "${name.slice(0, 80)}"`;
  throw parameterError(at, problem, hint);
}

function entityLabels(catalog: Catalog): ReadonlyMap<number, string> {
  const field = catalog.field('Profile', 'entity');
  const values = field?.kind === 'value' ? (field.enum ?? []) : [];
  return new Map(values.map(({ value, label }) => [Number(value), label]));
}

// Checks the pipelines that a saved filter is narrowed to: its records have pipelines, and these are there.

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
