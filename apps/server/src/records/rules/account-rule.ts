/**
 * Account: that it was made is an event that key figures count.
 */
import type { EntityRule } from '../entity-rule.js';
import { accountEvents, creation, recordEvent } from '../life/life-events.js';

export const accountRule: EntityRule = {
  complete(draft, context) {
    if (!draft.isNew) return;
    recordEvent(draft, context, accountEvents, creation, draft.get('created') ?? context.now);
  },
};
