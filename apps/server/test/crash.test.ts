/**
 * A server that is killed in the middle of writes loses nothing that it has acknowledged, and leaves nothing half done.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openDeps } from '../src/main/open-deps.js';
import { databases, newDatabase, type TestDatabase, testConfig } from './fixture.js';
import { basic, type TestRecord, TestSpace } from './test-space.js';

const writers = 8;
const writesBeforeTheEnd = 200;

describe.each(databases)('on %s', (database) => {
  let stored: TestDatabase;
  let child: ChildProcess | undefined;
  afterEach(async () => {
    child?.kill('SIGKILL');
    await stored.drop();
  });

  it('keeps every acknowledged write when the process is killed', async () => {
    stored = await newDatabase(database, 'tables');
    child = spawn(
      process.execPath,
      [fileURLToPath(new URL('crash-child.mjs', import.meta.url)), JSON.stringify(stored.location)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    const [line] = await once(createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }), 'line');
    const { url, ...key } = JSON.parse(String(line)) as { url: string; token: string; password: string };
    const space = new TestSpace(url, 'acme', basic(key), '');
    await space.readSeedRecords();
    const account = await space.newAccount();

    const acknowledged: TestRecord[] = [];
    const write = async () => {
      for (;;) {
        const members = { account_relations: [{ account_id: account.id, is_primary: true }] };
        const record = await space.newContact(members).catch(() => undefined);
        // The first write without an answer is the one that the kill met.
        if (!record) return;
        acknowledged.push(record);
        if (acknowledged.length >= writesBeforeTheEnd) child?.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    await exited;
    expect(acknowledged.length).toBeGreaterThanOrEqual(writesBeforeTheEnd);

    const { db } = await openDeps({ ...testConfig, ...stored.location });
    try {
      const contacts = await db.knex('contacts').where({ space_id: 'acme' }).select('id', 'revision');
      const rows = await db
        .knex('contact_account_relations')
        .where({ space_id: 'acme' })
        .select('contact_id', 'revision');
      const revisionOf = new Map(contacts.map(({ id, revision }) => [id, Number(revision)]));
      for (const { id, revision } of acknowledged) expect(revisionOf.get(id)).toBe(revision);
      // Each contact came with its row and a revision of its own, those that no caller heard of too.
      expect(new Map(rows.map((row) => [row.contact_id, Number(row.revision)]))).toEqual(revisionOf);
      expect(new Set(revisionOf.values()).size).toBe(contacts.length);
      const { revision } = await db.knex('spaces').where({ space_id: 'acme' }).first('revision');
      expect(Number(revision)).toBe(Math.max(...revisionOf.values()));
      if (database === 'sqlite')
        expect(await db.knex.raw('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    } finally {
      await db.close();
    }
  });
});
