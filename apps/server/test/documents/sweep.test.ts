/**
 * Files that no record names go; all others stay, whatever happens at the same time.
 */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newFileKey } from '../../src/files/file-store.js';
import { sweepFiles } from '../../src/records/content/sweep-files.js';
import { headwater } from '../cli/headwater.js';
import { onDatabaseInTurn } from '../fixture.js';
import { download, filesOf, png, text, uploaded } from './samples.js';

const daySeconds = 24 * 60 * 60;

onDatabaseInTurn((running) => {
  async function* bytesOf(content: Uint8Array) {
    yield content;
  }

  /** A file that a crash left without a record. @returns its name */
  async function leaveBehind(space: string): Promise<string> {
    const key = newFileKey(space, running.server.deps.files.owner);
    await running.server.deps.files.put(key, bytesOf(text));
    return key.slice(space.length + 1);
  }

  function pathOf(name: string): string {
    const folder = join(running.server.config.dataDir, 'files');
    const entry = readdirSync(folder, { recursive: true, withFileTypes: true }).find((one) => one.name === name);
    return join(entry?.parentPath ?? '', name);
  }

  function makeOlder(names: readonly string[], bySeconds: number): void {
    const then = Date.now() / 1000 - bySeconds;
    for (const name of names) utimesSync(pathOf(name), then, then);
  }

  it('removes what no record names once it is a day old', async () => {
    const { server, space } = running;
    const kept = await uploaded(space, 'kept.txt', text);
    const deleted = await uploaded(space, 'deleted.txt', text);
    await space.delete('CloudObjects', deleted.id);
    const named = filesOf(server, space.id);
    const old = [await leaveBehind(space.id), await leaveBehind(space.id)];
    const young = await leaveBehind(space.id);
    makeOlder([...named, ...old], daySeconds + 60);
    makeOlder([young], daySeconds - 60);
    const cutOff = `${pathOf(young)}.part`;
    writeFileSync(cutOff, 'x');
    utimesSync(cutOff, 0, 0);

    const swept = await Promise.all([sweepFiles(server.deps, new Date()), sweepFiles(server.deps, new Date())]);
    // Either may come first to a file, or both may have seen it.
    expect(swept.reduce((sum, { files }) => sum + files, 0)).toBeGreaterThanOrEqual(2);
    expect(filesOf(server, space.id).sort()).toEqual([...named, young].sort());
    expect((await download(space, kept.url)).bytes.equals(text)).toBe(true);
    expect(await sweepFiles(server.deps, new Date())).toEqual({ files: 0, unfinished: 0 });
    expect(await sweepFiles(server.deps, new Date(Date.now() + 120_000))).toEqual({ files: 1, unfinished: 0 });
  });

  it('is done by the job worker when it is due, and not again for an hour', async () => {
    const { server, space } = running;
    const job = () => server.deps.db.knex('jobs').where({ space_id: '', action: 'sweep-files' });
    const left = await leaveBehind(space.id);
    makeOlder([left], 2 * daySeconds);
    await job().update({ leased_until: null });
    server.deps.jobSignal.emit('enqueued');
    await vi.waitFor(() => expect(filesOf(server, space.id)).not.toContain(left), 60_000);
    const { leased_until } = await job().first();
    expect(Number(leased_until)).toBeGreaterThan(Date.now() + 3_000_000);
    expect(server.failures).toEqual([]);
  });

  it('keeps apart what spaces have', async () => {
    const { server } = running;
    const other = await server.newSpace('quiet');
    const record = await uploaded(other, 'a.png', png);
    const left = await leaveBehind(other.id);
    makeOlder(filesOf(server, other.id), 2 * daySeconds);
    await sweepFiles(server.deps, new Date());
    expect(filesOf(server, other.id)).not.toContain(left);
    expect((await download(other, record.url)).bytes.equals(png)).toBe(true);
  });

  it('goes through many files', async () => {
    const { server } = running;
    const other = await server.newSpace('crowded');
    await uploaded(other, 'a.png', png);
    const [kept = ''] = filesOf(server, other.id);
    // In one folder, so that more than one lookup is needed for it.
    const first = await leaveBehind(other.id);
    const left = Array.from(
      { length: 600 },
      (_, place) => `${first.slice(0, 2)}${String(place).padStart(22, '0')}${first.slice(24)}`,
    );
    for (const name of left) writeFileSync(join(dirname(pathOf(first)), name), 'x');
    makeOlder([kept], 2 * daySeconds);
    expect(await sweepFiles(server.deps, new Date(Date.now() + 2 * daySeconds * 1000))).toMatchObject({ files: 601 });
    expect(filesOf(server, other.id)).toEqual([kept]);
  });

  it('is a command', async () => {
    const { server, space } = running;
    const { dataDir, databaseUrl } = server.config;
    const left = await leaveBehind(space.id);
    makeOlder([left], 2 * daySeconds);
    const env = { HEADWATER_DATA_DIR: dataDir, ...(databaseUrl && { HEADWATER_DATABASE_URL: databaseUrl }) };
    const swept = await headwater(['files', 'sweep'], { env });
    expect(swept).toEqual({
      code: 0,
      out: 'Removed 1 file that no record names and 0 uploads that had been cut off.\n',
      error: '',
    });
    expect(filesOf(server, space.id)).not.toContain(left);
    const again = await headwater(['files', 'sweep', '--json'], { env });
    expect(JSON.parse(again.out)).toEqual({ files: 0, unfinished: 0 });
  });
});
