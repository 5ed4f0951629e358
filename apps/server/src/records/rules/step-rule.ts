/**
 * Step: it belongs to exactly one pipeline, lead process or quote process.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { EntityRule } from '../write/entity-rule.js';

const owners = ['pipeline_id', 'lead_process_id', 'quote_process_id'] as const;

export const stepRule: EntityRule = {
  complete(draft) {
    const [first, ...others] = owners.filter((name) => draft.get(name) !== null);
    for (const name of others) {
      draft.errors.push(invalid(name, `A step belongs to one process only, and ${first} is set already.`));
    }
  },
};
