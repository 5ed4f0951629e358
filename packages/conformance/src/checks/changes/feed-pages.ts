/**
 * Promises about reading the feed: pages without gap or double, from a cursor or a revision, and beside a list.
 */
import { idOf, type RecordJson, revisionOf } from '../../api/record.js';
import { readPage } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import { expectError, expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectSameList, expectThat } from '../../expectation.js';
import { isJsonObject, readNumber } from '../../http/json.js';
import {
  accountWithCities,
  before,
  type ChangesPage,
  changesOf,
  cursorsOf,
  readAll,
  readPages,
} from './read-changes.js';

const afterSpec = 'v100#/components/parameters/AfterChange';
/** Above what any space has come to, and still a whole number everywhere. */
const aheadOfAll = '900000000000';

export const feedPageChecks: readonly Check[] = [
  {
    id: 'changes.pages',
    sentence: 'MUST neither lose nor double a change between pages of any size, while others are written',
    spec: 'v100#/components/schemas/ChangesPageInfo',
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const id = await accountWithCities(rest, account, ['a', 'b', 'c', 'd']);
      for (const first of [1, 3]) {
        let writes = 2;
        let end = Number.POSITIVE_INFINITY;
        const write = async () => {
          if (writes === 0) return;
          writes--;
          const updated = await rest.update('Accounts', id, { city: `${first} ${writes}` });
          if (writes === 0) end = revisionOf(updated);
        };
        const isBehind = ({ changes }: ChangesPage) =>
          changes.some(({ revision }) => readNumber(revision, 'revision') > end);
        const pages = await readPages(rest, 'changes', { first, after: before(account) }, write, isBehind);
        const got = pages.flatMap(({ changes }) => cursorsOf(changes));
        const wanted = cursorsOf(await readAll(rest, 'changes', { after: before(account) }));
        expectSameList(got, wanted.slice(0, got.length), `cursors read by pages of ${first}`);
        const missing = wanted.slice(got.length);
        const behind = await readAll(rest, 'changes', { after: pages.at(-1)?.endCursor ?? '' });
        expectSameList(cursorsOf(behind).slice(0, missing.length), missing, 'cursors behind the last page');
        const sizes = pages.map(({ changes }) => changes.length);
        expectThat(
          Math.max(...sizes) <= first,
          `a page should have ${first} changes at most, but has ${Math.max(...sizes)}`,
        );
      }
    },
  },
  {
    id: 'changes.after.revision',
    sentence: 'MUST take a revision as `after`, and show all that came after it and nothing else',
    spec: afterSpec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const id = await accountWithCities(rest, account, ['a', 'b', 'c']);
      const all = await readAll(rest, 'changes', { after: before(account) });
      for (const change of changesOf(all, id)) {
        const revision = readNumber(change.revision, 'revision');
        const wanted = all.filter((one) => readNumber(one.revision, 'revision') > revision);
        const got = await readAll(rest, 'changes', { after: String(revision) });
        expectSameList(cursorsOf(got).slice(0, wanted.length), cursorsOf(wanted), `cursors after revision ${revision}`);
      }
    },
  },
  {
    id: 'changes.after.cursor',
    sentence: 'MUST take the `cursor` of any change as `after`, and show what comes behind that change',
    spec: afterSpec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const id = await accountWithCities(rest, account, ['a', 'b', 'c']);
      const own = changesOf(await readAll(rest, 'changes', { after: before(account) }), id);
      for (const [index, after] of cursorsOf(own).entries()) {
        const got = changesOf(await readAll(rest, 'changes', { after }), id);
        expectEqual(got, own.slice(index + 1), `changes of the account after change ${index}`);
      }
    },
  },
  {
    id: 'changes.space-revision',
    sentence: 'MUST have in the feed after the `Space-Revision` of a list all that its pages do not show',
    spec: 'v100#/components/headers/SpaceRevision',
    run: async ({ rest, fixtures }) => {
      const state_province = fixtures.uniqueText();
      const accounts = await fixtures.createAll('Account', Array(6).fill({ city: 'start', state_province }));
      const ids = accounts.map(idOf);
      const query = { 'filter[state_province]': state_province, 'load-only': 'id,city', 'order-by': 'created,id' };
      const first = await rest.send('GET', 'Accounts', undefined, { query: { ...query, first: 2 } });
      const revision = readNumber(Number(first.headers.get('space-revision') ?? Number.NaN), 'Space-Revision');
      expectThat(Number.isInteger(revision), 'the header Space-Revision of a list should be a whole number');
      const copy = new Map<string, RecordJson>();
      let page = readPage(first);
      for (let round = 0; ; round++) {
        for (const record of page.records) copy.set(idOf(record), record);
        if (!page.hasNextPage || page.endCursor === null) break;
        if (round < 2) {
          // One that was read already, one that was not, and a new one.
          for (const at of [round, 3 + round]) await rest.update('Accounts', ids[at] ?? '', { city: `round ${round}` });
          ids.push(idOf(await fixtures.create('Account', { state_province })));
        }
        if (round === 1) await rest.delete('Accounts', ids[2] ?? '');
        expectThat(round < 20, 'the list should end');
        page = await rest.list('Accounts', { ...query, first: 2, after: page.endCursor });
      }
      const follow = { after: String(revision), entity: 'Account', 'load-only': 'id,city' };
      for (const { entity_id, record } of changesOf(await readAll(rest, 'changes', follow), ...ids)) {
        if (isJsonObject(record)) copy.set(String(entity_id), record);
        else copy.delete(String(entity_id));
      }
      const { records } = await rest.list('Accounts', { ...query, first: 100 });
      const byId = new Map(records.map((record) => [idOf(record), record]));
      expectEqual(copy, byId, 'the copy, by id');
    },
  },
  {
    id: 'changes.after.invalid',
    sentence: 'MUST reject with 400 an `after` or a `Last-Event-ID` that is no cursor or ahead of the space',
    spec: afterSpec,
    run: async ({ rest }) => {
      for (const after of ['x', '-1', 'WyJhIl0=', aheadOfAll]) {
        for (const below of ['changes', 'entities/Accounts/changes']) {
          expectParameterRejected(await rest.sendInSpace('GET', below, { query: { after } }), 'after');
        }
        expectError(await rest.sendInSpace('GET', 'changes', { headers: { 'last-event-id': after } }), 400, 117);
      }
    },
  },
  {
    id: 'changes.gone',
    sentence: 'MUST answer 410 to an `after` from ahead of what is kept, if it does not have everything',
    spec: 'v100#/components/responses/ChangesGone',
    run: async ({ rest }) => {
      const answer = await rest.sendInSpace('GET', 'changes', { query: { after: '0', first: 1 } });
      if (answer.status === 200) return;
      expectEqual(expectError(answer, 410).name, 'ERROR_CHANGES_GONE', 'name of the error');
    },
  },
];
