/**
 * Plans the members of the answered records. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { NameTree, Selection } from '../../request/selection.js';
import { planLegacyProjection } from './plan-legacy-projection.js';
import { planMemberProjection } from './plan-member-projection.js';
import { checkSteps, planRestProjection, withMemberNames } from './plan-rest-projection.js';
import { memberPart, planUnionProjection, restPart, underV1NamesOf } from './plan-union-projection.js';
import type { Projection } from './projection.js';

/**
 * @param includeDeleted deleted rows of to-many relations are shown
 * @returns what tells projections apart that are worth keeping; undefined for a selection that is made for one request
 */
export function projectionKey(
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): string | undefined {
  switch (selection.kind) {
    case 'rest':
      return JSON.stringify([
        'rest',
        entityType.name,
        inOrder(selection.expand),
        selection.only && inOrder(selection.only),
        includeDeleted,
      ]);
    case 'legacy':
      return JSON.stringify(['legacy', entityType.name, selection.only, includeDeleted]);
    case 'members':
      return selection.key && JSON.stringify(['members', entityType.name, selection.key, includeDeleted]);
  }
}

/** The same names in another order make the same projection. */
function inOrder(names: NameTree): unknown[] {
  return Object.keys(names)
    .sort()
    .map((name) => [name, ...inOrder(names[name] ?? {})]);
}

/**
 * @param includeDeleted deleted rows of to-many relations are shown
 * @throws ApiError `ERROR_PARAMETER_INVALID` for unknown names, too many relations and those nested too deeply
 */
export function planProjection(
  catalog: Catalog,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  const projection = planRecordProjection(catalog, entityType, selection, includeDeleted);
  const planType = (type: EntityType) => planTypeOfUnion(catalog, entityType, type, selection, includeDeleted);
  return {
    ...(entityType.union ? planUnionProjection(catalog, projection, planType) : projection),
    cacheKey: projectionKey(entityType, selection, includeDeleted),
    ...(selection.kind === 'rest' && { isCounted: true }),
  };
}

function planRecordProjection(
  catalog: Catalog,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  switch (selection.kind) {
    case 'rest':
      checkSteps(selection);
      return planRestProjection(catalog, entityType, selection, includeDeleted, 0);
    case 'legacy':
      return planLegacyProjection(catalog, entityType, selection.only, includeDeleted);
    case 'members':
      return planMemberProjection(catalog, entityType, selection, includeDeleted);
  }
}

/** The selection of a union for the records of one of its entity types. */
function planTypeOfUnion(
  catalog: Catalog,
  union: EntityType,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  switch (selection.kind) {
    case 'rest':
      return planRestProjection(
        catalog,
        entityType,
        restPart(catalog, entityType, withMemberNames(catalog, union, selection)),
        includeDeleted,
        0,
      );
    case 'legacy':
      return planLegacyProjection(catalog, underV1NamesOf(union, entityType), undefined, includeDeleted);
    case 'members':
      return planMemberProjection(catalog, entityType, memberPart(catalog, entityType, selection), includeDeleted);
  }
}
