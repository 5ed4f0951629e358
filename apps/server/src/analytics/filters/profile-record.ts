/**
 * What saved filters read of Profile records, and which entity type the numbers in them stand for. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { isKind } from '../../metadata/custom-entities/kind-of.js';
import type { MemberSelection } from '../../request/selection.js';

export interface ProfileRecord {
  readonly id: string;
  readonly name: string;
  readonly entity: number;
  readonly entity_api_name: string | null;
  readonly type: number;
  readonly owner_id: string | null;
  readonly pipelines: readonly string[];
  readonly settings: unknown;
  readonly share_mode: number | null;
  readonly created: string;
  readonly modified: string;
  readonly revision: number;
}

const names: readonly (keyof ProfileRecord)[] = [
  'id',
  'name',
  'entity',
  'entity_api_name',
  'type',
  'owner_id',
  'pipelines',
  'settings',
  'share_mode',
  'created',
  'modified',
  'revision',
];

/** What to ask of a Profile. */
export const profileSelection: MemberSelection = {
  kind: 'members',
  members: names.map((name) => ({ kind: 'value', as: name, field: name })),
};

/** @param text a Profile as `profileSelection` asks for it */
export function parseProfile(text: string): ProfileRecord {
  return JSON.parse(text) as ProfileRecord;
}

/** `type` of a profile whose records people put on it by hand, and of one that a filter finds. */
export const staticProfile = 2;
export const filterProfile = 1;

/** `entity`, as its enum in the catalog names it, of kinds that a space has defined. */
const ofCustomEntities = 'CustomEntity';

/**
 * @param at for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` when it selects records that are not kept here
 */
export function profileEntity(catalog: Catalog, profile: ProfileKind, at: string): EntityType {
  const label = entityLabels(catalog).get(profile.entity);
  const isOfKind = label === ofCustomEntities && profile.entity_api_name !== null;
  const entityType = catalog.entityType((isOfKind ? profile.entity_api_name : label) ?? '');
  if (entityType && (!isOfKind || isKind(entityType))) return entityType;
  const what = isOfKind ? JSON.stringify(profile.entity_api_name) : (label ?? String(profile.entity));
  const problem = `the saved filter selects records of ${what}, which are not kept here`;
  throw new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.`, { at });
}

/** Which Profiles are of an entity type. */
export type ProfileKind = Pick<ProfileRecord, 'entity' | 'entity_api_name'>;

/** @returns undefined for an entity type that no profile can be of */
function findKind(catalog: Catalog, entityType: EntityType): ProfileKind | undefined {
  const label = isKind(entityType) ? ofCustomEntities : entityType.name;
  const entity = [...entityLabels(catalog)].find(([, one]) => one === label)?.[0];
  if (entity === undefined) return undefined;
  return { entity, entity_api_name: isKind(entityType) ? entityType.name : null };
}

/**
 * @param name of an entity type
 * @param at where the caller wrote it, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown one, and one that no profile can be of
 */
export function profileKind(catalog: Catalog, name: string, at: string): ProfileKind {
  const entityType = catalog.entityType(name);
  const kind = entityType && findKind(catalog, entityType);
  if (kind) return kind;
  const names = profiledEntities(catalog);
  const hint = suggestion(name, names) || ` There are those of ${names.join(', ')}.`;
  const problem = `there are no saved filters of "${name.slice(0, 80)}"`;
  throw new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.${hint}`, { at });
}

/** @returns the names of the entity types that profiles can be of, kinds of the space included */
function profiledEntities(catalog: Catalog): string[] {
  return catalog.entityTypes.flatMap((entityType) => (findKind(catalog, entityType) ? [entityType.name] : []));
}

function entityLabels(catalog: Catalog): ReadonlyMap<number, string> {
  const field = catalog.field('Profile', 'entity');
  const values = field?.kind === 'value' ? (field.enum ?? []) : [];
  return new Map(values.map(({ value, label }) => [Number(value), label]));
}
