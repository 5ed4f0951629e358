/**
 * The entity type that a request names. It was there when the request came in; it may have gone by the time that the request is
 * carried out or carried out again.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';

/** @throws ApiError `ERROR_UNKNOWN_TYPE` when the space has none of that name, or none any more */
export function requestedType(catalog: Catalog, name: string): EntityType {
  const entityType = catalog.entityType(name);
  if (!entityType) throw new ApiError('ERROR_UNKNOWN_TYPE', `cannot determine entity type from ${name}`);
  return entityType;
}
