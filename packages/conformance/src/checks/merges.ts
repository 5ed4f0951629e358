/**
 * Promises about merging records.
 */

import { idOf, type RecordJson } from '../api/record.js';
import { readRecord } from '../api/rest-api.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import type { Answer } from '../http/answer.js';
import type { Json } from '../http/json.js';

const spec = 'v100#/paths/~1entities~1Accounts~1merge/post';
const contactSpec = 'v100#/paths/~1entities~1Contacts~1merge/post';

function merge({ rest }: CheckContext, collection: string, master: RecordJson, secondary_ids: Json): Promise<Answer> {
  return rest.sendBelow('POST', collection, 'merge', { body: { master, secondary_ids } });
}

export const mergeChecks: readonly Check[] = [
  {
    id: 'merge.answer',
    sentence: 'MUST answer a merge with 200 and the whole master, in which given members win and empty ones are filled',
    spec,
    run: async (context) => {
      const { fixtures } = context;
      const master = await fixtures.create('Account', { city: 'Graz', country: null });
      const other = await fixtures.create('Account', { city: 'Wien', country: 'Austria', zip_code: '1010' });
      const merged = readRecord(
        await merge(context, 'Accounts', { id: idOf(master), zip_code: '8010' }, [idOf(other)]),
      );
      const { id, name, city, country, zip_code } = merged;
      expectEqual([id, name], [idOf(master), master.name], 'id and name');
      expectEqual([city, country, zip_code], ['Graz', 'Austria', '8010'], 'city, country and zip_code');
    },
  },
  {
    id: 'merge.duplicates-deleted',
    sentence: 'MUST delete every record named in `secondary_ids`',
    spec,
    run: async (context) => {
      const [master, ...others] = (await context.fixtures.createAll('Account', [{}, {}, {}])).map(idOf);
      readRecord(await merge(context, 'Accounts', { id: master ?? null }, others));
      for (const id of others) {
        expectError(await context.rest.send('GET', 'Accounts', id), 404);
        const { is_deleted } = await context.rest.get('Accounts', id, { 'include-deleted': true });
        expectEqual(is_deleted, true, 'is_deleted of a duplicate');
      }
    },
  },
  {
    id: 'merge.references',
    sentence: 'MUST let the master have whatever pointed at a duplicate, without doubles and with one primary relation',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const [master = '', other = ''] = (await fixtures.createAll('Account', [{}, {}])).map(idOf);
      const child = await fixtures.create('Account', { parent_account_id: other });
      const contact = await fixtures.create('Contact', {
        account_relations: [
          { account_id: master, is_primary: false },
          { account_id: other, is_primary: true },
        ],
      });
      readRecord(await merge(context, 'Accounts', { id: master }, [other]));
      expectEqual((await rest.get('Accounts', idOf(child))).parent_account_id, master, 'parent_account_id of a child');
      const { records } = await rest.list('ContactAccountRelations', { 'filter[contact_id]': idOf(contact) });
      expectEqual(
        records.map(({ account_id, is_primary }) => [account_id, is_primary]),
        [[master, true]],
        'relations of a contact of both',
      );
    },
  },
  {
    id: 'merge.consent',
    sentence: 'MUST keep the wish for no more mail of any of the merged records, whatever is given for the master',
    spec,
    run: async (context) => {
      for (const [entityType, collection] of [
        ['Account', 'Accounts'],
        ['Contact', 'Contacts'],
      ] as const) {
        const wishes = [{ is_unsubscribed: false }, { is_unsubscribed: true }];
        const [master = '', other = ''] = (await context.fixtures.createAll(entityType, wishes)).map(idOf);
        const body = { id: master, is_unsubscribed: false };
        const merged = readRecord(await merge(context, collection, body, [other]));
        expectEqual(merged.is_unsubscribed, true, `is_unsubscribed of the ${entityType}`);
      }
    },
  },
  {
    id: 'merge.hierarchy',
    sentence: 'MUST clear the parent of a master that would come to be above itself',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const top = idOf(await fixtures.create('Account'));
      const middle = idOf(await fixtures.create('Account', { parent_account_id: top }));
      const bottom = idOf(await fixtures.create('Account', { parent_account_id: middle }));
      const merged = readRecord(await merge(context, 'Accounts', { id: bottom }, [top]));
      expectEqual(merged.parent_account_id, null, 'parent_account_id of the master');
      expectEqual((await rest.get('Accounts', middle)).parent_account_id, bottom, 'parent_account_id of the other');
    },
  },
  {
    id: 'merge.contacts',
    sentence: 'MUST merge contacts: the master has the relations of all',
    spec: contactSpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const [first = '', second = ''] = (await fixtures.createAll('Account', [{}, {}])).map(idOf);
      const of = async (account_id: string) =>
        idOf(await fixtures.create('Contact', { account_relations: [{ account_id, is_primary: true }] }));
      const [master, other] = [await of(first), await of(second)];
      readRecord(await merge(context, 'Contacts', { id: master }, [other]));
      const { records } = await rest.list('ContactAccountRelations', { 'filter[contact_id]': master });
      expectEqual(records.map(({ account_id }) => account_id).sort(), [first, second].sort(), 'accounts of the master');
      expectEqual(records.filter(({ is_primary }) => is_primary === true).length, 1, 'primary relations of the master');
    },
  },
  {
    id: 'merge.rejected',
    sentence:
      'MUST reject with 422 a merge of nothing, with the master itself, or with ids of no record, and change nothing',
    spec: 'v100#/components/responses/MergeRefused',
    run: async (context) => {
      const { rest, fixtures } = context;
      const [master, other] = await fixtures.createAll('Account', [{}, {}]);
      if (master === undefined || other === undefined) throw new Error('two accounts were made');
      const contact = idOf(await fixtures.create('Contact'));
      for (const ids of [[], [idOf(master)], [idOf(other), fixtures.freshId()], [idOf(other), contact]]) {
        const answer = await merge(context, 'Accounts', { id: idOf(master), city: 'Graz' }, ids);
        expectThat(answer.status === 422, `${answer.line} with ${ids.length} ids; wanted 422`);
      }
      expectEqual(await rest.get('Accounts', idOf(master)), master, 'the master');
      expectEqual(await rest.get('Accounts', idOf(other)), other, 'the other');
    },
  },
];
