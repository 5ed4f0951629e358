/**
 * The projection of a selection, planned once for all requests that ask for the same.
 */

import type { EntityType } from '@headwater/catalog';
import { planProjection, projectionKey } from '../../plan/projection/plan-projection.js';
import type { Projection } from '../../plan/projection/projection.js';
import type { Selection } from '../../request/selection.js';
import { getOrMake } from '../../sql/cache.js';
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
