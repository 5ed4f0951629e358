/**
 * Promises of the legacy REST v1 about many records in one request: `setEntities`, `deleteEntities` and `search`.
 */
import { legacyPhrase } from '../../api/legacy-filter.js';
import { fromLegacyId, toLegacyId } from '../../api/legacy-id.js';
import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';
import { type Json, readArray, readNumber, readObject, readText } from '../../http/json.js';
import { legacyBody } from './legacy-body.js';

const set = 'v1#/paths/~1{space_name}~1setEntities/post';
const remove = 'v1#/paths/~1{space_name}~1deleteEntities/post';
const setFlag = 'v1#/components/parameters/LegacySetFlag';
const deleteFlag = 'v1#/components/parameters/LegacyDeleteFlag';

/** A body of an account that can be made, in a state that no other has. */
async function newAccount({ fixtures }: CheckContext, state: string, more: RecordJson = {}): Promise<RecordJson> {
  const body = await fixtures.body('Account', { state_province: state });
  return { ...legacyBody(fixtures.catalog, fixtures.entityType('Account'), body), ...more };
}

function send({ legacy }: CheckContext, path: string, body: readonly Json[], flag?: number): Promise<Answer> {
  const query = { entityName: 'Account', ...(flag === undefined ? {} : { flag }) };
  return legacy.send('POST', path, { query, body });
}

/** @returns what became of the items. @throws ExpectationFailed unless there is one for each */
function outcomesOf(answer: Answer, count: number): readonly Json[] {
  expectStatus(answer, 200);
  const outcomes = readArray(answer.json, 'the body');
  expectEqual(outcomes.length, count, 'items of the answer');
  return outcomes;
}

function expectId(value: Json | undefined, what: string): string {
  const id = readText(value, what);
  expectThat(id.startsWith('PY-7FFFFFFF-'), `${what} should be an id of REST v1, is ${id}`);
  return fromLegacyId(id);
}

/** The accounts of a state that REST v100 shows. */
async function accountsOf({ rest }: CheckContext, state: string): Promise<readonly RecordJson[]> {
  return (await rest.list('Accounts', { 'filter[state_province]': state })).records;
}

/** What setEntities has made is deleted like all that a run makes. */
async function forgetAll({ rest }: CheckContext, records: readonly RecordJson[]): Promise<void> {
  for (const record of records) await rest.delete('Accounts', idOf(record));
}

/** @param items of one request that is sent with the flag: one that can be made, one that names no record, another that can be made */
async function withRejectedItem(context: CheckContext, flag: number | undefined) {
  const state = context.fixtures.uniqueText();
  const unknown = { ID: toLegacyId(context.fixtures.freshId()), CITY: 'Graz' };
  const good = await newAccount(context, state);
  const answer = await send(context, '/setEntities', [good, unknown, { ...good, CITY: 'Linz' }], flag);
  const made = await accountsOf(context, state);
  await forgetAll(context, made);
  return { answer, made };
}

function expectError(value: Json | undefined, what: string): void {
  const error = readObject(value, what);
  expectThat(readNumber(error.errorcode, `errorcode of ${what}`) > 0, `errorcode of ${what} should be a number`);
  expectThat(readText(error.message, `message of ${what}`) !== '', `message of ${what} should not be empty`);
}

async function someAccounts({ fixtures }: CheckContext, count: number): Promise<string[]> {
  const made = await fixtures.createAll('Account', Array(count).fill({}));
  return made.map(idOf);
}

async function statusOf({ rest }: CheckContext, id: string): Promise<number> {
  return (await rest.send('GET', 'Accounts', id)).status;
}

