/**
 * What each operation of REST v100 does that only some entity type has.
 */
import { type V100SpecialOperation, v100Operations } from '@headwater/openapi-types';
import type { ServerDeps } from '../server-deps.js';
import { downloadContent, uploadContent } from './content-operations.js';
import { backToLead, qualify, reactivate } from './life-operations.js';
import type { EntityRequest } from './operations.js';

type Operate = (deps: ServerDeps, request: EntityRequest) => Promise<void>;

export const specialOperations = {
  uploadCloudObject: uploadContent,
  getCloudObjectContent: downloadContent,
  qualifyLead: qualify,
  sendOpportunityBack: backToLead,
  reactivateLead: reactivate,
  reactivateOpportunity: reactivate,
} satisfies Record<V100SpecialOperation, Operate>;

/** An address that takes operations of one entity type only. */
export interface SpecialRoute {
  readonly entityType: string;
  /** Below the space, in the words of the router: `/entities/CloudObjects/:id/content`. */
  readonly path: string;
  /** By method. */
  readonly operations: ReadonlyMap<string, V100SpecialOperation>;
  /** For other methods it is the address of a record: `/entities/CloudObjects/upload`. */
  readonly mayBeRecord: boolean;
}

/** @returns them by their path in the document */
export function specialRoutes(): readonly SpecialRoute[] {
  const routes = new Map<string, SpecialRoute & { readonly operations: Map<string, V100SpecialOperation> }>();
  for (const { method, path, entityType, operation, operationId } of v100Operations) {
    if (operation !== null || entityType === null) continue;
    const route = routes.get(path) ?? {
      entityType,
      path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      operations: new Map(),
      mayBeRecord: path.split('/').length === recordPathParts,
    };
    routes.set(path, route);
    route.operations.set(method.toUpperCase(), operationId);
  }
  return [...routes.values()];
}

/** Of `/entities/Contacts/1`, the empty one before the first slash included. */
const recordPathParts = 4;
