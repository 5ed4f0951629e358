/**
 * The rights that operations need that are none of the standard ones.
 */
import type { Catalog, EntityType, EntityTypeName } from '@headwater/catalog';
import type { V100SpecialOperation } from '@headwater/openapi-types';
import type { Action } from '../../rights/action.js';
import { type Holder, requireRight } from '../../rights/require-right.js';
import { requireReadable } from '../../rights/scoped-catalog.js';

interface NeededRight {
  readonly action: Action;
  /** Left out: that of the address. */
  readonly entityType?: EntityTypeName;
}

/** What asks for each record or change by itself needs none here. */
const needed: Readonly<Record<V100SpecialOperation, readonly NeededRight[]>> = {
  listChanges: [],
  listAuditEntries: [],
  revertChanges: [],
  listCollectionChanges: [{ action: 'read' }],
  listRecordChanges: [{ action: 'read' }],
  listRecordHistory: [{ action: 'read' }],
  listWebhookDeliveries: [{ action: 'read', entityType: 'Webhook' }],
  pingWebhook: [{ action: 'update' }],
  redeliverWebhook: [{ action: 'update' }],
  createKey: [{ action: 'create' }],
  rotateKey: [{ action: 'update' }],
  deleteKey: [{ action: 'delete' }],
  uploadCloudObject: [{ action: 'create' }],
  getCloudObjectContent: [{ action: 'read' }],
  qualifyLead: [{ action: 'delete' }, { action: 'create', entityType: 'Opportunity' }],
  sendOpportunityBack: [{ action: 'delete' }, { action: 'create', entityType: 'Lead' }],
  reactivateLead: [{ action: 'update' }],
  reactivateOpportunity: [{ action: 'update' }],
};

/** @param addressed the entity type of the address @throws ApiError `ERROR_FORBIDDEN` that names the first right that is missing */
export function requireSpecial(
  holder: Holder,
  catalog: Catalog,
  operation: V100SpecialOperation,
  addressed: EntityType | undefined,
): void {
  for (const { action, entityType: name } of needed[operation]) {
    const entityType = name === undefined ? addressed : catalog.existing(name);
    if (!entityType) throw new Error(`${operation} has no entity type`);
    if (action === 'read') requireReadable(catalog, entityType);
    else requireRight(holder, entityType, action);
  }
}
