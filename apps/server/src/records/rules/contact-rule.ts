/**
 * Contact: `account_position` is the job title at the primary account. While the contact has none, it keeps what was written.
 */
import type { EntityRule } from '../entity-rule.js';

export const contactRule: EntityRule = {
  complete(draft, { rowSets }) {
    const rows = rowSets.find((set) => set.field.name === 'account_relations');
    const primary = rows?.drafts.find((row) => row.get('is_primary') === true);
    if (!primary) return;
    const title = draft.values.get('account_position');
    // A title in the relation itself is the more exact statement.
    if (title !== undefined && !primary.change.values.has('position')) primary.set('position', title);
    draft.set('account_position', primary.get('position'));
  },
};
