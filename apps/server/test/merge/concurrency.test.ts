/**
 * Merges that overlap, and writes between them: each is carried out or rejected, and afterwards nothing leads to what is gone.
 */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { dumpSpace } from '../space-dump.js';
import type { TestRecord } from '../test-space.js';
import { sendMerge } from './merge.js';

onBothDatabases((running) => {
  it('carries out some of those that want the same records, and loses nothing', { timeout: 60_000 }, async () => {
    const { space, server } = running;
    const accounts = await Promise.all(Array.from({ length: 12 }, () => space.newAccount()));
    const id = (index: number) => accounts[index % accounts.length]?.id ?? '';
    const notes = await Promise.all(
      accounts.map((account) =>
        space.create('Notes', { note: 'x', owner_id: space.ids.ownerId, account_id: account.id }),
      ),
    );
    const contacts = await Promise.all(
      accounts.map((account, index) =>
        space.newContact({
          account_relations: [
            { account_id: account.id, is_primary: true },
            { account_id: id(index + 1), is_primary: false },
          ],
        }),
      ),
    );
    const answers = await Promise.all([
      ...accounts.map((account, index) =>
        sendMerge(space, 'Accounts', { id: account.id }, [id(index + 1), id(index + 2)]),
      ),
      ...contacts.map((contact) => space.send('PATCH', `Contacts/${contact.id}`, { body: { city: 'Leeds' } })),
      ...notes.map((note) => space.send('PATCH', `Notes/${note.id}`, { body: { note: 'y' } })),
    ]);
    const merges = answers.slice(0, accounts.length);
    expect(merges.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of merges) expect([200, 422]).toContain(status);
    for (const { status } of answers.slice(accounts.length)) expect(status).toBe(200);

    const records = await dumpSpace(server.deps, space.id);
    const living = (type: string) =>
      [...(records.get(type)?.values() ?? [])].filter((record) => record.is_deleted === false);
    const there = new Set(living('Account').map((account) => account.id));
    expect(there.size).toBeLessThan(accounts.length);
    for (const note of living('Note')) expect(there).toContain(note.account_id);
    for (const contact of living('Contact')) {
      expect(there).toContain(contact.primary_account);
      const rows = living('ContactAccountRelation').filter((row) => row.contact_id === contact.id);
      expect(new Set(rows.map((row) => row.account_id)).size).toBe(rows.length);
      for (const row of rows) expect(there).toContain(row.account_id);
      const primary = rows.filter((row) => row.is_primary === true);
      expect(primary.map((row) => row.account_id)).toEqual([contact.primary_account]);
    }
    for (const { id: goneId, merged_into } of records.get('Account')?.values() ?? []) {
      if (!there.has(goneId)) expect(there).toContain(merged_into);
    }
  });

  it('moves or rejects what comes to refer to a record while it is merged away', { timeout: 60_000 }, async () => {
    const { space, server } = running;
    for (let round = 0; round < 5; round++) {
      const [master, other] = await Promise.all([space.newAccount(), space.newAccount()]);
      const sent = { body: { note: 'x', owner_id: space.ids.ownerId, account_id: other.id } };
      const write = () => space.send('POST', 'Notes', sent);
      const [early, merged, late] = await Promise.all([
        Promise.all([write(), write(), write()]),
        sendMerge(space, 'Accounts', { id: master.id }, [other.id]),
        Promise.all(Array.from({ length: 6 }, write)),
      ]);
      const written = [...early, ...late];
      expect(merged.status).toBe(200);
      for (const { status } of written) expect([201, 422]).toContain(status);
      const notes = [...((await dumpSpace(server.deps, space.id)).get('Note')?.values() ?? [])];
      expect(notes.filter((note) => note.is_deleted === false && note.account_id === other.id)).toEqual([]);
      const moved = notes.filter((note) => note.account_id === master.id);
      expect(moved).toHaveLength(written.filter(({ status }) => status === 201).length);
    }
  });

  it('merges a record away once', async () => {
    const { space } = running;
    const masters = await Promise.all(Array.from({ length: 8 }, () => space.newContact()));
    const other: TestRecord = await space.newContact({ city: 'Leeds' });
    const answers = await Promise.all(masters.map(({ id }) => sendMerge(space, 'Contacts', { id }, [other.id])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(masters.length - 1);
    const after = await Promise.all(masters.map(({ id }) => space.get('Contacts', id)));
    expect(after.filter(({ city }) => city === 'Leeds')).toHaveLength(1);
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
