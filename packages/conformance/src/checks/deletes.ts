/**
 * Promises about deleted records: gone from sight, yet not from the space.
 */

import { idOf, idsOf, revisionOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectSameItems, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { readObject } from '../http/json.js';

const spec = 'v100#/components/parameters/IncludeDeleted';
const deleteSpec = 'v100#/paths/~1entities~1Accounts~1{id}/delete';

/** Two accounts of one tag, the second deleted. */
async function pair({ rest, fixtures }: CheckContext) {
  const city = fixtures.uniqueText();
  const kept = idOf(await fixtures.create('Account', { city }));
  const gone = await fixtures.create('Account', { city });
  await rest.delete('Accounts', idOf(gone));
  return { kept, gone: idOf(gone), goneRecord: gone, query: { 'filter[city]': city } };
}

export const deleteChecks: readonly Check[] = [
  {
    id: 'delete.answer',
    sentence: 'MUST answer a delete with 200 and the id as `data`',
    spec: deleteSpec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const answer = await rest.send('DELETE', 'Accounts', id);
      expectStatus(answer, 200);
      expectEqual(readObject(answer.json, 'the body'), { success: true, data: id }, 'the body');
    },
  },
  {
    id: 'delete.hidden',
    sentence: 'MUST leave deleted records out of lists and answer 404 to a get of one',
    spec,
    run: async (context) => {
      const { kept, gone, query } = await pair(context);
      for (const flag of [{}, { 'include-deleted': false }]) {
        const { records } = await context.rest.list('Accounts', { ...query, ...flag });
        expectSameItems(idsOf(records), [kept], 'ids listed');
      }
      expectError(await context.rest.send('GET', 'Accounts', gone), 404);
    },
  },
  {
    id: 'delete.included',
    sentence: 'MUST show deleted records, flagged `is_deleted`, when `include-deleted` is true',
    spec,
    run: async (context) => {
      const { kept, gone, query } = await pair(context);
      const { records } = await context.rest.list('Accounts', { ...query, 'include-deleted': true });
      const flags = Object.fromEntries(records.map((record) => [idOf(record), record.is_deleted]));
      expectEqual(flags, { [kept]: false, [gone]: true }, 'is_deleted by id');
      const record = await context.rest.get('Accounts', gone, { 'include-deleted': true });
      expectEqual(record.is_deleted, true, 'is_deleted of the record got');
    },
  },
  {
    id: 'delete.keeps-members',
    sentence: 'MUST keep all members of a deleted record but `is_deleted`, `modified` and `revision`',
    spec,
    run: async (context) => {
      const { gone, goneRecord } = await pair(context);
      const record = await context.rest.get('Accounts', gone, { 'include-deleted': true });
      const { is_deleted, modified, revision } = record;
      expectEqual(record, { ...goneRecord, is_deleted, modified, revision }, 'the deleted record');
      expectThat(revisionOf(record) > revisionOf(goneRecord), 'a delete should raise the revision');
    },
  },
  {
    id: 'delete.underscore',
    sentence: 'SHOULD take `include_deleted` for `include-deleted`',
    spec,
    run: async (context) => {
      const { kept, gone, query } = await pair(context);
      const { records } = await context.rest.list('Accounts', { ...query, include_deleted: true });
      expectSameItems(idsOf(records), [kept, gone], 'ids listed');
    },
  },
  {
    id: 'delete.gone',
    sentence: 'MUST answer 404 to an update or a further delete of a deleted record and leave it as it is',
    spec: deleteSpec,
    run: async (context) => {
      const { gone } = await pair(context);
      const before = await context.rest.get('Accounts', gone, { 'include-deleted': true });
      expectError(await context.rest.send('PATCH', 'Accounts', gone, { body: { city: 'x' } }), 404);
      expectError(await context.rest.send('DELETE', 'Accounts', gone), 404);
      expectEqual(await context.rest.get('Accounts', gone, { 'include-deleted': true }), before, 'the deleted record');
    },
  },
  {
    id: 'delete.rows',
    sentence: 'MUST delete the rows of a record with it',
    spec: 'v100#/paths/~1entities~1Contacts~1{id}/delete',
    run: async ({ rest, fixtures }) => {
      const account_id = idOf(await fixtures.create('Account'));
      const contact = idOf(await fixtures.create('Contact', { account_relations: [{ account_id, is_primary: true }] }));
      await rest.delete('Contacts', contact);
      const query = { 'filter[contact_id]': contact };
      expectEqual((await rest.list('ContactAccountRelations', query)).records, [], 'rows of the deleted contact');
      const { records } = await rest.list('ContactAccountRelations', { ...query, 'include-deleted': true });
      expectEqual(
        records.map((row) => row.is_deleted),
        [true],
        'is_deleted of its rows',
      );
    },
  },
];
