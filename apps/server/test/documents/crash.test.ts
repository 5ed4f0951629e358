/**
 * A server that is killed in the middle of uploads has the whole content of every one that it acknowledged.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openDeps } from '../../src/main/open-deps.js';
import { systemCall } from '../../src/records/call.js';
import { contentLocation } from '../../src/records/content/content-location.js';
import { databaseInTurn, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { basic, TestSpace } from '../test-space.js';
import { manyBytes, uploaded } from './samples.js';

const writers = 4;
const uploadsBeforeTheEnd = 40;

describe.each(databaseInTurn())('on %s', (database) => {
  let stored: TestDatabase;
  let child: ChildProcess | undefined;
  afterEach(async () => {
    child?.kill('SIGKILL');
    await stored.drop();
  });

  it('keeps every acknowledged file when the process is killed', async () => {
    stored = await newDatabase(database, 'tables');
    child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../killed-server.mjs', import.meta.url)), JSON.stringify(stored.location)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    const [line] = await once(createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }), 'line');
    const { url, ...key } = JSON.parse(String(line)) as { url: string; token: string; password: string };
    const space = new TestSpace(url, 'acme', basic(key), '');

    const acknowledged = new Map<string, Buffer>();
    const write = async (writer: number) => {
      for (let count = 0; ; count++) {
        const content = manyBytes(100_000 + 1_000 * count + writer);
        const record = await uploaded(space, 'a.bin', content).catch(() => undefined);
        // The first upload without an answer is the one that the kill met.
        if (!record) return;
        acknowledged.set(record.id, content);
        if (acknowledged.size >= uploadsBeforeTheEnd) child?.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    await exited;
    expect(acknowledged.size).toBeGreaterThanOrEqual(uploadsBeforeTheEnd);

    const deps = await openDeps({ ...testConfig, ...stored.location });
    try {
      for (const [id, content] of acknowledged) {
        const place = await contentLocation(deps, systemCall('acme'), id);
        expect(place.size).toBe(content.length);
        expect((await buffer(await deps.files.read(place.key))).equals(content)).toBe(true);
      }
    } finally {
      await deps.db.close();
    }
  }, 120_000);
});
