/**
 * What each operation of REST v100 does that only some entity type has.
 */
import type { V100SpecialOperation } from '@headwater/openapi-types';
import { downloadContent, uploadContent } from './content-operations.js';
import type { Operate } from './entity-request.js';
import { backToLead, qualify, reactivate } from './life-operations.js';

export const specialOperations = {
  uploadCloudObject: uploadContent,
  getCloudObjectContent: downloadContent,
  qualifyLead: qualify,
  sendOpportunityBack: backToLead,
  reactivateLead: reactivate,
  reactivateOpportunity: reactivate,
} satisfies Record<V100SpecialOperation, Operate>;
