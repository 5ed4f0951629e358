/**
 * Promises about writing many records in one request.
 */

import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { type Answer, expectStatus } from '../http/answer.js';
import type { Json, JsonObject } from '../http/json.js';
import { readArray, readObject, readObjects } from '../http/json.js';
import type { Query } from '../http/query.js';

const spec = 'v100#/paths/~1entities~1Accounts~1batch-modify/post';
const deleteSpec = 'v100#/paths/~1entities~1Accounts~1batch-delete/post';
const restoreSpec = 'v100#/paths/~1entities~1Accounts~1batch-restore/post';
const rollback = 'v100#/components/parameters/RollbackMethod';

/** More than a batch may have. */
const tooMany = 1_001;

function batch({ rest }: CheckContext, operation: string, body: Json, query: Query = {}): Promise<Answer> {
  return rest.sendBelow('POST', 'Accounts', `batch-${operation}`, { body, query });
}

/** @returns what the answer says of each item. @throws ExpectationFailed unless it is a success */
function resultsOf(answer: Answer): readonly Json[] {
  expectStatus(answer, 200);
  return readArray(readObject(answer.json, 'the body').data, 'data');
}

/** Every error of a batch that was rejected as a whole; those of a field have what their group says. */
function errorsIn({ entity_errors, field_errors }: JsonObject): readonly JsonObject[] {
  const ofFields = readObjects(field_errors, 'field_errors').flatMap(
    ({ errors, field_name = null, entity_index = null }) =>
      readObjects(errors, 'errors').map((error) => ({ field_name, entity_index, ...error })),
  );
  return [...readObjects(entity_errors, 'entity_errors'), ...ofFields];
}

async function namesOf({ rest }: CheckContext, city: string): Promise<Json[]> {
  const { records } = await rest.list('Accounts', { 'filter[city]': city });
  return records.map(({ name }) => name ?? null);
}

export const batchChecks: readonly Check[] = [
  {
    id: 'batch.modify.answer',
    sentence: 'MUST make items without an id, change those with one, and answer their ids in the order of the items',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const known = idOf(await fixtures.create('Account'));
      const name = fixtures.uniqueText();
      const [made, changed] = resultsOf(
        await batch(context, 'modify', [await fixtures.body('Account', { name }), { id: known, city: 'Graz' }]),
      );
      expectEqual(changed, known, 'the second item');
      expectEqual((await rest.get('Accounts', known)).city, 'Graz', 'city of the changed account');
      expectEqual((await rest.get('Accounts', String(made))).name, name, 'name of the new account');
    },
  },
  {
    id: 'batch.rollback.all',
    sentence: 'MUST write nothing of a batch of which an item is rejected, and answer 422',
    spec: rollback,
    run: async (context) => {
      const { fixtures } = context;
      const city = fixtures.uniqueText();
      const good = await fixtures.body('Account', { city });
      const bad = { ...good, name: null };
      for (const query of [{}, { 'rollback-method': 0 }]) {
        expectError(await batch(context, 'modify', [good, bad], query), 422, 40000);
        expectEqual(await namesOf(context, city), [], 'accounts made');
      }
    },
  },
  {
    id: 'batch.rollback.items',
    sentence:
      'MUST with `rollback-method` 1 write all other items, and answer an error with its `entity_index` for a rejected one',
    spec: rollback,
    run: async (context) => {
      const { fixtures } = context;
      const city = fixtures.uniqueText();
      const good = await fixtures.body('Account', { city });
      const items = [good, { ...good, name: null }, { id: fixtures.freshId(), city }];
      const [first, second, third] = resultsOf(await batch(context, 'modify', items, { 'rollback-method': 1 }));
      expectThat(typeof first === 'string', 'the first item should be an id');
      const rejected = readObject(second, 'the second item');
      expectEqual([rejected.success, rejected.code, rejected.entity_index], [false, 40000, 1], 'the second item');
      const unknown = readObject(third, 'the third item');
      expectEqual([unknown.http_status, unknown.entity_index], [404, 2], 'the third item');
      expectEqual(await namesOf(context, city), [good.name ?? null], 'accounts made');
    },
  },
  {
    id: 'batch.every-error',
    sentence: 'MUST list the errors of every item of a batch that is rejected as a whole, each with its `entity_index`',
    spec: 'v100#/components/responses/BatchRefused',
    run: async (context) => {
      const good = await context.fixtures.body('Account');
      const body = expectError(
        await batch(context, 'modify', [{ ...good, name: null }, good, { ...good, account_class: 77 }]),
        422,
      );
      for (const [index, member] of [
        [0, 'name'],
        [2, 'account_class'],
      ] as const) {
        const ofItem = errorsIn(body).filter((error) => error.entity_index === index);
        const isNamed = ofItem.some((error) => error.field_name === member || String(error.message).includes(member));
        expectThat(isNamed, `an error with entity_index ${index} should name ${member} in ${JSON.stringify(body)}`);
      }
    },
  },
  {
    id: 'batch.delete',
    sentence: 'MUST delete every record of a batch-delete and answer their ids',
    spec: deleteSpec,
    run: async (context) => {
      const ids = (await context.fixtures.createAll('Account', [{}, {}])).map(idOf);
      expectEqual(resultsOf(await batch(context, 'delete', ids)), ids, 'data');
      for (const id of ids) expectError(await context.rest.send('GET', 'Accounts', id), 404);
    },
  },
  {
    id: 'batch.delete.unknown',
    sentence: 'MUST answer 422 to a batch-delete that names a record that does not exist, and leave all records alone',
    spec: 'v100#/components/responses/BatchRefused',
    run: async (context) => {
      const id = idOf(await context.fixtures.create('Account'));
      const answer = await batch(context, 'delete', [id, context.fixtures.freshId()]);
      const errors = errorsIn(expectError(answer, 422, 40000));
      expectEqual(
        errors.map(({ code = null, entity_index = null }) => [code, entity_index]),
        [[9003, 1]],
        'code and entity_index of the errors',
      );
      await context.rest.get('Accounts', id);
    },
  },
  {
    id: 'batch.restore',
    sentence: 'MUST bring deleted records back as they were, with the rows that were deleted with them',
    spec: restoreSpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const account_id = await fixtures.idOf('Account');
      const contact = await fixtures.create('Contact', { account_relations: [{ account_id, is_primary: true }] });
      await rest.delete('Contacts', idOf(contact));
      const answer = await rest.sendBelow('POST', 'Contacts', 'batch-restore', { body: [idOf(contact)] });
      expectEqual(resultsOf(answer), [idOf(contact)], 'data');
      const restored = await rest.get('Contacts', idOf(contact));
      const seen = ({ is_deleted, last_name, account_relations, primary_account }: typeof contact) => [
        ...[is_deleted, last_name, account_relations, primary_account],
      ];
      expectEqual(seen(restored), seen(contact), 'the restored contact');
    },
  },
  {
    id: 'batch.size',
    sentence: `MUST answer 413 to a batch of more than ${tooMany - 1} items, and 400 to one that is empty or no list`,
    spec: 'v100#/components/responses/BatchTooLarge',
    run: async (context) => {
      const ids = Array.from({ length: tooMany }, () => context.fixtures.freshId());
      expectError(await batch(context, 'delete', ids), 413);
      for (const body of [[], {}, 'text']) expectError(await batch(context, 'delete', body), 400, 117);
    },
  },
];
