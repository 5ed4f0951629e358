/**
 * Keys that are made for a user, against an oracle in memory: units, sharing and sets of rights are random, and every way to read must show
 * the records that the oracle names, and no others.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { Random } from '../random.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Oracle, type User } from './oracle.js';
import { ScopedKey } from './scoped-key.js';

const seed = 20_240_917;

onBothDatabases((running) => {
  let space: TestSpace;
  let oracle: Oracle;
  const keys = new Map<User, ScopedKey>();

  beforeAll(async () => {
    space = await running.server.newSpace('users');
    oracle = await Oracle.make(space, new Random(seed));
    for (const user of oracle.users) {
      keys.set(user, await ScopedKey.of(running.server, space, { client: user.id, asUser: true }));
    }
  }, 120_000);

  const idsOf = (answer: { readonly body: Json }) => (answer.body.data as TestRecord[]).map(({ id }) => id).sort();
  const eachUser = async (check: (user: User, key: ScopedKey) => Promise<void>) => {
    for (const user of oracle.users) await check(user, keys.get(user) as ScopedKey);
  };

  it('has users who see all, some and none of the accounts', () => {
    const counts = oracle.users.map((user) => oracle.seen(user, 'Accounts').length);
    expect(Math.min(...counts)).toBe(0);
    expect(Math.max(...counts)).toBeGreaterThan(oracle.accounts.length / 2);
    expect(new Set(counts).size).toBeGreaterThan(4);
  });

  describe.each(['Accounts', 'Contacts'] as const)('%s', (collection) => {
    it('are listed, counted and filtered as far as they are seen', async () => {
      await eachUser(async (user, key) => {
        const wanted = oracle.seen(user, collection);
        const query = { first: 100, 'include-total': true };
        const listed = await key.send('GET', collection, { query });
        if (!oracle.mayRead(user, collection)) {
          expect(listed.status).toBe(403);
          return;
        }
        expect(idsOf(listed)).toEqual(wanted);
        expect(listed.body.total).toBe(wanted.length);
        const sorted = { first: 100, 'order-by': '-owner_id', 'include-total': true, 'filter[is_deleted]': false };
        const again = await key.send('GET', collection, { query: sorted });
        expect([idsOf(again), again.body.total]).toEqual([wanted, wanted.length]);
      });
    });

    it('are got when they are seen, and are else as if they were not there', async () => {
      await eachUser(async (user, key) => {
        if (!oracle.mayRead(user, collection)) return;
        const seen = new Set(oracle.seen(user, collection));
        for (const { id } of some(oracle.of(collection))) {
          const got = await key.send('GET', `${collection}/${id}`);
          expect(got.status).toBe(seen.has(id) ? 200 : 404);
          const history = await key.send('GET', `${collection}/${id}/history`);
          expect(history.status).toBe(seen.has(id) ? 200 : 404);
        }
      });
    });
  });

  it('are changed by who may change them, and by nobody else', async () => {
    await eachUser(async (user, key) => {
      if (!oracle.mayRead(user, 'Accounts')) return;
      const seen = new Set(oracle.seen(user, 'Accounts'));
      const changed = new Set(oracle.changed(user, 'Accounts'));
      const may = oracle.mayUpdate(user, 'Accounts');
      for (const { id } of oracle.accounts) {
        const wanted = !may ? 403 : changed.has(id) ? 200 : seen.has(id) ? 403 : 404;
        const answer = await key.send('PATCH', `Accounts/${id}`, { body: { comments: `by ${user.email}` } });
        expect([answer.status, answer.body.message]).toEqual([wanted, answer.body.message]);
        if (wanted !== 200) expect(String((await space.get('Accounts', id)).comments)).not.toBe(`by ${user.email}`);
      }
    });
  });

  it('rows are seen by who sees both ends', async () => {
    await eachUser(async (user, key) => {
      const accounts = new Set(oracle.seen(user, 'Accounts'));
      const contacts = new Set(oracle.seen(user, 'Contacts'));
      const wanted = oracle.rows
        .filter((row) => accounts.has(row.account) && contacts.has(row.contact))
        .map(({ id }) => id);
      const listed = await key.send('GET', 'ContactAccountRelations', { query: { first: 100 } });
      expect(idsOf(listed)).toEqual(wanted.sort());
      if (!oracle.mayRead(user, 'Contacts')) return;
      const shown = await key.send('GET', 'Contacts', { query: { first: 100, expand: 'account_relations' } });
      const nested = (shown.body.data as TestRecord[]).flatMap((one) =>
        (one.account_relations as TestRecord[]).map(({ id }) => id),
      );
      expect(nested.sort()).toEqual(wanted);
    });
  });

  it('GraphQL shows the same, nested as well, and finds by related records that are seen', async () => {
    await eachUser(async (user, key) => {
      if (!oracle.mayRead(user, 'Accounts') || !oracle.mayRead(user, 'Contacts')) return;
      const accounts = new Set(oracle.seen(user, 'Accounts'));
      const contacts = new Set(oracle.seen(user, 'Contacts'));
      const { data, errors } = await key.graphql(
        `{ contacts(first: 100) { totalCount nodes { id accountRelations { nodes { account { id name } } } } }
           found: contacts(first: 100, filter: { accountRelations: { account: { name: { istarts: "account" } } } }) { nodes { id } }
           nodes: node(id: "${oracle.accounts[0]?.id}") { id } }`,
      );
      expect(errors).toBeUndefined();
      const shown = data as unknown as Shown;
      expect(shown.contacts.nodes.map(({ id }) => id).sort()).toEqual([...contacts].sort());
      expect(shown.contacts.totalCount).toBe(contacts.size);
      const below = shown.contacts.nodes.flatMap(({ accountRelations }) =>
        accountRelations.nodes.map(({ account }) => account.id),
      );
      const linked = oracle.rows.filter((row) => contacts.has(row.contact) && accounts.has(row.account));
      expect(below.sort()).toEqual(linked.map(({ account }) => account).sort());
      expect(shown.found.nodes.map(({ id }) => id).sort()).toEqual(
        [...new Set(linked.map(({ contact }) => contact))].sort(),
      );
      expect(shown.nodes?.id ?? null).toBe(accounts.has(oracle.accounts[0]?.id ?? '') ? oracle.accounts[0]?.id : null);
    });
  });

  it('tasks and appointments are seen one by one through their union', async () => {
    await eachUser(async (user, key) => {
      const wanted = [...oracle.seen(user, 'Tasks')].sort();
      const listed = await key.send('GET', 'Activities', { query: { first: 100, 'include-total': true } });
      if (!oracle.mayRead(user, 'Tasks') || !oracle.mayRead(user, 'Appointments')) expect(listed.status).toBe(403);
      else expect([idsOf(listed), listed.body.total]).toEqual([wanted, wanted.length]);
    });
  });
});

/** One in three. */
function some<Item>(items: readonly Item[]): Item[] {
  return items.filter((_, index) => index % 3 === 0);
}

interface Shown {
  readonly contacts: {
    readonly totalCount: number;
    readonly nodes: readonly {
      readonly id: string;
      readonly accountRelations: { readonly nodes: readonly { readonly account: { readonly id: string } }[] };
    }[];
  };
  readonly found: { readonly nodes: readonly { readonly id: string }[] };
  readonly nodes: { readonly id: string } | null;
}
