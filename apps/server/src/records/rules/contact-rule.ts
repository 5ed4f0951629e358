/**
 * Contact: `account_position` is the job title at the primary account. While the contact has none, it keeps what was written.
 * That the contact was made is an event that key figures count.
 */

import { contactEvents, creation, recordEvent } from '../convert/lifecycle-events.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

const relation = 'account_relations';

export const contactRule: EntityRule = {
  wantRows(draft) {
    return draft.changes('account_position') ? [relation] : [];
  },

  complete(draft, context) {
    resolveTitle(draft, context);
    if (draft.isNew) recordEvent(draft, context, contactEvents, creation, draft.get('created') ?? context.now);
  },
};

function resolveTitle(draft: Draft, { rowSets }: RuleContext): void {
  const rows = rowSets.find((set) => set.field.name === relation);
  const primary = rows?.drafts.find((row) => row.get('is_primary') === true);
  if (!primary) return;
  // A title that the write gives the relation itself is the more exact statement.
  if (!primary.changes('position') && titleCounts(draft, primary)) {
    primary.set('position', draft.get('account_position'));
  }
  draft.set('account_position', primary.get('position'));
}

/**
 * Whether the contact's title is the one at this account: the write changes it, or it was kept until there was an account. One
 * that the body merely repeats belongs to the account that was primary before.
 */
function titleCounts(contact: Draft, primary: Draft): boolean {
  if (contact.changes('account_position')) return true;
  const hadAccount = (contact.stored?.primary_account ?? null) !== null;
  return !hadAccount && primary.get('position') === null;
}
