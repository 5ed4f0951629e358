/**
 * Promises of the legacy REST v1 about lists: their range, size and order, and that they show the records of REST v100.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { legacyFilter, legacyPhrase } from '../../api/legacy-filter.js';
import { fromLegacyId, toLegacyId } from '../../api/legacy-id.js';
import { idOf, idsOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectSameItems, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readArray, readObject, readText } from '../../http/json.js';
import { expectInOrder } from '../../oracle/order.js';
import { createSampleAccounts } from '../../oracle/sample-accounts.js';
import { definitionsAreShared } from '../define.js';
import { legacyMirror } from './mirror.js';

const list = 'v1#/paths/~1{space_name}~1Accounts/get';
const range = 'v1#/components/headers/ContentRange';

/** Accounts of one tag and the v1 filter that finds them. */
async function taggedAccounts({ fixtures, random }: CheckContext, count: number) {
  const { records, query } = await createSampleAccounts(fixtures, random, count);
  const filter = legacyPhrase('STATE_PROVINCE', String(query['filter[state_province]']));
  return { records, ids: idsOf(records), filter };
}

function uuidsOf(records: readonly RecordJson[]): string[] {
  return records.map((record) => fromLegacyId(readText(record.ID, 'ID')));
}

async function expectMirrored({ legacy, fixtures }: CheckContext, name: string, record: RecordJson): Promise<void> {
  const entityType = fixtures.entityType(name);
  if (entityType.v1 === null || entityType.numbered) return;
  const answer = await legacy.send('GET', `/${entityType.v1.collection}/${toLegacyId(idOf(record))}`);
  expectStatus(answer, 200);
  const shown = readObject(answer.json, 'the body');
  for (const { name: member, wanted, read } of legacyMirror(fixtures.catalog, entityType, record)) {
    expectEqual(read(shown[member]), wanted, `${member} of a ${name}`);
  }
}

