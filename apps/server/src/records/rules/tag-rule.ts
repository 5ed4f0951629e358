/**
 * Tag: the user who makes it is its creator, unless the write names another.
 */
import type { EntityRule } from '../write/entity-rule.js';

export const tagRule: EntityRule = {
  complete(draft, { actor }) {
    if (draft.isNew && draft.get('creator_id') === null) draft.set('creator_id', actor);
  },
};
