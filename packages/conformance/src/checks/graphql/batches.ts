/**
 * Promises of GraphQL about writes of many records at once.
 */

import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectError } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import { type JsonObject, readArray, readObjects } from '../../http/json.js';
import { expectNoData, readWriteErrors } from './errors.js';

const batchModify = `mutation ($items: [AccountUpdateInput!]!, $rollback: Boolean) {
  batchModifyAccounts(items: $items, rollback: $rollback) { id record { name city } errors { number path message } }
}`;

async function runBatch({ graphql }: CheckContext, items: readonly JsonObject[], rollback?: boolean) {
  const variables = rollback === undefined ? { items } : { items, rollback };
  return readObjects((await graphql.run(batchModify, variables)).batchModifyAccounts, 'batchModifyAccounts');
}

async function accountsOf({ rest }: CheckContext, city: string): Promise<readonly RecordJson[]> {
  return (await rest.list('Accounts', { 'filter[city]': city })).records;
}

export const graphqlBatchChecks: readonly Check[] = [
  {
    id: 'graphql.write.batch',
    sentence: 'MUST make and change the records of a batch, and answer each in its place',
    spec: 'graphql#Mutation.batchModifyAccounts',
    run: async (context) => {
      const { fixtures, graphql } = context;
      const old = await fixtures.create('Account', { city: 'Graz' });
      const ownerId = await fixtures.idOf('Client');
      const [first, second, third] = await runBatch(context, [
        { name: 'made', ownerId, city: 'Wien' },
        { id: idOf(old), city: 'Linz' },
        { name: 'also made', ownerId },
      ]);
      for (const item of [first, third]) graphql.note('Accounts', item?.id);
      expectEqual(
        [first?.record, second, third?.record],
        [
          { name: 'made', city: 'Wien' },
          { id: idOf(old), record: { name: old.name, city: 'Linz' }, errors: [] },
          { name: 'also made', city: null },
        ],
        'the items',
      );
    },
  },
  {
    id: 'graphql.write.batch.rollback',
    sentence: 'MUST write nothing of a batch when an item is rejected, and say which with the path of each error',
    spec: 'graphql#Mutation.batchModifyAccounts',
    run: async (context) => {
      const { fixtures, graphql } = context;
      const city = fixtures.uniqueText();
      const ownerId = await fixtures.idOf('Client');
      const items = [
        { name: 'good', ownerId, city },
        { name: 'bad', ownerId: fixtures.freshId(), city },
      ];
      const answer = await graphql.send(batchModify, { items });
      expectNoData(answer, 'batchModifyAccounts');
      expectEqual(readWriteErrors(answer), [[120, 'items.1.ownerId']], 'the errors');
      expectEqual(await accountsOf(context, city), [], 'accounts made');
    },
  },
  {
    id: 'graphql.write.batch.each',
    sentence: 'MUST write the good items of a batch without `rollback`, and give the others their errors',
    spec: 'graphql#AccountBatchResult.errors',
    run: async (context) => {
      const { fixtures, graphql } = context;
      const city = fixtures.uniqueText();
      const ownerId = await fixtures.idOf('Client');
      const items = [
        { name: 'bad', ownerId: fixtures.freshId(), city },
        { name: 'good', ownerId, city },
      ];
      const [bad, good] = await runBatch(context, items, false);
      const id = graphql.note('Accounts', good?.id);
      expectEqual([good?.record, good?.errors], [{ name: 'good', city }, []], 'the good item');
      expectEqual([bad?.id, bad?.record], [null, null], 'id and record of the bad item');
      const errors = readObjects(bad?.errors, 'errors of the bad item');
      expectEqual(
        errors.map(({ number, path }) => [number, readArray(path, 'path').join('.')]),
        [[120, 'items.0.ownerId']],
        'errors of the bad item',
      );
      expectEqual((await accountsOf(context, city)).map(idOf), [id], 'accounts made');
    },
  },
  {
    id: 'graphql.write.batch.delete',
    sentence: 'MUST delete and restore many records at once, and answer each in its place',
    spec: 'graphql#Mutation.batchDeleteAccounts',
    run: async ({ rest, graphql, fixtures }) => {
      const ids = (await fixtures.createAll('Account', [{}, {}])).map(idOf);
      const none = fixtures.freshId();
      const deleted = await graphql.run(
        'mutation ($ids: [UUID!]!) { batchDeleteAccounts(ids: $ids, rollback: false) { id errors { number path } } }',
        { ids: [ids[0] ?? '', none, ids[1] ?? ''] },
      );
      const [first, missing, last] = readObjects(deleted.batchDeleteAccounts, 'batchDeleteAccounts');
      expectEqual(
        [first, last],
        ids.map((id) => ({ id, errors: [] })),
        'the items deleted',
      );
      expectEqual(missing?.id, null, 'id of the item that is missing');
      expectEqual(readObjects(missing?.errors, 'errors')[0]?.path, ['ids', 1], 'path of its error');
      for (const id of ids) expectError(await rest.send('GET', 'Accounts', id), 404);
      const query =
        'mutation ($ids: [UUID!]!) { batchRestoreAccounts(ids: $ids) { id record { isDeleted } errors { number } } }';
      const restored = await graphql.run(query, { ids });
      for (const id of ids) rest.noteAs('Accounts', id);
      const wanted = ids.map((id) => ({ id, record: { isDeleted: false }, errors: [] }));
      expectEqual(restored.batchRestoreAccounts, wanted, 'the items restored');
    },
  },
];
