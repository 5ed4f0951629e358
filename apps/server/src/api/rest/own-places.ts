/**
 * The addresses of entity types that a space has defined itself: those of the entity type among whose records theirs are kept. Knows no
 * request.
 */
import type { EntityType } from '@headwater/catalog';
import { isTypeOfKind } from '../../metadata/custom-entities/kind-of.js';
import type { Place, Places, RestOperation } from './places.js';

/** @returns undefined when no document, nor that of the space, knows the address */
export function placeOf(places: Places, entityType: EntityType, segments: readonly string[]): Place | undefined {
  const { name, keptIn } = entityType;
  if (keptIn === undefined) return places.find(name, segments);
  const place = places.find(keptIn, segments);
  const methods = [...(place?.methods ?? [])].filter(([, operation]) => has(entityType, operation));
  if (!place || methods.length === 0) return undefined;
  return { ...place, methods: new Map(methods.map(([method, operation]) => [method, own(entityType, operation)])) };
}

function has({ operations }: EntityType, operation: RestOperation): boolean {
  return operations.some((one) => one === operation);
}

/** The collection of a kind's record types answers one of them, its default type. */
function own(entityType: EntityType, operation: RestOperation): RestOperation {
  return operation === 'list' && isTypeOfKind(entityType) ? 'default-type' : operation;
}