export const legacyListChecks: readonly Check[] = [
  {
    id: 'legacy.list.array',
    sentence: 'MUST answer a list of REST v1 as a bare array with `Content-Range`',
    spec: list,
    run: async (context) => {
      const { ids, filter } = await taggedAccounts(context, 3);
      const answer = await context.legacy.send('GET', '/Accounts', { query: { filter } });
      expectStatus(answer, 200);
      const records = readArray(answer.json, 'the body').map((item) => readObject(item, 'an item'));
      expectSameItems(uuidsOf(records), ids, 'ids listed');
      expectEqual(answer.headers.get('content-range'), 'items 0-2/3', 'Content-Range');
    },
  },
  {
    id: 'legacy.range.arithmetic',
    sentence:
      'MUST count from zero in `Content-Range`: the last of 66 records with `limit=40&offset=40` are `items 40-65/66`',
    spec: range,
    run: async (context) => {
      const { filter } = await taggedAccounts(context, 66);
      for (const [limit, offset, wanted] of [
        [40, 40, 'items 40-65/66'],
        [40, 0, 'items 0-39/66'],
        [1, 65, 'items 65-65/66'],
      ] as const) {
        const answer = await context.legacy.send('GET', '/Accounts', { query: { filter, limit, offset } });
        expectEqual(
          answer.headers.get('content-range'),
          wanted,
          `Content-Range with limit ${limit} and offset ${offset}`,
        );
      }
    },
  },
  {
    id: 'legacy.range.empty',
    sentence: 'MUST answer an empty list with `Content-Range: items 0--1/0`',
    spec: range,
    run: async ({ legacy, fixtures }) => {
      const filter = legacyPhrase('STATE_PROVINCE', fixtures.uniqueText());
      const answer = await legacy.send('GET', '/Accounts', { query: { filter } });
      expectStatus(answer, 200);
      expectEqual([answer.json, answer.headers.get('content-range')], [[], 'items 0--1/0'], 'body and Content-Range');
    },
  },
  {
    id: 'legacy.range.past-end',
    sentence: 'MUST answer an empty array and the right total when `offset` lies past the end',
    spec: range,
    run: async (context) => {
      const { filter } = await taggedAccounts(context, 2);
      const page = await context.legacy.list('Accounts', { filter, offset: 10 });
      expectEqual(page.records, [], 'records');
      expectEqual(page.range.total, 2, 'total');
      expectThat(page.range.last < page.range.first, 'the end should lie ahead of the start');
    },
  },
  {
    id: 'legacy.limit.default',
    sentence: 'MUST answer 25 records when `limit` is left out',
    spec: 'v1#/components/parameters/LegacyLimit',
    run: async (context) => {
      const { filter } = await taggedAccounts(context, 27);
      const page = await context.legacy.list('Accounts', { filter });
      expectEqual([page.records.length, page.range], [25, { first: 0, last: 24, total: 27 }], 'records and range');
    },
  },
  {
    id: 'legacy.limit.none',
    sentence: 'MUST answer all records with `limit=-1`',
    spec: 'v1#/components/parameters/LegacyLimit',
    run: async (context) => {
      const { ids, filter } = await taggedAccounts(context, 110);
      const page = await context.legacy.list('Accounts', { filter, limit: -1 });
      expectSameItems(uuidsOf(page.records), ids, 'ids listed');
      expectEqual(page.range, { first: 0, last: 109, total: 110 }, 'range');
    },
  },
  {
    id: 'legacy.offset.pages',
    sentence: 'MUST show every record exactly once when a sorted list is read by `limit` and `offset`',
    spec: 'v1#/components/parameters/LegacyOffset',
    run: async (context) => {
      const { records, filter } = await taggedAccounts(context, 17);
      const seen: string[] = [];
      for (let offset = 0; offset < 20; offset += 5) {
        const page = await context.legacy.list('Accounts', { filter, sort: 'CITY|-ORGANIZATION', limit: 5, offset });
        seen.push(...uuidsOf(page.records));
      }
      const keys = [
        { field: 'city', descending: false },
        { field: 'name', descending: true },
      ];
      expectInOrder(seen, records, keys, 'ids by CITY|-ORGANIZATION');
    },
  },
  {
    id: 'legacy.sort.chronological',
    sentence: 'MUST list the newest first with `sort=-PPL_CHRONOLOGICAL|-CREATED`',
    spec: 'v1#/components/parameters/LegacySort',
    run: async (context) => {
      const { records, filter } = await taggedAccounts(context, 8);
      const page = await context.legacy.list('Accounts', { filter, sort: '-PPL_CHRONOLOGICAL|-CREATED' });
      const keys = [{ field: 'created', descending: true }];
      expectInOrder(uuidsOf(page.records), records, keys, 'ids, the newest first');
    },
  },
  {
    id: 'legacy.sort.unknown',
    sentence: 'MUST reject a sort by an unknown name with 400, instead of leaving it out',
    spec: 'v1#/components/responses/LegacyBadRequest',
    run: async ({ legacy }) => {
      for (const sort of ['NO_SUCH_NAME', 'CITY|-NO_SUCH_NAME']) {
        const answer = await legacy.send('GET', '/Accounts', { query: { sort } });
        expectStatus(answer, 400);
        const { errorcode, message } = readObject(answer.json, 'the body');
        expectEqual(errorcode, 117, 'errorcode');
        expectThat(readText(message, 'message').includes('NO_SUCH_NAME'), 'the message should give the name');
      }
    },
  },
  {
    id: 'legacy.after',
    sentence: 'MUST show with `after` only records modified after that moment',
    spec: 'v1#/components/parameters/LegacyAfter',
    run: async ({ legacy, fixtures }) => {
      const state_province = fixtures.uniqueText();
      const first = await fixtures.create('Account', { state_province });
      const modified = Date.parse(`${readText(first.modified, 'modified').slice(0, 19)}Z`);
      await sleep(2100);
      const second = await fixtures.create('Account', { state_province });
      const filter = legacyPhrase('STATE_PROVINCE', state_province);
      const after = new Date(modified + 1000).toISOString().slice(0, 19).replace('T', ' ');
      const page = await legacy.list('Accounts', { filter, after });
      expectEqual(uuidsOf(page.records), [idOf(second)], `ids modified after ${after}`);
    },
  },
  {
    id: 'legacy.loadonly',
    sentence: 'MUST answer only the fields that `loadonly` names, and always `ID`',
    spec: 'v1#/components/parameters/LegacyLoadOnly',
    run: async (context) => {
      const { filter } = await taggedAccounts(context, 2);
      const page = await context.legacy.list('Accounts', { filter, loadonly: 'ORGANIZATION|CITY' });
      for (const record of page.records)
        expectEqual(Object.keys(record).sort(), ['CITY', 'ID', 'ORGANIZATION'], 'names of the fields');
      expectEqual(page.records.length, 2, 'records');
    },
  },
  {
    id: 'legacy.same-records',
    sentence: 'MUST show in REST v1 the records of REST v100 with the same values under their older names',
    spec: 'v1#/components/schemas/Opportunity',
    serial: definitionsAreShared,
    run: async (context) => {
      const { fixtures } = context;
      const account_id = idOf(await fixtures.create('Account', { city: 'Graz', is_unsubscribed: true }));
      const account_relations = [{ account_id, is_primary: true, position: 'Buyer' }];
      for (const { name, operations } of fixtures.catalog.entityTypes) {
        if (!operations.includes('create')) continue;
        const rows = name === 'Contact' ? { account_relations } : {};
        await expectMirrored(context, name, await fixtures.create(name, rows));
      }
    },
  },
  {
    id: 'legacy.deleted',
    sentence: 'MUST leave deleted records out of REST v1, in lists and by id',
    spec: list,
    run: async ({ rest, legacy, fixtures }) => {
      const state_province = fixtures.uniqueText();
      const id = idOf(await fixtures.create('Account', { state_province }));
      await rest.delete('Accounts', id);
      const page = await legacy.list('Accounts', {
        filter: legacyFilter(legacyPhrase('STATE_PROVINCE', state_province)),
      });
      expectEqual([page.records, page.range.total], [[], 0], 'records and total');
      expectEqual((await legacy.send('GET', `/Accounts/${toLegacyId(id)}`)).status, 404, 'status of a get');
    },
  },
  {
    id: 'legacy.revision',
    sentence: 'SHOULD answer the revision of the space in the header `Revision` with `revision=true`',
    spec: 'v1#/components/parameters/LegacyRevision',
    run: async ({ legacy, fixtures }) => {
      const { revision } = await fixtures.create('Account');
      const answer = await legacy.send('GET', '/Accounts', { query: { revision: true, limit: 1 } });
      expectThat(
        Number(answer.headers.get('revision')) >= Number(revision),
        'Revision should not lie behind the last write',
      );
    },
  },
];
