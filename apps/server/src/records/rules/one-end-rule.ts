/**
 * Rows that refer to exactly one of several records, such as ActivityRelation or TagRelation. The catalog already
 * rejects rows that name none, and its groups of members say which references these are.
 */
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import type { EntityRule } from '../write/entity-rule.js';

export const oneEndRule: EntityRule = {
  complete(draft) {
    for (const ends of draft.entityType.requiredAnyOf) {
      const named = ends.filter((name) => draft.get(name) !== null);
      if (named.length > 1) draft.errors.push(severalEnds(named));
    }
  },
};

function severalEnds(named: readonly string[]): FieldLeaf {
  const [last = '', ...others] = [...named].reverse();
  const list = `${others.reverse().join(', ')} and ${last}`;
  return invalid(last, `Only one of ${list} can be set: the row leads to one record.`);
}
