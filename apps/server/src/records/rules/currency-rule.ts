/**
 * Currency: exactly one of a space is the base currency, from the space's beginning on. Amounts are stored in it, so that neither
 * another one can become it nor can it be deleted.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule } from '../write/entity-rule.js';
import { wantBaseCurrency } from '../write/money.js';

export const currencyRule: EntityRule = {
  prepare(draft, { catalog, lookups }) {
    const base = becomesBase(draft) ? wantBaseCurrency(catalog, lookups) : undefined;
    if (draft.act === 'delete') return undefined;
    return () => {
      const hasOther = base !== undefined && lookups.found(base) !== null;
      const isGivenUp = draft.stored?.is_base === true && draft.get('is_base') !== true;
      if (hasOther || isGivenUp) {
        draft.errors.push(invalid('is_base', 'The base currency of a space is fixed: amounts are stored in it.'));
      }
      if (draft.get('is_base') === true) draft.set('is_delete_protected', true);
    };
  },
};

function becomesBase(draft: Draft): boolean {
  return draft.get('is_base') === true && draft.changes('is_base');
}
