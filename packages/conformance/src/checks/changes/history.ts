/**
 * Promises about the past: the history of a record, the changes of a space by who made them, and records as they were.
 */
import { idOf, type RecordJson } from '../../api/record.js';
import { type RestApi, readRecord } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectError, expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectSameList, expectThat } from '../../expectation.js';
import { type Json, type JsonObject, readObject, readObjects, readText } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import {
  accountWithCities,
  actsOf,
  changesOf,
  changesPage,
  cursorsOf,
  memberOf,
  readAll,
  readPages,
} from './read-changes.js';

const historySpec = 'v100#/paths/~1entities~1{collection}~1{id}~1history/get';
const auditSpec = 'v100#/paths/~1entities~1AuditEntries/get';
const audit = 'entities/AuditEntries';
const atSpec = 'v100#/components/parameters/AtRevision';

const historyOf = (id: string) => `entities/Accounts/${id}/history`;

/** An account that was created, changed twice and deleted, and its changes in the order in which they were made. */
async function accountWithPast({ rest, fixtures }: CheckContext) {
  const account = await fixtures.create('Account', { city: 'Linz' });
  const id = await accountWithCities(rest, account, ['Graz', 'Wien']);
  await rest.delete('Accounts', id);
  const changes = changesOf(await readAll(rest, `entities/Accounts/${id}/changes`), id);
  expectEqual(changes.length, 4, 'changes of the account in its feed');
  return { id, changes };
}

function getAt(rest: RestApi, { id, revision = null }: RecordJson, query: Query = {}) {
  return rest.send('GET', 'Accounts', String(id), { query: { 'at-revision': String(revision), ...query } });
}

type Compare = (one: Json, other: Json) => boolean;

const isEqual: Compare = (one, other) => one === other;
const isNotBefore: Compare = (one, other) => one !== null && other !== null && one >= other;

/** What changes are found by, with an operator and what it means. */
const filters: Readonly<Record<string, readonly [operator: string, holds: Compare]>> = {
  revision: ['gte', isNotBefore],
  created: ['gte', isNotBefore],
  act: ['eq', isEqual],
  entity: ['eq', isEqual],
  token: ['eq', isEqual],
  client_id: ['eq', isEqual],
  request_id: ['eq', isEqual],
  idempotency_key: ['eq', isEqual],
};

