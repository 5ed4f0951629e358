/**
 * The projection of a selection, planned once for all requests that ask for the same.
 */

import type { EntityType } from '@headwater/catalog';
import { planProjection, projectionKey } from '../../plan/projection/plan-projection.js';
import { emptyMember } from '../../plan/projection/plan-union-projection.js';
import type { Projection, ProjectionMember } from '../../plan/projection/projection.js';
import type { Selection } from '../../request/selection.js';
import { getOrMake } from '../../sql/cache.js';
import { tableName } from '../../sql/columns.js';
import type { RecordStore } from '../record-store.js';

/** @throws ApiError `ERROR_PARAMETER_INVALID` for unknown names and relations nested too deeply */
export function projectionOf(
  { catalog, projections }: RecordStore,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  const plan = () => planProjection(catalog, entityType, selection, includeDeleted);
  const key = projectionKey(entityType, selection, includeDeleted);
  return key === undefined ? plan() : getOrMake(projections, key, plan);
}

/**
 * The same for a record whose id was made just now: no rows point at it but those that its own transaction has written.
 * @param written the entity types of what that has written
 */
export function projectionOfNew(
  store: RecordStore,
  entityType: EntityType,
  selection: Selection,
  written: readonly EntityType[],
): Projection {
  const whole = projectionOf(store, entityType, selection, false);
  if (whole.cacheKey === undefined) return whole;
  const tables = [...new Set(written.map(tableName))].sort();
  const cacheKey = JSON.stringify([whole.cacheKey, tables]);
  return getOrMake(store.projections, cacheKey, () => ({
    ...whole,
    members: whole.members.map((member) => (hasNoRows(member, tables) ? emptyMember(member) : member)),
    cacheKey,
  }));
}

function hasNoRows(member: ProjectionMember, tables: readonly string[]): boolean {
  if (member.kind !== 'row-links' && member.kind !== 'row-ids') return false;
  const { field, target } = member;
  return field.on === 'id' && !target.union && !tables.includes(tableName(target));
}
