/**
 * Account: its creation is an event that key figures count.
 */

import { accountEvents, creation, recordEvent } from '../convert/lifecycle-events.js';
import type { EntityRule } from '../write/entity-rule.js';

export const accountRule: EntityRule = {
  complete(draft, context) {
    if (!draft.isNew) return;
    recordEvent(draft, context, accountEvents, creation, draft.get('created') ?? context.now);
  },
};
