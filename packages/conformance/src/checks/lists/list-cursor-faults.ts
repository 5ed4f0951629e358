/**
 * Promises about cursors under change and about cursors that are wrong.
 */

import { idOf, idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectSameItems, expectSameList, expectThat } from '../../expectation.js';
import type { Json } from '../../http/json.js';
import { createSampleAccounts } from '../../oracle/sample-accounts.js';
import { readForward } from './read-pages.js';

const spec = 'v100#/components/parameters/After';

/** Texts in rising order, so that a record can be put ahead of or behind a page on purpose. */
function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);
}

/** @returns undefined when the cursor is not the base64 of JSON */
function decodeCursor(cursor: string | null): Json | undefined {
  try {
    return JSON.parse(Buffer.from(cursor ?? '', 'base64').toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

export const listCursorFaultChecks: readonly Check[] = [
  {
    id: 'list.cursor.stable',
    sentence: 'MUST neither repeat nor lose a record when others are added and deleted between two pages',
    spec,
    run: async ({ rest, fixtures }) => {
      const state_province = fixtures.uniqueText();
      const made = await fixtures.createAll(
        'Account',
        numbered('m', 20).map((name) => ({ name, state_province })),
      );
      const query = { 'filter[state_province]': state_province, 'order-by': 'name' };
      const doomed = [made[1], made[4], made[13], made[17]].filter((record) => record !== undefined).map(idOf);
      const going = [...doomed];
      const pages = await readForward(rest, 'Accounts', query, 4, async () => {
        await fixtures.create('Account', { name: `a${going.length}`, state_province });
        const next = going.shift();
        if (next !== undefined) await rest.delete('Accounts', next);
      });
      const seen = pages.flatMap((page) => idsOf(page.records));
      expectEqual(new Set(seen).size, seen.length, 'different ids among those visited');
      const stayed = idsOf(made).filter((id) => !doomed.includes(id));
      expectSameList(
        seen.filter((id) => stayed.includes(id)),
        stayed,
        'records that were there all the time',
      );
    },
  },
  {
    id: 'list.cursor.stable.added-behind',
    sentence: 'MUST show a record that was added behind the cursor on a later page',
    spec,
    run: async ({ rest, fixtures }) => {
      const state_province = fixtures.uniqueText();
      await fixtures.createAll(
        'Account',
        numbered('m', 4).map((name) => ({ name, state_province })),
      );
      const query = { 'filter[state_province]': state_province, 'order-by': 'name' };
      const { endCursor } = await rest.list('Accounts', { ...query, first: 2 });
      const added = await fixtures.create('Account', { name: 'z', state_province });
      const rest2 = await rest.list('Accounts', { ...query, after: endCursor ?? '' });
      expectEqual(idsOf(rest2.records).at(-1), idOf(added), 'last id of the later page');
    },
  },
  {
    id: 'list.cursor.deleted-anchor',
    sentence: 'MUST go on from a cursor whose own record has been deleted',
    spec,
    run: async ({ rest, fixtures, random }) => {
      const { records, query } = await createSampleAccounts(fixtures, random, 6);
      const ids = idsOf(records).sort();
      const { endCursor } = await rest.list('Accounts', { ...query, first: 3 });
      await rest.delete('Accounts', ids[2] ?? '');
      const page = await rest.list('Accounts', { ...query, after: endCursor ?? '' });
      expectSameList(idsOf(page.records), ids.slice(3), 'ids after the deleted record');
    },
  },
  {
    id: 'list.cursor.concurrent',
    sentence: 'MUST visit every record exactly once while others write at the same time',
    spec,
    run: async ({ rest, fixtures, random }) => {
      const { records, query } = await createSampleAccounts(fixtures, random, 30);
      const state_province = String(query['filter[state_province]']);
      let walking = true;
      const write = async () => {
        while (walking) {
          // Ahead of all others in the order of the list, so that pages by position would shift.
          const city = '\u{1F600}\u{1F600}';
          await rest.delete('Accounts', idOf(await fixtures.create('Account', { state_province, city })));
        }
      };
      const walk = readForward(rest, 'Accounts', { ...query, 'order-by': '-city' }, 3).finally(() => {
        walking = false;
      });
      const [pages] = await Promise.all([walk, write(), write()]);
      const ids = idsOf(records);
      const seen = pages.flatMap((page) => idsOf(page.records)).filter((id) => ids.includes(id));
      expectSameItems(seen, ids, 'records that were there all the time');
    },
  },
  {
    id: 'list.cursor.broken',
    sentence: 'MUST reject a text that is not a cursor with 400 and code 117',
    spec,
    run: async ({ rest }) => {
      for (const parameter of ['after', 'before']) {
        for (const cursor of ['nonsense', '!', 'e30=', 'WyJhIiwg']) {
          const answer = await rest.send('GET', 'Accounts', undefined, { query: { [parameter]: cursor } });
          expectParameterRejected(answer, parameter);
        }
      }
    },
  },
  {
    id: 'list.cursor.other-order',
    sentence: 'MUST reject a cursor of a list in another order with 400 and code 117',
    spec,
    run: async ({ rest, fixtures, random }) => {
      const { query } = await createSampleAccounts(fixtures, random, 3);
      const { endCursor } = await rest.list('Accounts', { ...query, first: 1 });
      const ordered = { ...query, 'order-by': 'name,-created', after: endCursor ?? '' };
      expectParameterRejected(await rest.send('GET', 'Accounts', undefined, { query: ordered }), 'after');
    },
  },
  {
    id: 'list.cursor.raw-padding',
    sentence: 'MUST take a cursor whose `=` is sent raw as well as percent-encoded',
    spec,
    run: async ({ rest, fixtures, http, random }) => {
      const { records } = await createSampleAccounts(fixtures, random, 2);
      const [smaller = '', larger = ''] = idsOf(records).sort();
      const { endCursor } = await rest.list('Accounts', { 'filter[id]': smaller });
      const path = `${rest.path('Accounts')}?filter[id]=${larger}&after=${endCursor}`;
      const body = JSON.stringify((await http.send('GET', path)).json);
      expectThat(body.includes(larger), 'the record after the cursor should be listed');
    },
  },
  {
    id: 'list.cursor.form',
    sentence: 'SHOULD make a cursor of the base64 of a JSON array: the sort values and, last, the id',
    spec,
    run: async ({ rest, fixtures }) => {
      const name = fixtures.uniqueText();
      const id = idOf(await fixtures.create('Account', { name }));
      const plain = await rest.list('Accounts', { 'filter[id]': id });
      expectEqual(decodeCursor(plain.startCursor), [id], 'cursor without an order');
      const ordered = await rest.list('Accounts', { 'filter[id]': id, 'order-by': 'name' });
      expectEqual(decodeCursor(ordered.endCursor), [name, id], 'cursor with order-by=name');
    },
  },
];
