/**
 * Keys that are made for a user, against an oracle in memory: units, sharing and sets of rights are random, and every way to read must show
 * the records that the oracle names, and no others.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { Random } from '../random.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { type Collection, Oracle, type User } from './oracle.js';
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

  describe('changes', () => {
    const feed = '/api/v100/rest/spaces/{space}/changes';
    const collectionOf: Readonly<Record<string, Collection>> = {
      Account: 'Accounts',
      Contact: 'Contacts',
      Task: 'Tasks',
    };
    let all: LoggedChange[];

    beforeAll(async () => {
      // Changed once more and deleted, some of them.
      for (const [index, { id }] of oracle.accounts.entries()) {
        if (index % 4 === 0) await space.update('Accounts', id, { comments: 'Changed' });
        if (index % 5 === 0) await space.delete('Accounts', id);
      }
      const whole = await ScopedKey.of(running.server, space, '*:read');
      all = await walk((after) => whole.sendTo('GET', `${feed}?first=300${after}`));
    });

    const walk = async (read: (after: string) => Promise<{ status: number; body: Json }>) => {
      const found: LoggedChange[] = [];
      for (let after = ''; ; ) {
        const { status, body } = await read(after);
        expect(status).toBe(200);
        found.push(...(body.data as LoggedChange[]));
        const { end_cursor: end, has_next_page: hasNext } = body.page_info as {
          end_cursor: string;
          has_next_page: boolean;
        };
        if (!hasNext) return found;
        after = `&after=${end}`;
      }
    };

    /** Those of records with owners and of the rows between them. */
    const wantedOf = (user: User) => {
      const seen = new Map(Object.entries(collectionOf).map(([name, one]) => [name, new Set(oracle.seen(user, one))]));
      const rows = oracle.rows.filter(
        ({ account, contact }) => seen.get('Account')?.has(account) && seen.get('Contact')?.has(contact),
      );
      seen.set('ContactAccountRelation', new Set(rows.map(({ id }) => id)));
      return all.filter(({ entity, entity_id: id }) => seen.get(entity)?.has(id));
    };
    const isJudged = ({ entity }: LoggedChange) => entity in collectionOf || entity === 'ContactAccountRelation';
    const cursors = (changes: readonly LoggedChange[]) => changes.map(({ cursor }) => cursor);

    it('are those of records that are seen, in the order of the feed, deleted ones among them', async () => {
      expect(all.some(({ act }) => act === 'deleted')).toBe(true);
      await eachUser(async (user, key) => {
        const found = await walk((after) => key.sendTo('GET', `${feed}?first=40${after}`));
        expect(cursors(found.filter(isJudged))).toEqual(cursors(wantedOf(user)));
      });
    });

    it('of a collection and of a record, too, and those of a record that is not seen are not there', async () => {
      await eachUser(async (user, key) => {
        if (!oracle.mayRead(user, 'Accounts')) {
          expect((await key.send('GET', 'Accounts/changes')).status).toBe(403);
          return;
        }
        const wanted = wantedOf(user).filter(({ entity }) => entity === 'Account');
        const { body } = await key.send('GET', 'Accounts/changes', { query: { first: 1000 } });
        expect(cursors(body.data as never)).toEqual(cursors(wanted));
        const seen = new Set(oracle.seen(user, 'Accounts'));
        for (const { id } of some(oracle.accounts)) {
          const changes = await key.send('GET', `Accounts/${id}/changes`);
          expect(changes.status).toBe(seen.has(id) ? 200 : 404);
          if (!seen.has(id)) continue;
          const known = (changes.body.data as LoggedChange[]).filter(isJudged);
          const ofRecord = wantedOf(user).filter((one) => one.entity_id === id || one.owner_ids.includes(id));
          expect(cursors(known)).toEqual(cursors(ofRecord));
        }
      });
    });

    it('are the same in GraphQL and, the newest first, in AuditEntries', async () => {
      await eachUser(async (user, key) => {
        const wanted = cursors(wantedOf(user));
        const { data } = await key.graphql('{ changes(first: 1000) { nodes { cursor entity } } }');
        const { nodes } = (data as { changes: { nodes: LoggedChange[] } }).changes;
        expect(cursors(nodes.filter(isJudged))).toEqual(wanted);
        const entries = await key.send('GET', 'AuditEntries', { query: { first: 1000 } });
        expect(cursors((entries.body.data as LoggedChange[]).filter(isJudged))).toEqual([...wanted].reverse());
      });
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

interface LoggedChange {
  readonly cursor: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly act: string;
  readonly owner_ids: readonly string[];
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
