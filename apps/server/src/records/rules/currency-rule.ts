/**
 * Currency: exactly one of a space is the base currency, from the space's beginning on. Amounts are kept in it, so that neither
 * another one can become it nor can it be deleted.
 */
import { invalid } from '../../plan/mistakes.js';
import { wantBaseCurrency } from '../write/complete-money.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule } from '../write/entity-rule.js';

export const currencyRule: EntityRule = {
  prepare(draft, { catalog, lookups }) {
    if (becomesBase(draft)) wantBaseCurrency(catalog, lookups);
  },

  complete(draft, { catalog, lookups }) {
    const hasOther = becomesBase(draft) && lookups.found(wantBaseCurrency(catalog, lookups)) !== null;
    const isGivenUp = draft.stored?.is_base === true && draft.get('is_base') !== true;
    if (hasOther || isGivenUp) {
      draft.mistakes.push(invalid('is_base', 'The base currency of a space is fixed: amounts are kept in it.'));
    }
    if (draft.get('is_base') === true) draft.set('is_delete_protected', true);
  },
};

function becomesBase(draft: Draft): boolean {
  return draft.get('is_base') === true && draft.changes('is_base');
}
