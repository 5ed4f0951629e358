/**
 * Promises about changing records.
 */
import { entityTypes } from '@headwater/catalog';
import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectFieldError, expectValidationError } from '../expect-error.js';
import { expectEqual, expectSameItems, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { type JsonObject, readObject, readObjects, readText } from '../http/json.js';

const spec = 'v100#/paths/~1entities~1Accounts~1{id}/patch';
const invalid = 'v100#/components/schemas/ValidationError';

async function relationsOf({ rest }: CheckContext, contact: string): Promise<readonly JsonObject[]> {
  const record = await rest.get('Contacts', contact, { expand: 'account_relations' });
  return readObjects(record.account_relations, 'account_relations');
}

export const updateChecks: readonly Check[] = [
  {
    id: 'update.answer',
    sentence: 'MUST answer an update with 200 and the record as the next get answers it',
    spec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const answer = await rest.send('PATCH', 'Accounts', id, { body: { city: 'Linz' } });
      expectStatus(answer, 200);
      const data = readObject(readObject(answer.json, 'the body').data, 'data');
      expectEqual(data, await rest.get('Accounts', id), 'data');
    },
  },
  {
    id: 'update.only-sent',
    sentence: 'MUST change the members that are sent and no others but `modified` and `revision`',
    spec,
    run: async ({ rest, fixtures }) => {
      const members = { city: 'Graz', address: 'Ring 1\nTop 2', account_class: 3, is_unsubscribed: true };
      const before = await fixtures.create('Account', members);
      const after = await rest.update('Accounts', idOf(before), { city: 'Linz' });
      const { modified, revision } = after;
      expectEqual(after, { ...before, city: 'Linz', modified, revision }, 'the record');
    },
  },
  {
    id: 'update.modified',
    sentence: 'MUST move `modified` forward and leave `created` alone',
    spec,
    run: async ({ rest, fixtures }) => {
      const before = await fixtures.create('Account');
      const after = await rest.update('Accounts', idOf(before), { city: 'Linz' });
      expectEqual(after.created, before.created, 'created');
      const [earlier, later] = [readText(before.modified, 'modified'), readText(after.modified, 'modified')];
      expectThat(later > earlier, `modified should be later than ${earlier}, is ${later}`);
    },
  },
  {
    id: 'update.null',
    sentence: 'MUST clear a member that is sent as null',
    spec,
    run: async ({ rest, fixtures }) => {
      const parent_account_id = idOf(await fixtures.create('Account'));
      const id = idOf(await fixtures.create('Account', { city: 'Graz', parent_account_id }));
      const after = await rest.update('Accounts', id, { city: null, parent_account_id: null });
      expectEqual([after.city, after.parent_account_id, after.parent_account], [null, null, null], 'cleared members');
    },
  },
  {
    id: 'update.hierarchy',
    sentence: 'MUST reject with 422 a change that would put a record above itself, in every hierarchy',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      for (const { name, collection, fields } of entityTypes) {
        const member = fields.find((field) => field.kind === 'reference' && field.hierarchy)?.name;
        if (member === undefined) continue;
        const top = idOf(await fixtures.create(name, { [member]: null }));
        const middle = idOf(await fixtures.create(name, { [member]: top }));
        const bottom = idOf(await fixtures.create(name, { [member]: middle }));
        for (const above of [top, bottom]) {
          const answer = await rest.send('PATCH', collection, top, { body: { [member]: above } });
          expectFieldError(expectValidationError(answer, name), member);
        }
        expectEqual((await rest.get(collection, top))[member], null, `${member} of ${name}`);
      }
    },
  },
  {
    id: 'update.echo',
    sentence:
      'MUST take a record back as it was answered, links and read-only members included, and change nothing else',
    spec,
    run: async ({ rest, fixtures }) => {
      const { revision: _, ...account } = await fixtures.create('Account', { city: 'Graz' });
      const after = await rest.update('Accounts', readText(account.id, 'id'), account);
      const { modified, revision } = after;
      expectEqual(after, { ...account, modified, revision }, 'the record');
    },
  },
  {
    id: 'update.required-null',
    sentence: 'MUST reject null or an empty text for a required member with 422 and code 119 and change nothing',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const before = await fixtures.create('Account');
      for (const body of [{ name: null }, { name: '' }, { owner_id: null, city: 'Linz' }]) {
        const answer = await rest.send('PATCH', 'Accounts', idOf(before), { body });
        expectFieldError(expectValidationError(answer, 'Account'), Object.keys(body)[0] ?? '', 119);
      }
      expectEqual(await rest.get('Accounts', idOf(before)), before, 'the record');
    },
  },
  {
    id: 'update.never-null',
    sentence: 'MUST reject null for `created`, which is never null, with 422 and change nothing',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const before = await fixtures.create('Account');
      const answer = await rest.send('PATCH', 'Accounts', idOf(before), { body: { created: null, city: 'Linz' } });
      expectFieldError(expectValidationError(answer, 'Account'), 'created');
      expectEqual(await rest.get('Accounts', idOf(before)), before, 'the record');
    },
  },
  {
    id: 'update.unknown-member',
    sentence: 'MUST reject a member that the entity type does not have with 422 and change nothing',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const before = await fixtures.create('Account');
      const answer = await rest.send('PATCH', 'Accounts', idOf(before), { body: { city: 'Linz', ctiy: 'Linz' } });
      expectFieldError(expectValidationError(answer, 'Account'), 'ctiy');
      expectEqual(await rest.get('Accounts', idOf(before)), before, 'the record');
    },
  },
  {
    id: 'update.write-once',
    sentence: 'MUST reject changing a member that is given on create only',
    spec: 'v100#/components/schemas/DataUpdate',
    run: async ({ rest, fixtures }) => {
      const option = await fixtures.create('Data');
      const answer = await rest.send('PATCH', 'Data', idOf(option), { body: { data_set_id: fixtures.freshId() } });
      expectFieldError(expectValidationError(answer, 'Data'), 'data_set_id');
    },
  },
  {
    id: 'update.rows.replaced',
    sentence:
      'MUST replace the set of a nested to-many relation: rows named stay or change, rows without id are new, others go',
    spec: 'v100#/paths/~1entities~1Contacts~1{id}/patch',
    run: async (context) => {
      const { rest, fixtures } = context;
      const [a = '', b = '', c = ''] = (await fixtures.createAll('Account', [{}, {}, {}])).map(idOf);
      const relations = [
        { account_id: a, is_primary: true, position: 'Buyer' },
        { account_id: b, is_primary: false },
      ];
      const contact = idOf(await fixtures.create('Contact', { account_relations: relations }));
      const [kept] = (await relationsOf(context, contact)).filter((row) => row.account_id === a);
      const keptId = idOf(kept ?? {});
      await rest.update('Contacts', contact, {
        account_relations: [
          { id: keptId, is_primary: false },
          { account_id: c, is_primary: true },
        ],
      });
      const rows = await relationsOf(context, contact);
      expectSameItems(
        rows.map((row) => String(row.account_id)),
        [a, c],
        'accounts of the rows',
      );
      const stayed = rows.find((row) => row.account_id === a);
      expectEqual(
        [stayed?.id, stayed?.position, stayed?.is_primary],
        [keptId, 'Buyer', false],
        'the row that was named',
      );
    },
  },
  {
    id: 'update.rows.untouched',
    sentence: 'MUST leave nested rows alone when the body does not name them',
    spec: 'v100#/paths/~1entities~1Contacts~1{id}/patch',
    run: async (context) => {
      const { rest, fixtures } = context;
      const account_id = idOf(await fixtures.create('Account'));
      const contact = idOf(await fixtures.create('Contact', { account_relations: [{ account_id, is_primary: true }] }));
      const before = await relationsOf(context, contact);
      await rest.update('Contacts', contact, { title: 'Dr' });
      expectEqual(await relationsOf(context, contact), before, 'the rows');
    },
  },
  {
    id: 'update.relation.deleted-since',
    sentence: 'MUST take a change of a record one of whose relations points at a record that was deleted since',
    spec: 'v100#/components/parameters/ValidationLevel',
    run: async ({ rest, fixtures }) => {
      const parent_account_id = idOf(await fixtures.create('Account'));
      const id = idOf(await fixtures.create('Account', { parent_account_id }));
      await rest.delete('Accounts', parent_account_id);
      const after = await rest.update('Accounts', id, { city: 'Linz' });
      expectEqual([after.city, after.parent_account_id], ['Linz', parent_account_id], 'city and parent_account_id');
    },
  },
  {
    id: 'update.changed-only',
    sentence: 'MUST check only the members that change with `validation-level` bit 2',
    spec: 'v100#/components/parameters/ValidationLevel',
    run: async ({ rest, fixtures }) => {
      const parent_account_id = idOf(await fixtures.create('Account'));
      const id = idOf(await fixtures.create('Account', { parent_account_id }));
      await rest.delete('Accounts', parent_account_id);
      const after = await rest.update('Accounts', id, { city: 'Linz' }, { 'validation-level': 2 });
      expectEqual(after.city, 'Linz', 'city');
    },
  },
];
