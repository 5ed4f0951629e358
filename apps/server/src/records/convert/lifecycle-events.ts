/**
 * The events that key figures count: a row for each step in the life of a record, written with the change itself. An event that is
 * undone is deleted, so that nothing counts it any more.
 */
import type { Operand } from '../../plan/list/predicate.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

/** An entity type of events, and the record to which they happen. */
export interface EventType {
  readonly entityType: string;
  /** The reference of an event to its record. */
  readonly record: string;
}

export const leadOpptyEvents: EventType = { entityType: 'LeadOpptyKPI', record: 'lead_oppty_id' };
export const accountEvents: EventType = { entityType: 'AccountKPI', record: 'account_id' };
export const contactEvents: EventType = { entityType: 'ContactKPI', record: 'contact_id' };

/** Events of records that can be merged. */
export const mergedEvents: readonly EventType[] = [leadOpptyEvents, accountEvents, contactEvents];

/** What `kpi` says of leads and opportunities. */
export const lifecycleEvent = {
  createLead: 1,
  createOpportunity: 2,
  qualifyLead: 4,
  winOpportunity: 5,
  loseLead: 6,
  loseOpportunity: 7,
  move: 8,
} as const;

/** The first event of accounts and contacts. */
export const creation = 1;

/**
 * Records an event with the user who caused it and the owner and unit of the record as the write leaves them. Without a user the
 * owner counts as the one who did it.
 * @param at when it happened
 */
export function recordEvent(draft: Draft, context: RuleContext, type: EventType, kpi: number, at: Operand): void {
  const owner = draft.get('owner_id');
  const values = new Map<string, Operand>([
    ['created', at],
    ['kpi', kpi],
    [type.record, draft.id],
    ['client_id', context.actor ?? owner],
    ['owner_id', owner],
    ['unit_id', draft.get('unit_id')],
  ]);
  context.also(type.entityType, values);
}

/** The newest event of a kind that a lead or an opportunity has. */
export function wantEvent(draft: Draft, { catalog, lookups }: RuleContext, kpi: number): Fact {
  const { entityType, record } = leadOpptyEvents;
  return lookups.lastWhere(catalog.existing(entityType), { [record]: draft.id, kpi });
}

/** @param change what the event becomes: another moment, or deleted */
export function changeEvent(
  draft: Draft,
  context: RuleContext,
  kpi: number,
  change: { readonly created: Operand } | { readonly is_deleted: true },
): void {
  const event = context.lookups.found(wantEvent(draft, context, kpi));
  if (event !== null) context.change(leadOpptyEvents.entityType, event, new Map(Object.entries(change)));
}
