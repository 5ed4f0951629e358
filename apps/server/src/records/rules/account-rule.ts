/**
 * Account: that it was made is an event that key figures count.
 */
import type { EntityRule } from '../entity-rule.js';
import { creation, type EventType, recordEvent } from '../life/life-events.js';

const accountEvents: EventType = { entityType: 'AccountKPI', record: 'account_id' };

export const accountRule: EntityRule = {
  complete(draft, context) {
    if (!draft.isNew) return;
    recordEvent(draft, context, accountEvents, creation, draft.get('created') ?? context.now);
  },
};
