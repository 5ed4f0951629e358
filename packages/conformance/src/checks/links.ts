/**
 * Promises about links, the form in which relations are answered unless they are expanded.
 */

import { idOf } from '../api/record.js';
import { readRecord } from '../api/rest-api.js';
import type { Check } from '../check.js';
import { expectEqual, expectThat } from '../expectation.js';
import { type Json, readArray, readText } from '../http/json.js';
import { linkedContact } from './linked-contact.js';

const spec = 'v100#/components/schemas/Link';

/** @throws ExpectationFailed unless `value` is the absolute address of something */
function readLink(value: Json | undefined, what: string): URL {
  const text = readText(value, what);
  expectThat(URL.canParse(text), `${what} should be an absolute address, is ${text}`);
  return new URL(text);
}

export const linkChecks: readonly Check[] = [
  {
    id: 'link.absolute',
    sentence: 'MUST write a to-one relation as the absolute address of the record in its own collection',
    spec,
    run: async (context) => {
      const { account } = await linkedContact(context);
      const { rest } = context;
      const link = readLink(account.owner, 'owner');
      expectEqual(link.pathname, rest.path('Clients', readText(account.owner_id, 'owner_id')), 'path of the link');
      const parent = readText(account.parent_account, 'parent_account');
      expectEqual(
        parent,
        `${link.origin}${rest.path('Accounts', String(account.parent_account_id))}`,
        'parent_account',
      );
      expectThat(/^https?:$/.test(link.protocol), 'the link should be an http address');
    },
  },
  {
    id: 'link.resolves',
    sentence: 'MUST answer the linked record at the path of a link',
    spec,
    run: async (context) => {
      const { account } = await linkedContact(context);
      const { pathname } = readLink(account.parent_account, 'parent_account');
      expectEqual(
        readRecord(await context.http.send('GET', pathname)).id,
        account.parent_account_id,
        'id of the linked record',
      );
    },
  },
  {
    id: 'link.unset',
    sentence: 'MUST write an unset to-one relation as null, id and link, and an empty to-many one as `[]`',
    spec,
    run: async ({ fixtures }) => {
      const account = await fixtures.create('Account');
      expectEqual([account.parent_account_id, account.parent_account], [null, null], 'unset relation');
      const contact = await fixtures.create('Contact');
      expectEqual(contact.account_relations, [], 'account_relations of a contact without accounts');
    },
  },
  {
    id: 'link.to-many',
    sentence: 'MUST write a to-many relation as a list of links to its rows',
    spec,
    run: async (context) => {
      const { contact, account } = await linkedContact(context);
      const [link, ...others] = readArray(contact.account_relations, 'account_relations');
      expectEqual(others, [], 'further account_relations');
      const { pathname } = readLink(link, 'account_relations[0]');
      const row = readRecord(await context.http.send('GET', pathname));
      expectEqual([row.account_id, row.contact_id], [idOf(account), idOf(contact)], 'ends of the row');
      expectThat(
        pathname.includes('/entities/ContactAccountRelations/'),
        'the link should lead to ContactAccountRelations',
      );
    },
  },
];
