/**
 * The shape of a selection, planned once for all requests that ask for the same.
 */

import type { EntityType } from '@headwater/catalog';
import { planShape, shapeKey } from '../../plan/plan-shape.js';
import type { Shape } from '../../plan/shape.js';
import type { Selection } from '../../request/selection.js';
import { getOrMake } from '../../sql/cache.js';
import type { RecordStore } from '../record-store.js';

/** @throws ApiError `ERROR_PARAMETER_INVALID` for unknown names and relations nested too deeply */
export function shapeOf(
  { catalog, shapes }: RecordStore,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Shape {
  const plan = () => planShape(catalog, entityType, selection, includeDeleted);
  const key = shapeKey(entityType, selection, includeDeleted);
  return key === undefined ? plan() : getOrMake(shapes, key, plan);
}
