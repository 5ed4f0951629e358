/**
 * A power failure under SQLite: the file stays, and of its log only a part that ends anywhere, or ends in what was never written; or the
 * log is whole, and a part of it has been written into the file. What recovers is what was acknowledged up to some moment, whole; with
 * `FULL` that moment is never before what the log held by then.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { SqliteConnection } from '../../src/db/sqlite/sqlite-connection.js';
import { TestServer, testConfig } from '../fixture.js';
import { sqliteFile } from '../prepare-databases.js';
import { Random } from '../random.js';

const writers = 4;
const writesEach = 10;
const cuts = 40;
/** Of which each leaves a part of the log in the file. */
const failures = 10;
/** Bytes of a log ahead of its pages, ahead of each of them, and of what a disk writes whole. */
const [logHeader, frameHeader, sector] = [32, 24, 512];
/** What the pragma answers. */
const levels = { NORMAL: 1, FULL: 2 } as const;

interface Acknowledged {
  readonly id: string;
  readonly revision: number;
  /** Bytes of the log when the answer had come. */
  readonly logSize: number;
}

interface Recovered {
  readonly revision: number;
  readonly revisionOf: ReadonlyMap<unknown, number>;
}

/** @returns what a server would find after the power has come back */
async function recover(file: string): Promise<Recovered> {
  const connection = await SqliteConnection.open(file, ['busy_timeout = 5000']);
  const ask = (text: string) => connection.run({ text, values: [] });
  try {
    expect(await ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const [space] = await ask("SELECT revision FROM spaces WHERE space_id = 'acme'");
    const contacts = await ask("SELECT id, revision FROM contacts WHERE space_id = 'acme'");
    return {
      revision: Number(space?.revision),
      revisionOf: new Map(contacts.map(({ id, revision }) => [id, Number(revision)])),
    };
  } finally {
    await connection.close();
  }
}

describe.each(['FULL', 'NORMAL'] as const)('with synchronous = %s', (synchronous) => {
  it('leaves a beginning of what was acknowledged, whole', async () => {
    const server = await TestServer.start('sqlite', {
      databaseSettings: { ...testConfig.databaseSettings, synchronous },
    });
    const folder = mkdtempSync(join(inject('testFolder'), 'power-'));
    const file = join(folder, 'cut.sqlite');
    const acknowledged: Acknowledged[] = [];
    const stored = sqliteFile(server.config.dataDir);
    try {
      const [level] = await server.deps.db.write((transaction) =>
        transaction.run({ text: 'PRAGMA synchronous', values: [] }),
      );
      expect(level).toEqual({ synchronous: levels[synchronous] });
      const write = async () => {
        for (let count = 0; count < writesEach; count++) {
          const { id, revision } = await server.space.newContact();
          acknowledged.push({ id, revision, logSize: statSync(`${stored}-wal`).size });
        }
      };
      await Promise.all(Array.from({ length: writers }, write));
      copyFileSync(stored, join(folder, 'whole'));
      copyFileSync(`${stored}-wal`, join(folder, 'log'));
    } finally {
      await server.close();
    }

    const log = readFileSync(join(folder, 'log'));
    const random = new Random(1);
    const seen = new Set<number>();
    for (let cut = 0; cut < cuts; cut++) {
      const length = random.integer(0, log.length);
      // Sectors that were not written yet hold anything.
      const rest = Buffer.alloc(cut % 2 === 0 ? 0 : Math.min(4_096, log.length - length), cut);
      copyFileSync(join(folder, 'whole'), file);
      writeFileSync(`${file}-wal`, Buffer.concat([log.subarray(0, length), rest]));
      const { revision, revisionOf } = await recover(file);
      seen.add(revision);
      for (const one of acknowledged) {
        const expected = one.revision <= revision ? one.revision : undefined;
        expect(revisionOf.get(one.id)).toBe(expected);
        if (one.logSize <= length) expect(one.revision).toBeLessThanOrEqual(revision);
      }
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
    }
    expect(seen.size).toBeGreaterThan(5);

    for (let failure = 0; failure < failures; failure++) {
      const torn = readFileSync(join(folder, 'whole'));
      writeFileSync(file, tear(torn, log, random));
      copyFileSync(join(folder, 'log'), `${file}-wal`);
      const { revisionOf } = await recover(file);
      for (const { id, revision } of acknowledged) expect(revisionOf.get(id)).toBe(revision);
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
    }
  });
});

/**
 * A log is written into the file once it has reached the disk, so it is whole when the power fails then; of its pages any may be in the
 * file, and any part of one.
 * @returns the file as such a failure leaves it
 */
function tear(file: Buffer, log: Buffer, random: Random): Buffer {
  const pageSize = log.readUInt32BE(8);
  const pages: Buffer[] = [];
  for (let at = logHeader; at + frameHeader + pageSize <= log.length; at += frameHeader + pageSize) {
    pages[log.readUInt32BE(at) - 1] = log.subarray(at + frameHeader, at + frameHeader + pageSize);
  }
  const torn = Buffer.alloc(Math.max(file.length, pages.length * pageSize));
  file.copy(torn);
  pages.forEach((page, index) => {
    if (random.integer(0, 1) === 0) return;
    page.copy(torn, index * pageSize, 0, random.integer(1, pageSize / sector) * sector);
  });
  return torn;
}