export const legacyManyChecks: readonly Check[] = [
  {
    id: 'legacy.set.order',
    sentence: 'MUST create and change records with `setEntities`, and answer their ids in the order of the items',
    spec: set,
    run: async (context) => {
      const { rest, fixtures } = context;
      const id = idOf(await fixtures.create('Account'));
      const state = fixtures.uniqueText();
      const first = await newAccount(context, state, { CITY: 'Graz' });
      const items = [first, { ID: toLegacyId(id), CITY: 'Linz' }, { ...first, CITY: 'Wels' }];
      const answer = await send(context, '/setEntities', items);
      const made = await accountsOf(context, state);
      await forgetAll(context, made);
      const outcomes = outcomesOf(answer, 3);
      const cities = new Map(made.map((record) => [idOf(record), record.city]));
      expectEqual(cities.get(expectId(outcomes[0], 'item 0')), 'Graz', 'city of item 0');
      expectEqual(expectId(outcomes[1], 'item 1'), id, 'item 1');
      expectEqual(cities.get(expectId(outcomes[2], 'item 2')), 'Wels', 'city of item 2');
      expectEqual((await rest.get('Accounts', id)).city, 'Linz', 'city of the changed record');
    },
  },
  {
    id: 'legacy.set.undoes-all',
    sentence: 'MUST undo all that `setEntities` did, without a flag, when one item is rejected',
    spec: setFlag,
    run: async (context) => {
      for (const flag of [undefined, 0]) {
        const { answer, made } = await withRejectedItem(context, flag);
        expectThat(answer.status >= 400, `the answer should be an error, is ${answer.status}`);
        expectError(answer.json, 'the body');
        expectEqual(made.length, 0, 'records that were made');
      }
    },
  },
  {
    id: 'legacy.set.keeps-going',
    sentence: 'MUST keep the other items of `setEntities` with flag 1, and answer an id for each of them',
    spec: setFlag,
    run: async (context) => {
      const { answer, made } = await withRejectedItem(context, 1);
      const outcomes = outcomesOf(answer, 3);
      expectEqual(made.map(idOf).sort(), [outcomes[0], outcomes[2]].map((id) => expectId(id, 'an item')).sort(), 'ids');
      expectEqual(outcomes[1], null, 'the rejected item');
    },
  },
  {
    id: 'legacy.set.errors',
    sentence: 'MUST answer `{errorcode, message}` in the place of a rejected item of `setEntities` with flag 8',
    spec: setFlag,
    run: async (context) => {
      const { answer, made } = await withRejectedItem(context, 8);
      const outcomes = outcomesOf(answer, 3);
      expectError(outcomes[1], 'item 1');
      expectEqual(made.map(idOf).sort(), [outcomes[0], outcomes[2]].map((id) => expectId(id, 'an item')).sort(), 'ids');
    },
  },
  {
    id: 'legacy.set.inserts-unknown',
    sentence: 'MUST make a record with a new id for an item of `setEntities` whose `ID` names none, with flag 2',
    spec: setFlag,
    run: async (context) => {
      const state = context.fixtures.uniqueText();
      const ID = toLegacyId(context.fixtures.freshId());
      const known = toLegacyId(idOf(await context.fixtures.create('Account')));
      const items = [await newAccount(context, state, { ID }), { ID: known, CITY: 'Wels' }];
      const answer = await send(context, '/setEntities', items, 2);
      const made = await accountsOf(context, state);
      await forgetAll(context, made);
      const [outcome, changed] = outcomesOf(answer, 2);
      expectEqual(made.map(idOf), [expectId(outcome, 'item 0')], 'ids of the records that were made');
      expectEqual(changed, known, 'item 1, which names a record');
      expectThat(outcome !== ID, 'the id should be a new one');
    },
  },
  {
    id: 'legacy.set.empty',
    sentence: 'MUST take an empty array of `setEntities` and `deleteEntities` for nothing to do',
    spec: set,
    run: async (context) => {
      for (const path of ['/setEntities', '/deleteEntities']) outcomesOf(await send(context, path, []), 0);
    },
  },
  {
    id: 'legacy.set.validation-level',
    sentence:
      'MUST take the values of `validation_level` that programs send, and with 9 make a record with the `ID` of the item',
    spec: 'v1#/components/parameters/LegacyValidationLevel',
    run: async (context) => {
      const { legacy, fixtures } = context;
      const state = fixtures.uniqueText();
      const ID = toLegacyId(fixtures.freshId());
      const answers: Answer[] = [];
      for (const validation_level of [1, 3, 5, 17, 33, 9]) {
        const body = [await newAccount(context, state, validation_level === 9 ? { ID } : {})];
        const query = { entityName: 'Account', validation_level };
        answers.push(await legacy.send('POST', '/setEntities', { query, body }));
      }
      const made = await accountsOf(context, state);
      await forgetAll(context, made);
      const outcomes = answers.map((answer) => outcomesOf(answer, 1)[0]);
      for (const outcome of outcomes) expectId(outcome, 'an outcome');
      expectEqual(outcomes.at(-1), ID, 'the id of the record that was made with 9');
      expectEqual(made.length, 6, 'records that were made');
    },
  },
  {
    id: 'legacy.delete.many',
    sentence: 'MUST delete the records that `deleteEntities` names, and answer their ids',
    spec: remove,
    run: async (context) => {
      const ids = await someAccounts(context, 2);
      const outcomes = outcomesOf(await send(context, '/deleteEntities', ids.map(toLegacyId)), 2);
      expectEqual(outcomes, ids.map(toLegacyId), 'the body');
      for (const id of ids) expectEqual(await statusOf(context, id), 404, `status of ${id}`);
    },
  },
  {
    id: 'legacy.delete.undoes-all',
    sentence: 'MUST undo all that `deleteEntities` did, without a flag, when one id is rejected',
    spec: deleteFlag,
    run: async (context) => {
      const [id = ''] = await someAccounts(context, 1);
      const answer = await send(context, '/deleteEntities', [id, context.fixtures.freshId()].map(toLegacyId));
      expectThat(answer.status >= 400, `the answer should be an error, is ${answer.status}`);
      expectError(answer.json, 'the body');
      expectEqual(await statusOf(context, id), 200, 'status of the record that was named first');
    },
  },
  {
    id: 'legacy.delete.flags',
    sentence:
      'MUST delete the other records of `deleteEntities` with flags 1, 4 and 8, and answer null, the rejected ids alone, or errors',
    spec: deleteFlag,
    run: async (context) => {
      const unknown = toLegacyId(context.fixtures.freshId());
      for (const flag of [1, 4, 8]) {
        const [id = ''] = await someAccounts(context, 1);
        const answer = await send(context, '/deleteEntities', [unknown, toLegacyId(id)], flag);
        const outcomes = outcomesOf(answer, flag === 4 ? 1 : 2);
        if (flag === 4) expectEqual(outcomes, [unknown], 'ids that were not deleted');
        else expectEqual(outcomes[1], toLegacyId(id), 'item 1');
        if (flag === 1) expectEqual(outcomes[0], null, 'item 0');
        if (flag === 8) expectError(outcomes[0], 'item 0');
        expectEqual(await statusOf(context, id), 404, `status of the record after flag ${flag}`);
      }
    },
  },
  {
    id: 'legacy.search',
    sentence: 'MUST answer to a search with criteria in the body what the list answers with them in the address',
    spec: 'v1#/paths/~1{space_name}~1search~1{name}/post',
    run: async (context) => {
      const { legacy, fixtures } = context;
      const state = fixtures.uniqueText();
      await fixtures.createAll('Account', [
        { state_province: state },
        { state_province: state },
        { state_province: state },
      ]);
      const criteria = {
        filter: legacyPhrase('STATE_PROVINCE', state),
        sort: '-CREATED|ID',
        limit: 2,
        offset: 1,
        loadonly: 'ORGANIZATION',
      };
      const found = await legacy.send('POST', '/search/Accounts', { body: criteria });
      const listed = await legacy.send('GET', '/Accounts', { query: criteria });
      expectStatus(found, 200);
      expectEqual(found.json, listed.json, 'records');
      expectEqual(readArray(found.json, 'the body').length, 2, 'number of records');
      expectEqual(found.headers.get('content-range'), 'items 1-2/3', 'Content-Range');
    },
  },
  {
    id: 'legacy.include-deleted',
    sentence: 'MUST show deleted records in REST v1 with `include-deleted=true`, in lists and by id',
    spec: 'v1#/components/parameters/LegacyIncludeDeleted',
    run: async ({ rest, legacy, fixtures }) => {
      const state_province = fixtures.uniqueText();
      const id = idOf(await fixtures.create('Account', { state_province }));
      await rest.delete('Accounts', id);
      const query = { filter: legacyPhrase('STATE_PROVINCE', state_province), 'include-deleted': true };
      for (const more of [{}, { after: '2000-01-01 00:00:00' }]) {
        const { records } = await legacy.list('Accounts', { ...query, ...more });
        expectEqual(
          records.map(({ ID, IS_DELETED }) => [ID ?? null, IS_DELETED ?? null]),
          [[toLegacyId(id), 1]],
          'ID and IS_DELETED',
        );
      }
      const answer = await legacy.send('GET', `/Accounts/${toLegacyId(id)}`, { query: { 'include-deleted': true } });
      expectStatus(answer, 200);
    },
  },
  {
    id: 'legacy.revision-guards',
    sentence: 'MUST reject a change of REST v1 whose `REVISION` is not the last one of the record, and change nothing',
    spec: 'v1#/paths/~1{space_name}~1Accounts~1{id}/put',
    run: async ({ rest, legacy, fixtures }) => {
      const record = await fixtures.create('Account', { city: 'Graz' });
      const id = idOf(record);
      await rest.update('Accounts', id, { city: 'Linz' });
      const body = { CITY: 'Wels', REVISION: record.revision ?? null };
      expectStatus(await legacy.send('PUT', `/Accounts/${toLegacyId(id)}`, { body }), 409);
      expectStatus(await legacy.send('POST', '/Accounts', { body: { ...body, ID: toLegacyId(id) } }), 409);
      const { city, revision = null } = await rest.get('Accounts', id);
      expectEqual(city, 'Linz', 'city');
      const current = { CITY: 'Wels', REVISION: revision };
      expectStatus(await legacy.send('PUT', `/Accounts/${toLegacyId(id)}`, { body: current }), 200);
    },
  },
  {
    id: 'legacy.views',
    sentence: 'MUST show in a view of REST v1 the options of its set, and no others',
    spec: 'v1#/paths/~1{space_name}~1Industries/get',
    run: async ({ legacy, fixtures }) => {
      const industries = fixtures.entityType('Data').v1Views?.find(({ entity }) => entity === 'Industry');
      const option_name = fixtures.uniqueText();
      const mine = await fixtures.create('Data', { data_set_id: industries?.dataSet ?? null, option_name });
      const other = await fixtures.create('Data', { data_set_id: fixtures.freshId(), option_name });
      const { records } = await legacy.list('Industries', { filter: legacyPhrase('VALUE', option_name) });
      expectEqual(
        records.map(({ ID }) => ID ?? null),
        [toLegacyId(idOf(mine))],
        'ids',
      );
      const answer = await legacy.send('GET', `/Industries/${toLegacyId(idOf(other))}`);
      expectStatus(answer, 404);
    },
  },
  {
    id: 'legacy.created-is-modified',
    sentence: 'MUST show the same `CREATED` and `MODIFIED` of a new record, by which programs know that it is new',
    spec: 'v1#/components/schemas/Account',
    run: async ({ legacy, fixtures }) => {
      const id = toLegacyId(idOf(await fixtures.create('Account')));
      const shown = readObject((await legacy.send('GET', `/Accounts/${id}`)).json, 'the body');
      expectEqual(shown.CREATED ?? null, shown.MODIFIED ?? null, 'CREATED, beside MODIFIED');
    },
  },
];
