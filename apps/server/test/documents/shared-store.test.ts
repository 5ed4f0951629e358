/**
 * Two databases that keep their files in one store, each with a space of the same name: neither touches the files of the other.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepFiles } from '../../src/records/content/sweep-files.js';
import { createKey } from '../../src/spaces/space-keys.js';
import { envOf } from '../backup/backup-fixture.js';
import { headwater } from '../cli/headwater.js';
import { TestServer } from '../fixture.js';
import { basic, TestSpace } from '../test-space.js';
import { download, png, text, uploaded } from './samples.js';

const folder = mkdtempSync(join(tmpdir(), 'headwater-shared-'));
const files = { kind: 'folder', folder: join(folder, 'files') } as const;
const laterThanSweptMs = 2 * 24 * 60 * 60 * 1000;

let one: TestServer;
let other: TestServer;

beforeAll(async () => {
  one = await TestServer.start('sqlite', { files });
  other = await TestServer.start('postgres', { files });
  expect(one.space.id).toBe(other.space.id);
});

afterAll(async () => {
  await one?.close();
  await other?.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command on the database of a server, with the files of both. */
const command = (server: TestServer, ...args: string[]) =>
  headwater(args, { env: { ...envOf(server), HEADWATER_FILES_DIR: files.folder } });

async function contentOf(space: TestSpace, url: unknown): Promise<string> {
  return (await download(space, url)).bytes.toString('base64');
}

it('are swept by the one that has no record of them', async () => {
  const [here, there] = [await uploaded(one.space, 'a.png', png), await uploaded(other.space, 'a.txt', text)];
  for (const server of [one, other]) {
    expect(await sweepFiles(server.deps, new Date(Date.now() + laterThanSweptMs))).toEqual({ files: 0, unfinished: 0 });
  }
  expect(await contentOf(one.space, here.url)).toBe(png.toString('base64'));
  expect(await contentOf(other.space, there.url)).toBe(text.toString('base64'));
});

it.each(['sqlite', 'postgres'])(
  'have each a copy of its own when a space of %s is restored into the other',
  async (from) => {
    const [source, target] = from === 'sqlite' ? [one, other] : [other, one];
    const space = await source.newSpace(`moved-${from}`);
    const kept = await uploaded(space, 'kept.png', png);
    const replaced = await uploaded(space, 'replaced.png', png);
    const backup = join(folder, `backup-${from}`);
    expect(await command(source, 'backup', backup, '--space', space.id)).toMatchObject({ code: 0 });
    expect(await command(target, 'restore', backup)).toMatchObject({ code: 0 });

    // What the source does with its files leaves those of the target, and the other way round.
    await space.update('CloudObjects', replaced.id, { content: text.toString('base64') });
    await sweepFiles(source.deps, new Date(Date.now() + laterThanSweptMs));
    const key = await createKey(target.deps, { space: space.id });
    const restored = new TestSpace(target.origin, space.id, basic(key), '');
    for (const { id } of [kept, replaced]) {
      const { url } = await restored.get('CloudObjects', id);
      expect(await contentOf(restored, url)).toBe(png.toString('base64'));
    }
    expect(await command(target, 'space', 'delete', space.id, '--yes')).toMatchObject({ code: 0 });
    expect(await contentOf(space, kept.url)).toBe(png.toString('base64'));
  },
);

it('of before there were marks belong to databases of that time', async () => {
  const space = await one.newSpace('older');
  const record = await uploaded(space, 'a.png', png);
  const [file] = filesOf('older');
  if (!file) throw new Error('there is no file');
  const [named, left] = ['0'.repeat(40), `${'0'.repeat(39)}1`];
  mkdirSync(join(files.folder, 'older', '00'));
  renameSync(file, join(files.folder, 'older', '00', named));
  await one.deps.db
    .knex('cloud_objects')
    .where({ id: record.id })
    .update({ storage_key: `older/${named}` });
  writeFileSync(join(files.folder, 'older', '00', left), 'left behind');
  utimesSync(join(files.folder, 'older', '00', left), 0, 0);
  await other.newSpace('older');
  for (const server of [one, other]) {
    expect(await sweepFiles(server.deps, new Date(Date.now() + laterThanSweptMs))).toEqual({ files: 0, unfinished: 0 });
  }
  expect(await command(other, 'space', 'delete', 'older', '--yes')).toMatchObject({ code: 0 });
  expect(await contentOf(space, record.url)).toBe(png.toString('base64'));

  // As a database that had spaces when it was migrated.
  await one.deps.db.knex.raw(`UPDATE settings SET value = value || '+unmarked' WHERE name = 'files_owner'`);
  expect(await command(one, 'files', 'sweep')).toMatchObject({ code: 0 });
  expect(filesOf('older')).toEqual([join(files.folder, 'older', '00', named)]);
  expect(await command(one, 'space', 'delete', 'older', '--yes')).toMatchObject({ code: 0 });
  expect(filesOf('older')).toEqual([]);
});

function filesOf(space: string): string[] {
  return readdirSync(join(files.folder, space), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}
