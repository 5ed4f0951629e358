/**
 * Pages of what a user sees, against an oracle in memory: of collections that are longer than what is looked at before records are found by
 * the reasons to see them, so that pages are found in both ways.
 */
import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { Random } from '../random.js';
import type { Page, TestRecord, TestSpace } from '../test-space.js';
import { Oracle, type User } from './oracle.js';
import { ScopedKey } from './scoped-key.js';

const seed = 20_261_127;
const pageSize = 9;
/** Memos have no `share_mode` and no unit: fewer reasons to see them. */
const collections = ['Accounts', 'Memos'] as const;
type Listed = (typeof collections)[number];

onBothDatabases((running) => {
  let space: TestSpace;
  let oracle: Oracle;
  const keys = new Map<User, ScopedKey>();
  const deleted = new Set<string>();

  beforeAll(async () => {
    space = await running.server.newSpace('pages');
    oracle = await Oracle.make(space, new Random(seed), { accounts: 260, memos: 260 });
    for (const collection of collections) {
      const body = oracle.of(collection).flatMap(({ id }, index) => (index % 20 === 0 ? [id] : []));
      expect((await space.send('POST', `${collection}/batch-delete`, { body })).status).toBe(200);
      for (const id of body) deleted.add(id);
    }
    for (const user of oracle.users.filter((one) => oracle.mayRead(one, 'Accounts'))) {
      keys.set(user, await ScopedKey.of(running.server, space, { client: user.id, asUser: true }));
    }
  }, 240_000);

  const seenBy = (user: User, collection: Listed = 'Accounts') =>
    oracle.seen(user, collection).filter((id) => !deleted.has(id));
  const list = async (
    key: ScopedKey | undefined,
    query: Record<string, string | number>,
    collection: Listed = 'Accounts',
  ) => {
    const answer = await key?.send('GET', collection, { query: { 'load-only': 'id', ...query } });
    expect(answer?.status).toBe(200);
    return answer?.body as unknown as Page;
  };

  it('has users who see nearly all, some and few', () => {
    const counts = [...keys.keys()].map((user) => seenBy(user).length).sort((one, next) => one - next);
    expect(counts[0]).toBeLessThan(oracle.accounts.length / 4);
    expect(counts.at(-1)).toBeGreaterThan(oracle.accounts.length / 2);
    const memos = [...keys.keys()].map((user) => seenBy(user, 'Memos').length);
    expect(Math.min(...memos)).toBeGreaterThan(pageSize);
    // So few that what is looked at first does not fill the last pages: those are found by the reasons to see them.
    expect(Math.max(...memos)).toBeLessThan(oracle.memos.length / 4);
  });

  it.each([
    ['Accounts', {}],
    ['Accounts', { 'order-by': '-owner_id' }],
    ['Accounts', { 'filter[name]': 'Account', 'filter-op[name]': 'starts' }],
    ['Memos', {}],
    ['Memos', { 'order-by': '-owner_id' }],
  ] as const)(
    'have each record of %s once, forward and backward: %j',
    async (collection, query) => {
      for (const [user, key] of keys) {
        const wanted = seenBy(user, collection);
        const forward: string[] = [];
        let page = await list(key, { ...query, first: pageSize }, collection);
        for (forward.push(...page.data.map(({ id }) => id)); page.page_info.has_next_page; ) {
          const after = page.page_info.end_cursor ?? '';
          page = await list(key, { ...query, first: pageSize, after }, collection);
          forward.push(...page.data.map(({ id }) => id));
        }
        const backward: string[] = [];
        page = await list(key, { ...query, last: pageSize }, collection);
        for (backward.unshift(...page.data.map(({ id }) => id)); page.page_info.has_previous_page; ) {
          const before = page.page_info.start_cursor ?? '';
          page = await list(key, { ...query, last: pageSize, before }, collection);
          backward.unshift(...page.data.map(({ id }) => id));
        }
        expect(backward).toEqual(forward);
        expect([...forward].sort()).toEqual(wanted);
        if (!('order-by' in query)) expect(forward).toEqual(wanted);
      }
    },
    120_000,
  );

  it.each([{}, { 'filter[name]': 'Account', 'filter-op[name]': 'contains' }])('are counted: %j', async (query) => {
    for (const [user, key] of keys) {
      const { total } = await list(key, { ...query, first: 1, 'include-total': 'true' });
      expect(total).toBe(seenBy(user).length);
    }
  });

  it.each([{}, { 'filter[account_type_id]': 'one' }, { 'filter[name]': '1', 'filter-op[name]': 'contains' }])(
    'are the same from an offset, and with deleted ones: %j',
    async (query) => {
      const [type] = (await space.list('AccountTypes')).data;
      const asked = 'filter[account_type_id]' in query ? { 'filter[account_type_id]': String(type?.id) } : query;
      const all: TestRecord[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const cursor: object = after === '' ? {} : { after };
        const page = await space.list('Accounts', { ...asked, ...cursor, first: 100, 'include-deleted': 'true' });
        all.push(...page.data);
        after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
      }
      for (const [user, key] of keys) {
        const seen = new Set(oracle.seen(user, 'Accounts'));
        const wanted = all.map(({ id }) => id).filter((id) => seen.has(id));
        const shown = await list(key, { ...asked, first: 100, 'include-deleted': 'true' });
        expect(shown.data.map(({ id }) => id)).toEqual(wanted.slice(0, 100));
        const living = wanted.filter((id) => !deleted.has(id));
        const page = await list(key, { ...asked, limit: pageSize, offset: 4 });
        expect(page.data.map(({ id }) => id)).toEqual(living.slice(4, 4 + pageSize));
      }
    },
  );
});