export const historyChecks: readonly Check[] = [
  {
    id: 'history.record',
    sentence: 'MUST show in the history of a record its changes, the newest first, also once it is deleted',
    spec: historySpec,
    run: async (context) => {
      const { id, changes } = await accountWithPast(context);
      expectEqual(await readAll(context.rest, historyOf(id)), [...changes].reverse(), 'the history');
    },
  },
  {
    id: 'history.beside',
    sentence: 'MUST answer the newest changes of a record beside it with `expand=history`',
    spec: 'v100#/components/parameters/Expand',
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Linz' });
      const id = await accountWithCities(rest, account, ['Graz']);
      const answer = await rest.send('GET', 'Accounts', id, { query: { expand: 'history' } });
      const history = readObjects(readObject(answer.json, 'the body').history, 'history');
      expectEqual(history, await readAll(rest, historyOf(id)), 'the history beside the record');
    },
  },
  {
    id: 'history.members',
    sentence: 'MUST show in the history who changed which members when, from what to what',
    spec: historySpec,
    run: async (context) => {
      const { rest, http } = context;
      const { id } = await accountWithPast(context);
      const found = await readAll(rest, historyOf(id));
      expectEqual(actsOf(found), ['deleted', 'updated', 'updated', 'created'], 'acts');
      const cities = found.slice(1).map((change) => memberOf(change, 'city'));
      const wanted = [
        { from: 'Graz', to: 'Wien' },
        { from: 'Linz', to: 'Graz' },
        { from: null, to: 'Linz' },
      ];
      expectEqual(cities, wanted, 'members.city');
      const [first] = found;
      const { modified } = await rest.get('Accounts', id, { 'include-deleted': true });
      expectEqual(first?.created, modified, 'when the account was deleted');
      for (const { token } of found) expectEqual(token, http.token, 'token');
    },
  },
  {
    id: 'history.rows',
    sentence: 'MUST show in the history of a record the changes of its rows',
    spec: historySpec,
    run: async ({ rest, fixtures }) => {
      const account_id = idOf(await fixtures.create('Account'));
      const contact_id = idOf(await fixtures.create('Contact'));
      const row = idOf(await fixtures.create('ContactAccountRelation', { account_id, contact_id }));
      await rest.delete('ContactAccountRelations', row);
      const acts = actsOf(changesOf(await readAll(rest, `entities/Contacts/${contact_id}/history`), row));
      expectEqual([acts[0], acts.at(-1)], ['deleted', 'created'], 'acts of the link of the contact');
    },
  },
  {
    id: 'history.pages',
    sentence: 'MUST neither lose nor double a change between the pages of a history',
    spec: historySpec,
    run: async (context) => {
      const { rest } = context;
      const { id, changes } = await accountWithPast(context);
      for (const below of [historyOf(id), `${audit}?filter[entity_id]=${id}`]) {
        const [path = '', filter] = below.split('?');
        const query: Query = filter === undefined ? {} : { 'filter[entity_id]': id };
        for (const first of [1, 3]) {
          const pages = await readPages(rest, path, { ...query, first });
          const got = pages.flatMap((page) => cursorsOf(page.changes));
          expectSameList(got, cursorsOf([...changes].reverse()), `cursors of ${path} by pages of ${first}`);
        }
      }
    },
  },
  {
    id: 'history.filter',
    sentence: 'MUST show with `act` and `fields` only those changes of a history',
    spec: historySpec,
    run: async (context) => {
      const { rest } = context;
      const { id, changes } = await accountWithPast(context);
      const [created, first, second] = changes;
      expectEqual(await readAll(rest, historyOf(id), { act: 'updated' }), [second, first], 'those that are updates');
      expectEqual(
        await readAll(rest, historyOf(id), { fields: 'city' }),
        [second, first, created],
        'those of the city',
      );
    },
  },
  {
    id: 'history.rejected',
    sentence: 'MUST answer 404 to the history of a record that there is not, and 400 to an act that there is not',
    spec: historySpec,
    run: async ({ rest, fixtures }) => {
      expectError(await rest.sendInSpace('GET', historyOf(fixtures.freshId())), 404);
      const id = idOf(await fixtures.create('Account'));
      expectParameterRejected(await rest.sendInSpace('GET', historyOf(id), { query: { act: 'renamed' } }), 'act');
    },
  },
  {
    id: 'history.at-revision',
    sentence: 'MUST answer with `at-revision` the record as it was then',
    spec: atSpec,
    run: async ({ rest, fixtures }) => {
      const first = await fixtures.create('Account', { city: 'Graz', comments: null, account_class: 2 });
      const id = idOf(first);
      const second = await rest.update('Accounts', id, { city: null, comments: 'x', account_class: 3 });
      await rest.delete('Accounts', id);
      const { revision: last = null } = await rest.get('Accounts', id, { 'include-deleted': true });
      for (const record of [first, second]) {
        const data = readRecord(await getAt(rest, record));
        for (const name of ['id', 'name', 'city', 'comments', 'account_class', 'is_deleted', 'created', 'modified']) {
          expectEqual(data[name], record[name], `${name} at revision ${record.revision}`);
        }
      }
      expectError(await getAt(rest, { id, revision: last }), 404);
      const deleted = readRecord(await getAt(rest, { id, revision: last }, { 'include-deleted': true }));
      expectEqual(deleted.is_deleted, true, 'is_deleted at the last revision');
    },
  },
  {
    id: 'history.at-revision.rejected',
    sentence:
      'MUST answer 404 for a record that was not there yet, 400 to `expand` and to a revision ahead of the space',
    spec: atSpec,
    run: async ({ rest, fixtures }) => {
      const other = await fixtures.create('Account');
      const account = await fixtures.create('Account');
      expectError(await getAt(rest, { ...account, revision: other.revision }), 404);
      for (const [name, value] of [
        ['expand', 'owner'],
        ['load-only', 'id'],
      ] as const) {
        expectError(await getAt(rest, account, { [name]: value }), 400, 117);
      }
      for (const revision of ['900000000000', '-1', 'x']) {
        expectParameterRejected(await getAt(rest, { ...account, revision }), 'at-revision');
      }
    },
  },
  ...Object.entries(filters).map(
    ([name, [operator, holds]]): Check => ({
      id: `history.audit.${name.replace('_', '-')}`,
      sentence: `MUST find the changes of a space by \`${name}\``,
      spec: auditSpec,
      run: async ({ rest, fixtures }) => {
        const headers = { 'idempotency-key': `conformance-${fixtures.freshId()}` };
        const request = { body: await fixtures.body('Account'), headers };
        const id = idOf(readRecord(await rest.send('POST', 'Accounts', undefined, request)));
        await rest.update('Accounts', id, { city: 'Graz' });
        const ofAccount = { 'filter[entity_id]': id };
        const all = await readAll(rest, audit, ofAccount);
        const value = all[0]?.[name] ?? all[1]?.[name] ?? null;
        const find = (query: Query) => readAll(rest, audit, { ...ofAccount, ...query });
        if (value !== null) {
          const wanted = all.filter((change) => holds(change[name] ?? null, value));
          const query = { [`filter[${name}]`]: String(value), [`filter-op[${name}]`]: operator };
          expectEqual(await find(query), wanted, `changes by ${name}`);
        }
        const isMissing = (change: JsonObject) => (change[name] ?? null) === null;
        const operatorOf = `filter-op[${name}]`;
        expectEqual(await find({ [operatorOf]: 'null' }), all.filter(isMissing), `changes without ${name}`);
        const present = all.filter((change) => !isMissing(change));
        expectEqual(await find({ [operatorOf]: 'not-null' }), present, `changes with ${name}`);
      },
    }),
  ),
  {
    id: 'history.audit.rejected',
    sentence: 'MUST reject with 400 a filter of changes by a member that they do not have',
    spec: auditSpec,
    run: async ({ rest }) => {
      const query = { 'filter[city]': 'Graz' };
      expectParameterRejected(await rest.sendInSpace('GET', audit, { query }), 'city');
    },
  },
  {
    id: 'history.audit.newest',
    sentence: 'MUST show the changes of a space the newest first, those of all entity types',
    spec: auditSpec,
    run: async ({ rest, fixtures }) => {
      const ids = [idOf(await fixtures.create('Account')), idOf(await fixtures.create('Contact'))];
      const { changes } = await changesPage(rest, audit, { first: 50 });
      const revisions = changes.map(({ revision }) => Number(revision));
      expectEqual(
        revisions,
        [...revisions].sort((one, other) => other - one),
        'revisions, which should never rise',
      );
      const found = await readAll(rest, audit, { 'filter[entity_id]': ids });
      const own = found.map(({ entity_id }) => readText(entity_id, 'entity_id'));
      expectThat(own[0] === ids[1] && own.at(-1) === ids[0], 'both records should be there, the last one first');
    },
  },
];
