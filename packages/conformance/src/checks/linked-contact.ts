/**
 * Records that hang together, for checks of links and of `expand`.
 */

import { idOf } from '../api/record.js';
import type { CheckContext } from '../check-context.js';

/** A contact with one account, the account having a parent. */
export async function linkedContact({ fixtures }: CheckContext) {
  const parent = await fixtures.create('Account');
  const account = await fixtures.create('Account', { parent_account_id: idOf(parent) });
  const contact = await fixtures.create('Contact', {
    account_relations: [{ account_id: idOf(account), is_primary: true }],
  });
  return { parent, account, contact, query: { 'filter[id]': idOf(contact) } };
}
