/**
 * `headwater doctor` finds what is wrong, each with its remedy; `headwater space delete` leaves nothing of a space and all of the others.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spaceIds } from '../../src/db/spaces.js';
import { readConfig } from '../../src/main/config.js';
import { openDeps } from '../../src/main/open-deps.js';
import { envOf, fillSpace, newTarget, rowsOf, secretOf } from '../backup/backup-fixture.js';
import { idle } from '../changes/observed-log.js';
import { readState } from '../changes/space-state.js';
import { filesOf, png, uploaded } from '../documents/samples.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { headwater } from './headwater.js';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly finding: string;
  readonly remedy: string | null;
}

onDatabaseInTurn((running, database) => {
  const run = (args: readonly string[], settings: Readonly<Record<string, string>> = {}, answer?: string) =>
    headwater(args, { env: { ...envOf(running.server), ...settings }, ...(answer !== undefined && { answer }) });

  async function examine(settings: Readonly<Record<string, string>> = {}) {
    const { code, out } = await run(['doctor', '--json'], settings);
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
    return { code, ok, problems: findings.filter(({ state }) => state === 'problem'), findings };
  }

  describe('headwater doctor', () => {
    it('finds nothing wrong with a server as it should be', async () => {
      const { code, ok, problems, findings } = await examine();
      expect([code, ok, problems]).toEqual([0, true, []]);
      expect(new Set(findings.map(({ check }) => check))).toEqual(
        new Set(['settings', 'database', 'clock', 'tables', 'search', 'disk', 'files', 'jobs', 'spaces']),
      );
      expect(findings.filter(({ state }) => state === 'note')).toHaveLength(2);
      const secret = await secretOf(running.server);
      const withBoth = await examine({ HEADWATER_SECRET: secret, HEADWATER_PUBLIC_URL: 'https://crm.example.com' });
      expect(withBoth.findings.every(({ state, remedy }) => state === 'ok' && remedy === null)).toBe(true);
      expect((await run(['doctor'])).out).toMatch(/^ok {7}settings: every setting can be read\n/);
    });

    it('leads to a secret by which the keys go on', async () => {
      const { findings } = await examine();
      const remedy = findings.find(({ finding }) => finding.startsWith('HEADWATER_SECRET'))?.remedy;
      expect(remedy).toContain('set it to the value of server_secret in the table settings');
      const { id, authorization } = running.space;
      const opensWith = async (secret: string) => {
        const deps = await openDeps(readConfig({ ...envOf(running.server), HEADWATER_SECRET: secret }));
        try {
          return await deps.keys.authenticate(id, authorization);
        } finally {
          await deps.db.close();
        }
      };
      expect(await opensWith(await secretOf(running.server))).toMatchObject({ space: id });
      await expect(opensWith('any other value of the secret')).rejects.toMatchObject({
        errorName: 'ERROR_UNAUTHORIZED',
      });
    });

    it('finds a column that somebody has removed', async () => {
      const { knex } = running.server.deps.db;
      await knex.schema.alterTable('report_folders', (table) => table.renameColumn('name', 'title'));
      const { code, problems } = await examine();
      await knex.schema.alterTable('report_folders', (table) => table.renameColumn('title', 'name'));
      expect(code).toBe(1);
      expect(problems).toEqual([
        expect.objectContaining({ check: 'tables', remedy: expect.stringContaining('record_tables') }),
      ]);
      expect(problems[0]?.finding).toBe('the database lacks report_folders.name');
    });

    it('finds an index that somebody has dropped, and what was not finished', async () => {
      const { db } = running.server.deps;
      const dropIndex = () => db.knex.raw('DROP INDEX contacts_contact_type_id');
      const unfinished = async () => {
        if (db.dialect.name === 'sqlite') return [];
        await db.knex.raw('ALTER TABLE contacts DROP CONSTRAINT contacts_owner_id_fkey');
        await db.knex.raw(
          "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'tasks_activity_type_id'::regclass",
        );
        return ['index tasks_activity_type_id', 'foreign key contacts_owner_id_fkey'];
      };
      await dropIndex();
      const expected = ['index contacts_contact_type_id', ...(await unfinished())];
      const { code, problems } = await examine();
      expect(code).toBe(1);
      expect(problems).toEqual([expect.objectContaining({ check: 'tables' })]);
      for (const name of expected) expect(problems[0]?.finding).toContain(name);
      // As the remedy says.
      await db.knex('settings').where({ name: 'record_tables' }).delete();
      expect(await run(['migrate'])).toMatchObject({ code: 0 });
      expect(await examine()).toMatchObject({ code: 0, problems: [] });
    });

    it('finds files that are missing, and a store that takes none', async () => {
      const space = await running.server.newSpace('files');
      await uploaded(space, 'a.png', png);
      for await (const page of running.server.deps.files.list('files')) {
        for (const { key: one } of page) await running.server.deps.files.remove(one);
      }
      const missing = await examine();
      expect(missing.problems).toEqual([
        expect.objectContaining({ check: 'files', finding: expect.stringContaining('1 files that') }),
      ]);
      expect((await run(['space', 'delete', 'files', '--yes'])).code).toBe(0);
      const file = join(running.server.config.dataDir, 'no-folder');
      writeFileSync(file, '');
      const { problems } = await examine({ HEADWATER_FILES_DIR: join(file, 'files') });
      expect(problems.length).toBeGreaterThan(0);
    });

    it('finds jobs that stand still, and work on spaces that was cut off', async () => {
      // A server would take the job over.
      const place = await newTarget(database);
      const deps = await place.open();
      const old = Date.now() - 3_600_000;
      const work = { lease_owner: 'x', leased_until: old };
      await deps.db.knex('former_spaces').insert({ space_id: 'gone', work: 'restore', ...work });
      const job = { subject: 'x', action: 'forget-values', record_ids: '[]', revision: 1, steps_done: 0, done: 0 };
      await deps.db.knex('jobs').insert({ space_id: 'gone', ...job, ...work });
      const problemsOf = async () => {
        const { findings } = JSON.parse((await headwater(['doctor', '--json'], place)).out) as { findings: Finding[] };
        return findings.filter(({ state }) => state === 'problem');
      };
      expect(await problemsOf()).toEqual([
        expect.objectContaining({ check: 'jobs', finding: 'background jobs of gone stand still' }),
        expect.objectContaining({
          check: 'spaces',
          remedy: expect.stringContaining('headwater space delete gone --yes'),
        }),
      ]);
      expect(await headwater(['space', 'delete', 'gone', '--yes'], place)).toMatchObject({ code: 0 });
      expect(await problemsOf()).toEqual([]);
      await deps.db.close();
      await place.drop();
    });

    it('says when the database is not there', async () => {
      const { code, problems } = await examine({ HEADWATER_DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' });
      expect([code, problems.map(({ check }) => check)]).toEqual([1, ['database']]);
      expect(JSON.stringify(problems)).not.toContain('hush');
      expect(await run(['doctor'], { HEADWATER_PORT: 'x' })).toMatchObject({ code: 2 });
    });
  });

  describe('headwater space delete', () => {
    let doomed: TestSpace;
    let before: unknown;
    beforeAll(async () => {
      doomed = await running.server.newSpace('doomed');
      await fillSpace(doomed);
      await fillSpace(running.space);
      await idle(running.server.deps, 'doomed');
      await idle(running.server.deps, running.space.id);
      before = await readState(running.server.deps, running.space.id);
    });
    afterAll(() => running.server.spoilNumbers());

    it('asks, and removes nothing but for the name of the space', async () => {
      expect(await run(['space', 'delete', 'doomed'])).toMatchObject({
        code: 2,
        error: expect.stringContaining('add --yes'),
      });
      expect(await run(['space', 'delete', 'doomed'], {}, 'yes')).toMatchObject({ code: 2 });
      expect(await run(['space', 'delete', 'nowhere', '--yes'])).toMatchObject({
        code: 2,
        error: 'there is no space "nowhere"\n',
      });
      expect(await spaceIds(running.server.deps.db)).toContain('doomed');
    });

    it('removes all rows, keys and files of the space, and nothing of another one', async () => {
      const { deps } = running.server;
      expect(filesOf(running.server, 'doomed').length).toBeGreaterThan(1);
      const said = await run(['space', 'delete', 'doomed', '--json'], {}, 'doomed');
      expect(said).toMatchObject({ code: 0 });
      expect(JSON.parse(said.out).rows).toBeGreaterThan(1_000);
      expect(await rowsOf(deps, 'doomed')).toEqual({});
      expect(filesOf(running.server, 'doomed')).toEqual([]);
      if (database === 'sqlite') expect(await deps.db.knex('search_docs').where({ space_id: 'doomed' })).toEqual([]);
      expect(await readState(deps, running.space.id)).toEqual(before);
      // What a process has read of a key counts for two seconds.
      await expect
        .poll(async () => (await doomed.send('GET', 'Accounts')).status, { timeout: 10_000, interval: 200 })
        .toBe(401);
    });

    it('lets the name be used again', async () => {
      const again = await running.server.newSpace('doomed');
      expect((await again.list('Accounts')).data).toEqual([]);
      const { id } = await again.newAccount();
      expect((await again.get('Accounts', id)).revision).toBeGreaterThan(100);
    });
  });
});
