/**
 * What restore rejects, and that nothing has changed then; spaces under other names; restores that were cut off.
 */
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spaceIds } from '../../src/db/spaces.js';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { createSpace } from '../../src/spaces/create-space.js';
import { deleteSpace } from '../../src/spaces/delete-space.js';
import { idle } from '../changes/observed-log.js';
import { headwater, type Said } from '../cli/headwater.js';
import { SpaceView } from '../cli/space-view.js';
import { onDatabaseInTurn } from '../fixture.js';
import { envOf, Folders, fillSpace, newTarget, passphrase, rowsOf, type Target } from './backup-fixture.js';

onDatabaseInTurn((running, database) => {
  const folders = new Folders();
  const plain = folders.next();
  const encrypted = folders.next();
  let target: Target;
  let deps: ServerDeps;

  beforeAll(async () => {
    await fillSpace(running.space);
    await running.server.newSpace('other');
    await idle(running.server.deps, running.space.id);
    const env = envOf(running.server);
    expect(await headwater(['backup', plain], { env })).toMatchObject({ code: 0 });
    const withPassphrase = { ...env, HEADWATER_BACKUP_PASSPHRASE: passphrase };
    expect(await headwater(['backup', encrypted, '--space', 'acme'], { env: withPassphrase })).toMatchObject({
      code: 0,
    });
  });
  beforeEach(async () => {
    target = await newTarget(database);
    deps = await target.open();
  });
  afterEach(async () => {
    await deps.db.close();
    await target.drop();
  });
  afterAll(() => folders.remove());

  const restore = (folder: string, ...options: string[]): Promise<Said> =>
    headwater(['restore', folder, ...options], target);

  async function expectNothing(): Promise<void> {
    expect(await spaceIds(deps.db)).toEqual([]);
    expect(await rowsOf(deps, 'acme')).toEqual({});
  }

  describe('a backup that is damaged', () => {
    const table = 'spaces/acme/accounts.ndjson.gz';
    function copy(folder: string): string {
      const copied = folders.next();
      cpSync(folder, copied, { recursive: true });
      return copied;
    }
    function change(folder: string, path: string, place: number): void {
      const file = join(folder, path);
      const bytes = readFileSync(file);
      const index = place < 0 ? bytes.length + place : place;
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    }
    function aFile(folder: string): string {
      const [shard = ''] = readdirSync(join(folder, 'spaces/acme/files'));
      const [name = ''] = readdirSync(join(folder, 'spaces/acme/files', shard));
      return join('spaces/acme/files', shard, name);
    }

    it.each<[string, (folder: string) => void, RegExp]>([
      ['a changed table', (folder) => change(folder, table, -20), /accounts\.ndjson\.gz is damaged: its SHA-256/],
      ['a table that is cut off', (folder) => truncateSync(join(folder, table), 40), /has 40 bytes in place of/],
      ['a table that is missing', (folder) => rmSync(join(folder, table)), /accounts\.ndjson\.gz is missing/],
      ['a changed file', (folder) => change(folder, aFile(folder), 3), /spaces\/acme\/files\/.* is damaged/],
      ['a file that is missing', (folder) => rmSync(join(folder, aFile(folder))), /spaces\/acme\/files\/.* is missing/],
      [
        'a manifest with another revision',
        (folder) => {
          const file = join(folder, 'manifest.json');
          writeFileSync(file, readFileSync(file, 'utf8').replace(/"revision": \d+/, '"revision": 3'));
        },
        /manifest\.json was changed/,
      ],
      ['a manifest that is cut off', (folder) => truncateSync(join(folder, 'manifest.json'), 400), /is not JSON/],
    ])('by %s is rejected', async (_, damage, message) => {
      for (const folder of [plain, encrypted].map(copy)) {
        damage(folder);
        const env = { ...target.env, HEADWATER_BACKUP_PASSPHRASE: passphrase };
        for (const further of [[], ['--check']]) {
          const said = await headwater(['restore', folder, '--space', 'acme', ...further], { env });
          expect(said).toMatchObject({ code: 1, out: '', error: expect.stringMatching(message) });
          expect(said.error).not.toMatch(/^ +at /m);
        }
      }
      await expectNothing();
    });

    it('whose sums were made right again is rejected by what does not decrypt', async () => {
      const { checkSpace } = await import('../../src/backup/check-backup.js');
      const { openBackup } = await import('../../src/backup/manifest.js');
      const { createHash } = await import('node:crypto');
      const folder = copy(encrypted);
      // The rows of another table, with right sums: the name of a part is part of its key.
      cpSync(join(folder, 'spaces/acme/contacts.ndjson.gz'), join(folder, table));
      const backup = await openBackup(folder, passphrase);
      const [space] = backup.manifest.spaces;
      const accounts = space?.tables.find((one) => one.table === 'accounts');
      const bytes = readFileSync(join(folder, table));
      Object.assign(accounts ?? {}, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      await expect(space && checkSpace(backup, space)).rejects.toThrow('it does not decrypt');
    });

    it('is found by a check that needs no database', async () => {
      const env = { HEADWATER_DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' };
      expect(await headwater(['restore', plain, '--check'], { env })).toMatchObject({
        code: 0,
        out: expect.stringContaining('All sums and rows are right.'),
      });
    });
  });

  it('sets booleans that an older record lacks', async () => {
    const { db } = running.server.deps;
    const currencies = () => db.knex('currencies').where({ space_id: 'other' });
    await currencies().update({ is_base: null });
    const folder = folders.next();
    try {
      expect(await headwater(['backup', folder, '--space', 'other'], { env: envOf(running.server) })).toMatchObject({
        code: 0,
      });
      expect(await restore(folder)).toMatchObject({ code: 0 });
      const restored = await deps.db.knex('currencies').where({ space_id: 'other' }).select('is_base');
      expect(restored.map(({ is_base }) => is_base)).not.toContain(null);
      expect(restored.length).toBeGreaterThan(0);
    } finally {
      await currencies().update({ is_base: false });
    }
  });

  it('rejects a wrong passphrase, a missing one, and one that is too short', async () => {
    const wrong = target.write('wrong', 'another passphrase\n');
    expect(await restore(encrypted, '--passphrase-file', wrong)).toMatchObject({
      code: 2,
      error: 'the passphrase is not the one of this backup\n',
    });
    expect(await restore(encrypted)).toMatchObject({ code: 2, error: expect.stringContaining('is encrypted: set') });
    expect(await restore(encrypted, '--passphrase-file', target.write('short', 'hush'))).toMatchObject({
      code: 2,
      error: expect.stringContaining('fewer than 12 characters'),
    });
    expect(await restore(encrypted, '--passphrase-file', target.write('right', `${passphrase}\n`))).toMatchObject({
      code: 0,
    });
  });

  it('rejects what is no backup, and backs up into new folders only', async () => {
    expect(await restore(folders.next())).toMatchObject({
      code: 2,
      error: expect.stringContaining('no finished backup'),
    });
    const again = await headwater(['backup', plain], { env: envOf(running.server) });
    expect(again).toMatchObject({ code: 2, error: expect.stringContaining('is not empty') });
    expect(await restore(plain, '--space', 'nowhere')).toMatchObject({
      code: 2,
      error: 'the backup has no space "nowhere"; it has: acme, other\n',
    });
    expect(await restore(plain, '--as', 'copy')).toMatchObject({
      code: 2,
      error: expect.stringContaining('--as names one'),
    });
    await expectNothing();
  });

  it('rejects a backup of other tables, in words', async () => {
    const folder = folders.next();
    cpSync(plain, folder, { recursive: true });
    const { writeManifest, openBackup } = await import('../../src/backup/manifest.js');
    const rewrite = async (change: (manifest: Record<string, unknown>) => void) => {
      const { manifest } = await openBackup(plain, undefined);
      const { seal: _, ...changed } = structuredClone(manifest);
      change(changed);
      rmSync(join(folder, 'manifest.json'));
      await writeManifest(folder, changed, undefined);
    };
    await rewrite((manifest) => Object.assign(manifest, { schema: '099-later', server: '9.9.9' }));
    expect(await restore(folder)).toMatchObject({
      code: 1,
      error: expect.stringContaining('made by version 9.9.9, whose tables (099-later) differ'),
    });
    await rewrite(({ spaces }) => {
      const [space] = spaces as { tables: { table: string; columns: Record<string, string> }[] }[];
      Object.assign(space?.tables.find(({ table }) => table === 'accounts')?.columns ?? {}, { mood: 'string' });
    });
    expect(await restore(folder)).toMatchObject({
      code: 1,
      error: expect.stringContaining('the column accounts.mood'),
    });
    await expectNothing();
  });

  it('changes nothing where one of the spaces exists, and leaves it out when asked to', async () => {
    await createSpace(deps, { id: 'other' });
    const said = await restore(plain);
    expect(said).toMatchObject({ code: 2, error: expect.stringContaining('the space "other" exists: remove it') });
    expect(await spaceIds(deps.db)).toEqual(['other']);
    expect(await restore(plain, '--skip-existing')).toMatchObject({
      code: 0,
      error: expect.stringContaining('Left out "other", which exists.'),
    });
    expect(await spaceIds(deps.db)).toEqual(['acme', 'other']);
  });

  it('restores under another name: with its files, without its keys, its webhooks silent', async () => {
    const said = await restore(plain, '--space', 'acme', '--as', 'copy');
    expect(said).toMatchObject({ code: 0, error: expect.stringContaining('No key opens "copy"') });
    expect(said.error).toContain('webhooks of "copy" are paused');
    const view = await SpaceView.open(target.env, 'copy');
    const files = await view.list('CloudObject', ['url', 'public_url', 'size']);
    expect(files.length).toBeGreaterThan(2);
    for (const { url, public_url } of files) {
      expect(url).not.toContain('/acme/');
      expect(public_url ?? '').not.toContain('/acme/');
    }
    expect(JSON.stringify(await rowsOf(view.deps, 'copy'))).not.toMatch(/\/spaces\/acme\/|\/public\/acme\/|"acme\//);
    const stored: string[] = [];
    for await (const page of view.deps.files.list('copy')) stored.push(...page.map(({ key }) => key));
    expect(stored.length).toBeGreaterThan(2);
    expect((await rowsOf(view.deps, 'copy')).api_keys).toBeUndefined();
    for (const { is_active } of await view.list('ApiAccess', ['is_active'])) expect(is_active).toBe(false);
    for (const { is_paused } of await view.list('Webhook', ['is_paused'])) expect(is_paused).toBe(true);
    await view.close();
  });

  it('shows nothing of a restore that was cut off, and begins again', async () => {
    const stop = new AbortController();
    const cutOff = await headwater(['restore', plain, '--space', 'acme'], {
      env: target.env,
      stop: stop.signal,
      isInteractive: true,
      onOutput: (text) => {
        if (/restoring acme: [1-9]\d\d/.test(text)) stop.abort();
      },
    });
    expect(cutOff).toMatchObject({ code: 130 });
    expect(await spaceIds(deps.db)).toEqual([]);
    expect(Object.keys(await rowsOf(deps, 'acme')).length).toBeGreaterThan(1);
    expect((await rowsOf(deps, 'acme')).api_keys).toBeUndefined();
    await expect(createSpace(deps, { id: 'acme' })).rejects.toThrow(
      'is being restored or deleted, or that was cut off',
    );
    expect(await restore(plain, '--space', 'acme')).toMatchObject({ code: 0 });
    expect(await spaceRevision(deps, 'acme')).toBe(await spaceRevision(running.server.deps, 'acme'));
    expect((await rowsOf(deps, 'acme')).contacts).toEqual((await rowsOf(running.server.deps, 'acme')).contacts);
  });

  it('goes on from the revisions of an earlier space of the name, which processes remember', async () => {
    await createSpace(deps, { id: 'acme' });
    const later = 1_000_000;
    await deps.db.knex('spaces').where({ space_id: 'acme' }).update({ revision: later });
    await deleteSpace(deps, 'acme');
    await expectNothing();
    expect(await restore(plain, '--space', 'acme')).toMatchObject({ code: 0 });
    expect(await spaceRevision(deps, 'acme')).toBeGreaterThan(later);
    await deleteSpace(deps, 'acme');
    await createSpace(deps, { id: 'acme' });
    expect(await spaceRevision(deps, 'acme')).toBeGreaterThan(later + 1);
  });
});
