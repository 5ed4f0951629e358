/**
 * A space that was backed up on one database and restored on another one is the same, member by member, and its keys open it.
 */
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedFileKey, fileKeyParts } from '../../src/files/file-store.js';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { idle } from '../changes/observed-log.js';
import { readState } from '../changes/space-state.js';
import { headwater } from '../cli/headwater.js';
import { everyByte, uploaded } from '../documents/samples.js';
import { databases, onDatabaseInTurn } from '../fixture.js';
import {
  envOf,
  Folders,
  fillSpace,
  newTarget,
  passphrase,
  rowsOf,
  type SpaceRows,
  secretOf,
} from './backup-fixture.js';

onDatabaseInTurn((running) => {
  const folders = new Folders();
  const plain = folders.next();
  const encrypted = folders.next();
  let rows: SpaceRows;
  let revision: number;
  beforeAll(async () => {
    const { deps } = running.server;
    const { id } = running.space;
    await fillSpace(running.space);
    await uploaded(running.space, 'bytes.bin', everyByte);
    await idle(deps, id);
    for (const [folder, settings] of [
      [plain, {}],
      [encrypted, { HEADWATER_BACKUP_PASSPHRASE: passphrase }],
    ] as const) {
      const said = await headwater(['backup', folder], { env: { ...envOf(running.server), ...settings } });
      expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/^SPACE .*\nacme +[\d,]+ +[\d,]+ +4 /) });
    }
    rows = await rowsOf(deps, id);
    revision = await spaceRevision(deps, id);
  });
  afterAll(() => folders.remove());

  describe.each(databases)('restored on %s', (database) => {
    it.each([
      ['as it is', plain],
      ['encrypted', encrypted],
    ])('is the same, %s', async (_, folder) => {
      const target = await newTarget(database, { HEADWATER_SECRET: await secretOf(running.server) });
      const env = { ...target.env, ...(folder === encrypted && { HEADWATER_BACKUP_PASSPHRASE: passphrase }) };
      expect(await headwater(['restore', folder], { env })).toMatchObject({ code: 0 });
      const deps = await target.open();
      const { id } = running.space;
      expect(await spaceRevision(deps, id)).toBe(revision);
      const restored = await rowsOf(deps, id);
      expect(Object.keys(restored)).toEqual(Object.keys(rows));
      for (const [table, wanted] of Object.entries(rows)) expect(restored[table], table).toEqual(wanted);
      expect(await readState(deps, id)).toEqual(await readState(running.server.deps, id));
      await deps.db.close();
      await target.drop();
    });
  });

  it('is opened by its keys, and gives the content of its files', async () => {
    const target = await newTarget(databases.find((name) => name !== running.server.database) ?? 'sqlite', {
      HEADWATER_SECRET: await secretOf(running.server),
    });
    expect(await headwater(['restore', plain], { env: target.env })).toMatchObject({ code: 0 });
    const deps = await target.open();
    const { id, authorization } = running.space;
    expect(await deps.keys.authenticate(id, authorization)).toMatchObject({ space: id });
    for await (const page of running.server.deps.files.list(id)) {
      for (const { key } of page) {
        const copy = copiedFileKey(fileKeyParts(key).name, id, deps.files.owner);
        expect(await buffer(await deps.files.read(copy))).toEqual(
          await buffer(await running.server.deps.files.read(key)),
        );
      }
    }
    await deps.db.close();
    await target.drop();
  });
});
