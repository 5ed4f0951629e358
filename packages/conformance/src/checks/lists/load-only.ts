/**
 * Promises about `load-only`, which cuts answers to the members that are named.
 */

import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { type Json, readObject, readObjects } from '../../http/json.js';

const spec = 'v100#/components/parameters/LoadOnly';

function names(record: Json | undefined): string[] {
  return Object.keys(readObject(record, 'the record')).sort();
}

export const loadOnlyChecks: readonly Check[] = [
  {
    id: 'load-only.members',
    sentence: 'MUST answer only the members that `load-only` names, with their values, and always the id',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Graz' });
      const { records } = await rest.list('Accounts', { 'filter[id]': idOf(account), 'load-only': 'name,city' });
      const wanted: RecordJson = { id: idOf(account), name: account.name, city: 'Graz' };
      expectEqual(records[0], wanted, 'the record cut to name and city');
    },
  },
  {
    id: 'load-only.single',
    sentence: 'MUST cut one record, got by its id, to the members that `load-only` names and the id',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Graz' });
      const answer = await rest.send('GET', 'Accounts', idOf(account), { query: { 'load-only': 'name,city' } });
      expectStatus(answer, 200);
      const { data } = readObject(answer.json, 'the body');
      expectEqual(data, { id: idOf(account), name: account.name, city: 'Graz' }, 'the record cut to name and city');
    },
  },
  {
    id: 'load-only.links',
    sentence: 'MUST answer a relation that `load-only` names without dots as a link',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const { records } = await rest.list('Accounts', { 'filter[id]': idOf(account), 'load-only': 'owner,owner_id' });
      const { id, owner, owner_id } = account;
      expectEqual(records[0], { id, owner, owner_id }, 'the record cut to owner and owner_id');
    },
  },
  {
    id: 'load-only.nested',
    sentence: 'MUST expand a relation whose members `load-only` names with dots, cut to those and its id',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = idOf(await fixtures.create('Account', { city: 'Graz' }));
      const relations = [{ account_id: account, is_primary: true, position: 'Buyer' }];
      const contact = idOf(await fixtures.create('Contact', { account_relations: relations }));
      const loadOnly = 'last_name,owner.email,account_relations.position,account_relations.account.city';
      const { records } = await rest.list('Contacts', { 'filter[id]': contact, 'load-only': loadOnly });
      expectEqual(names(records[0]), ['account_relations', 'id', 'last_name', 'owner'], 'members of the contact');
      expectEqual(names(records[0]?.owner), ['email', 'id'], 'members of owner');
      const [row] = readObjects(records[0]?.account_relations, 'account_relations');
      expectEqual(names(row), ['account', 'id', 'position'], 'members of the row');
      expectEqual(row?.account, { id: account, city: 'Graz' }, 'account of the row');
    },
  },
  {
    id: 'load-only.with-expand',
    sentence: 'MUST answer a relation whole when `expand` and `load-only` both name it',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const query = { 'filter[id]': idOf(account), 'load-only': 'name,owner', expand: 'owner' };
      const { records } = await rest.list('Accounts', query);
      expectEqual(names(records[0]), ['id', 'name', 'owner'], 'members of the account');
      expectEqual(records[0]?.owner, await rest.get('Clients', String(account.owner_id)), 'owner');
    },
  },
  {
    id: 'load-only.rejected',
    sentence: 'MUST reject an unknown member in `load-only` with 400 and code 117',
    spec,
    run: async ({ rest }) => {
      for (const name of ['nmae', 'owner.nmae', 'name.deeper']) {
        const answer = await rest.send('GET', 'Accounts', undefined, { query: { 'load-only': `id,${name}` } });
        expectParameterRejected(answer, 'load-only');
      }
    },
  },
];
