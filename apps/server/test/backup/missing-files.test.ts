/**
 * A backup that lacks files says which and where it looked, and ends with 1 unless they are known to be lost; all else can be restored.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headwater } from '../cli/headwater.js';
import { png, uploaded } from '../documents/samples.js';
import { onDatabaseInTurn } from '../fixture.js';
import { envOf, Folders, newTarget } from './backup-fixture.js';

onDatabaseInTurn((running) => {
  const folders = new Folders();
  const elsewhere = mkdtempSync(join(tmpdir(), 'headwater-elsewhere-'));
  const backup = (folder: string, settings: Readonly<Record<string, string>>, ...further: string[]) =>
    headwater(['backup', folder, ...further], { env: { ...envOf(running.server), ...settings } });
  beforeAll(async () => {
    await uploaded(running.space, 'one.png', png);
    await uploaded(running.space, 'two.png', png);
    await uploaded(await running.server.newSpace('other'), 'three.png', png);
  });
  afterAll(() => {
    folders.remove();
    rmSync(elsewhere, { recursive: true });
  });

  describe('headwater backup', () => {
    it('ends with 0 and says nothing of files when all are there', async () => {
      const said = await backup(folders.next(), {});
      expect(said.code).toBe(0);
      expect(said.error).not.toContain('found');
    });

    it('ends with 1 when it looks into another folder than the server, and says what to do', async () => {
      const folder = folders.next();
      const said = await backup(folder, { HEADWATER_FILES_DIR: elsewhere });
      expect(said).toMatchObject({ code: 1, out: expect.stringMatching(/^SPACE .*\nacme +[\d,]+ +[\d,]+ +0 /) });
      const lines = said.error.split('\n');
      expect(lines).toContain(`2 files of the space "acme" were not found in the folder ${elsewhere}.`);
      expect(lines).toContain(`1 file of the space "other" was not found in the folder ${elsewhere}.`);
      for (const remedy of ['the data folder or bucket of the server', 'HEADWATER_DATA_DIR', '--allow-missing-files'])
        expect(said.error).toContain(remedy);
      expect(await headwater(['restore', folder, '--check'], { env: {} })).toMatchObject({ code: 0 });
      const target = await newTarget('sqlite');
      expect(await headwater(['restore', folder], { env: target.env })).toMatchObject({ code: 0 });
      const { db } = await target.open();
      expect(await db.knex('cloud_objects').where({ space_id: 'acme' })).toHaveLength(2);
      await db.close();
      await target.drop();
    });

    it('names the bucket and its address', async () => {
      const store = createServer((_, response) => {
        response.writeHead(404, { 'content-type': 'application/xml' });
        response.end('<Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>');
      });
      await new Promise<void>((listening) => store.listen(0, '127.0.0.1', listening));
      const host = `127.0.0.1:${(store.address() as AddressInfo).port}`;
      const said = await backup(folders.next(), {
        HEADWATER_FILES_S3_BUCKET: 'crm-files',
        HEADWATER_FILES_S3_ENDPOINT: `http://${host}`,
        HEADWATER_FILES_S3_KEY: 'key',
        HEADWATER_FILES_S3_SECRET: 'hush',
      });
      store.close();
      expect(said.code).toBe(1);
      expect(said.error).toContain(`2 files of the space "acme" were not found in the bucket crm-files at ${host}.`);
      expect(said.error).not.toContain('hush');
    });

    it('ends with 0 when they are known to be lost, and still names them', async () => {
      const said = await backup(folders.next(), { HEADWATER_FILES_DIR: elsewhere }, '--allow-missing-files');
      expect(said.code).toBe(0);
      expect(said.error).toContain('2 files of the space "acme" were not found');
      expect(said.error).not.toContain('HEADWATER_DATA_DIR');
    });

    it('answers in JSON as before', async () => {
      const folder = folders.next();
      const said = await backup(folder, { HEADWATER_FILES_DIR: elsewhere }, '--json', '--space', 'other');
      expect(said.code).toBe(1);
      const count = expect.any(Number);
      expect(JSON.parse(said.out)).toEqual({
        folder,
        encrypted: false,
        spaces: [{ id: 'other', revision: count, rows: count, files: 0, bytes: count, missing: 1 }],
      });
    });
  });
});
