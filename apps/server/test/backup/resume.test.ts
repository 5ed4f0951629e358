/**
 * A backup that was cut off goes on where it was: what is finished of it stays, and the whole restores what was there.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headwater, type Said } from '../cli/headwater.js';
import { png, uploaded } from '../documents/samples.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { envOf, Folders, newTarget, passphrase, rowsOf, secretOf } from './backup-fixture.js';

onDatabaseInTurn((running) => {
  const folders = new Folders();
  let other: TestSpace;
  beforeAll(async () => {
    await running.space.newAccount({ name: 'Before' });
    other = await running.server.newSpace('other');
    await uploaded(other, 'one.png', png);
  });
  afterAll(() => folders.remove());

  const backup = (folder: string, settings: Readonly<Record<string, string>>, ...further: string[]): Promise<Said> =>
    headwater(['backup', folder, ...further], { env: { ...envOf(running.server), ...settings } });

  /** Ends when the command says the words. */
  const cutOff = async (folder: string, words: RegExp, settings: Readonly<Record<string, string>> = {}) => {
    const stop = new AbortController();
    const said = await headwater(['backup', folder], {
      env: { ...envOf(running.server), ...settings },
      stop: stop.signal,
      isInteractive: true,
      onOutput: (text) => {
        if (words.test(text)) stop.abort();
      },
    });
    expect(said).toMatchObject({ code: 130 });
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false);
  };

  describe.each([
    ['as it is', {}],
    ['encrypted', { HEADWATER_BACKUP_PASSPHRASE: passphrase }],
  ])('headwater backup --resume, %s', (_, settings) => {
    it('keeps the spaces that are finished, and makes the others', async () => {
      const folder = folders.next();
      await cutOff(folder, /other: /, settings);
      const finished = join(folder, 'spaces/acme/accounts.ndjson.gz');
      const { mtimeMs, ino } = statSync(finished);
      await running.space.newAccount({ name: 'After' });
      expect(await backup(folder, settings, '--resume')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^SPACE .*\nacme .*\nother /),
      });
      expect(statSync(finished)).toMatchObject({ mtimeMs, ino });
      // Nothing is left of the attempts.
      expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'spaces']);
      expect(existsSync(join(folder, 'spaces/acme/finished.json'))).toBe(false);
      const target = await newTarget('sqlite', { HEADWATER_SECRET: await secretOf(running.server), ...settings });
      expect(await headwater(['restore', folder], { env: target.env })).toMatchObject({ code: 0 });
      const deps = await target.open();
      expect(await rowsOf(deps, 'other')).toEqual(await rowsOf(running.server.deps, 'other'));
      expect((await rowsOf(deps, 'acme')).accounts).toHaveLength(
        ((await rowsOf(running.server.deps, 'acme')).accounts?.length ?? 0) - 1,
      );
      await deps.db.close();
      await target.drop();
    });
  });

  it('begins a space again that is not finished, also the first', async () => {
    const folder = folders.next();
    await cutOff(folder, /acme: /);
    // As a process leaves it that is killed while it writes.
    writeFileSync(join(folder, 'spaces/acme/accounts.ndjson.gz'), 'half');
    writeFileSync(join(folder, 'begun.json.part'), '{');
    expect(await backup(folder, {}, '--resume')).toMatchObject({ code: 0 });
    expect(await headwater(['restore', folder, '--check'], { env: {} })).toMatchObject({ code: 0 });
  });

  it('goes on with nothing else', async () => {
    const folder = folders.next();
    expect(await backup(folder, {}, '--resume')).toMatchObject({
      code: 2,
      error: expect.stringContaining('has no backup that was cut off'),
    });
    expect(await backup(folder, {})).toMatchObject({ code: 0 });
    expect(await backup(folder, {}, '--resume')).toMatchObject({
      code: 2,
      error: expect.stringContaining('has no backup that was cut off'),
    });
    expect(await headwater(['restore', folder, '--check'], { env: {} })).toMatchObject({ code: 0 });
  });

  it('is not done with another passphrase, secret or version, and changes nothing then', async () => {
    const folder = folders.next();
    const settings = { HEADWATER_BACKUP_PASSPHRASE: passphrase };
    await cutOff(folder, /other: /, settings);
    expect(await backup(folder, {})).toMatchObject({ code: 2, error: expect.stringContaining('--resume') });
    expect(await backup(folder, {}, '--resume')).toMatchObject({
      code: 2,
      error: expect.stringContaining('encrypted'),
    });
    expect(await backup(folder, { HEADWATER_BACKUP_PASSPHRASE: 'quite another passphrase' }, '--resume')).toMatchObject(
      {
        code: 2,
        error: expect.stringContaining('the passphrase is not the one of this backup'),
      },
    );
    expect(await backup(folder, { ...settings, HEADWATER_SECRET: 'x'.repeat(40) }, '--resume')).toMatchObject({
      code: 2,
      error: expect.stringContaining('another secret'),
    });
    const finished = join(folder, 'spaces/acme/finished.json');
    const content = readFileSync(finished, 'utf8');
    writeFileSync(finished, content.replace(/"revision": \d+/, '"revision": 1'));
    expect(await backup(folder, settings, '--resume')).toMatchObject({
      code: 1,
      error: expect.stringContaining('its seal is wrong'),
    });
    writeFileSync(finished, content);
    rmSync(join(folder, 'spaces/other'), { recursive: true, force: true });
    expect(await backup(folder, settings, '--resume')).toMatchObject({ code: 0 });
  });
});
