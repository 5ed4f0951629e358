/**
 * Groups of records that are likely one: what brings records together, what does not, and what writes change of it.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';

interface Group {
  readonly master_id: string;
  readonly secondary_ids: readonly string[];
  readonly reasons: readonly { readonly member: string; readonly value: string }[];
}

onDatabaseInTurn((running) => {
  let spaces = 0;
  /** A space without records of its own, so that a test sees only what it makes. */
  const newSpace = () => running.server.newSpace(`duplicates${++spaces}`);

  async function groupsOf(space: TestSpace, collection: string, query = {}): Promise<readonly Group[]> {
    const answer = await space.send('GET', `${collection}/duplicates`, { query });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as readonly Group[];
  }

  async function contactsOf(space: TestSpace, ...bodies: readonly Json[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [index, body] of bodies.entries()) {
      ids.push((await space.newContact({ last_name: `Person ${index} ${'x'.repeat(index)}`, ...body })).id);
    }
    return ids;
  }

  it('nothing is like anything at first', async () => {
    const space = await newSpace();
    await contactsOf(
      space,
      { email1: 'a@example.com' },
      { email1: 'b@example.com' },
      {},
      { email1: '' },
      { email1: '' },
    );
    const answer = await space.send('GET', 'Contacts/duplicates');
    expect(answer.body).toStrictEqual({
      success: true,
      page_info: { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
      data: [],
    });
  });

  describe('contacts come together', () => {
    it.each<[string, Json, Json, Group['reasons']]>([
      [
        'by the same e-mail',
        { email1: 'ada@example.com' },
        { email1: 'ada@example.com' },
        [{ member: 'email1', value: 'ada@example.com' }],
      ],
      [
        'by the same e-mail in another case and another member',
        { email1: 'ÄDA@example.com' },
        { email3: 'äda@EXAMPLE.com' },
        [{ member: 'email1', value: 'ÄDA@example.com' }],
      ],
      [
        'by similar names',
        { first_name: 'José', last_name: 'García' },
        { first_name: 'Garcia', last_name: 'JOSE' },
        [{ member: 'formatted_name', value: 'José García' }],
      ],
      [
        'by both',
        { first_name: 'Ada', last_name: 'Lovelace', email2: 'x@example.com' },
        { first_name: 'Ada', last_name: 'Lovelace', email1: 'x@example.com' },
        [
          { member: 'email2', value: 'x@example.com' },
          { member: 'formatted_name', value: 'Ada Lovelace' },
        ],
      ],
    ])('%s', async (_, one, other, reasons) => {
      const space = await newSpace();
      const [master, second] = await contactsOf(space, one, other, { email1: 'somebody@example.com' });
      expect(await groupsOf(space, 'Contacts')).toStrictEqual([
        { master_id: master, secondary_ids: [second], reasons },
      ]);
    });
  });

  it('accounts by their names without legal forms', async () => {
    const space = await newSpace();
    const ids: string[] = [];
    for (const name of ['Müller & Söhne GmbH', 'Muller Sohne', 'Müller', 'SÖHNE, MÜLLER KG']) {
      ids.push((await space.newAccount({ name })).id);
    }
    const groups = await groupsOf(space, 'Accounts');
    expect(groups).toStrictEqual([
      {
        master_id: ids[0],
        secondary_ids: [ids[1], ids[3]],
        reasons: [{ member: 'formatted_name', value: 'Müller & Söhne GmbH' }],
      },
    ]);
  });

  it('those that are linked by others are one group', async () => {
    const space = await newSpace();
    const [a, b, c, d] = await contactsOf(
      space,
      { last_name: 'Alpha', email1: 'one@example.com' },
      { last_name: 'Gamma' },
      { last_name: 'Beta', email1: 'one@example.com', email2: 'two@example.com' },
      { last_name: 'gamma', email1: 'two@example.com' },
    );
    const groups = await groupsOf(space, 'Contacts');
    expect(groups).toStrictEqual([
      {
        master_id: a,
        secondary_ids: [b, c, d],
        reasons: [
          { member: 'email1', value: 'one@example.com' },
          { member: 'email2', value: 'two@example.com' },
          { member: 'formatted_name', value: 'Gamma' },
        ],
      },
    ]);
  });

  it('a large group shows the oldest, as many as a merge takes', async () => {
    const space = await newSpace();
    const body = Array.from({ length: 130 }, (_, index) => ({
      last_name: `Many ${index}`,
      owner_id: space.ids.ownerId,
      email1: 'many@example.com',
    }));
    const made = await space.send('POST', 'Contacts/batch-modify', { body });
    const ids = (made.body.data as string[]).toSorted();
    const [group, ...others] = await groupsOf(space, 'Contacts');
    expect(others).toEqual([]);
    expect(group?.master_id).toBe(ids[0]);
    expect(group?.secondary_ids).toEqual(ids.slice(1, 101));
  });

  it('follow changes, deletions and restores', async () => {
    const space = await newSpace();
    const [a = '', b = '', c = ''] = await contactsOf(
      space,
      { email1: 'x@example.com' },
      { email1: 'x@example.com' },
      { email1: 'x@example.com' },
    );
    const members = async () =>
      (await groupsOf(space, 'Contacts')).map(({ master_id, secondary_ids }) => [master_id, ...secondary_ids]);
    expect(await members()).toEqual([[a, b, c]]);
    await space.update('Contacts', a, { email1: 'y@example.com' });
    expect(await members()).toEqual([[b, c]]);
    await space.delete('Contacts', b);
    expect(await members()).toEqual([]);
    await space.update('Contacts', c, { city: 'Leeds' });
    expect(await members()).toEqual([]);
    await space.send('POST', 'Contacts/batch-restore', { body: [b] });
    expect(await members()).toEqual([[b, c]]);
    await space.update('Contacts', a, { email5: 'X@example.com' });
    expect(await members()).toEqual([[a, b, c]]);
  });

  it('come and go one by one', async () => {
    const space = await newSpace();
    const email1 = 'one@example.com';
    const ids: string[] = [];
    const { db } = running.server.deps;
    const expectGroup = async (wanted: readonly string[]) => {
      const groups = (await groupsOf(space, 'Contacts')).map(({ master_id, secondary_ids }) => [
        master_id,
        ...secondary_ids,
      ]);
      expect(groups).toEqual(wanted.length > 1 ? [wanted] : []);
      // What says that it is shared is walked by every page.
      const shared = await db.read({
        text: `SELECT "record_id" FROM "duplicate_keys" WHERE "space_id" = ${db.dialect.placeholder(1)} AND "shared"`,
        values: [space.id],
      });
      expect(shared.map((row) => row.record_id).sort()).toEqual(wanted.length > 1 ? wanted : []);
    };
    for (const last_name of ['Alpha', 'Beta', 'Gamma']) {
      ids.push((await space.newContact({ last_name, email1 })).id);
      await expectGroup(ids);
    }
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      await space.delete('Contacts', id);
      await expectGroup(ids);
    }
  });

  it('feed a merge, after which the group is gone', async () => {
    const space = await newSpace();
    const [, second = ''] = await contactsOf(space, { email1: 'x@example.com' }, { email1: 'x@example.com' });
    const [group] = await groupsOf(space, 'Contacts');
    const merged = await space.send('POST', 'Contacts/merge', {
      body: { master: { id: group?.master_id }, secondary_ids: group?.secondary_ids },
    });
    expect(merged.status, merged.text).toBe(200);
    expect(group?.secondary_ids).toEqual([second]);
    expect(await groupsOf(space, 'Contacts')).toEqual([]);
  });

  it('are those of one space and one entity type', async () => {
    const [space, other] = [await newSpace(), await newSpace()];
    await contactsOf(space, { email1: 'x@example.com', last_name: 'Unique' });
    await contactsOf(other, { email1: 'x@example.com' });
    await space.newAccount({ name: 'Unique', email1: 'x@example.com' });
    expect(await groupsOf(space, 'Contacts')).toEqual([]);
    expect(await groupsOf(other, 'Contacts')).toEqual([]);
    expect(await groupsOf(space, 'Accounts')).toEqual([]);
  });

  it('are open to a key that may only read', async () => {
    const space = await newSpace();
    await contactsOf(space, { email1: 'x@example.com' }, { email1: 'x@example.com' });
    const headers = { authorization: space.readOnlyAuthorization };
    expect((await space.send('GET', 'Contacts/duplicates', { headers })).body.data).toHaveLength(1);
  });

  it('are the same for many who ask first at once', async () => {
    const space = await newSpace();
    await contactsOf(space, { email1: 'x@example.com' }, { email1: 'x@example.com' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => space.send('GET', 'Contacts/duplicates')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  describe('pages', () => {
    it('give each group once, oldest first, and end', async () => {
      const space = await newSpace();
      const bodies = Array.from({ length: 14 }, (_, index) => ({ email1: `pair${index % 7}@example.com` }));
      const ids = await contactsOf(space, ...bodies);
      const seen: string[] = [];
      let after: string | null = null;
      let pages = 0;
      for (;;) {
        const query: Record<string, string | number> = after === null ? { first: 3 } : { first: 3, after };
        const { body } = await space.send('GET', 'Contacts/duplicates', { query });
        const page = body.page_info as {
          end_cursor: string | null;
          has_next_page: boolean;
          has_previous_page: boolean;
        };
        seen.push(...(body.data as readonly Group[]).map(({ master_id }) => master_id));
        if (page.end_cursor === null) {
          expect(body.data).toEqual([]);
          break;
        }
        pages++;
        expect(page.has_previous_page).toBe(after !== null);
        expect(page.has_next_page).toBe(pages < 3);
        after = page.end_cursor;
      }
      expect(pages).toBe(3);
      expect(seen).toEqual(ids.slice(0, 7));
    });

    it('begin after a group that is gone', async () => {
      const space = await newSpace();
      const ids = await contactsOf(
        space,
        ...Array.from({ length: 6 }, (_, index) => ({ email1: `gone${index % 3}@example.com` })),
      );
      const first = await space.send('GET', 'Contacts/duplicates', { query: { first: 1 } });
      await space.delete('Contacts', ids[0] ?? '');
      const { end_cursor: after } = first.body.page_info as { end_cursor: string };
      const groups = await groupsOf(space, 'Contacts', { after });
      expect(groups.map(({ master_id }) => master_id)).toEqual([ids[1], ids[2]]);
    });
  });
});
