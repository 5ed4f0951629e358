/**
 * A backup of a SQLite file fills a distributed PostgreSQL, and a backup of that fills one machine of either database: each time with the same
 * content.
 */
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { readConfig } from '../../src/main/config.js';
import { openDeps } from '../../src/main/open-deps.js';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { envOf, Folders, fillSpace, newTarget, rowsOf, type SpaceRows, secretOf } from '../backup/backup-fixture.js';
import { idle } from '../changes/observed-log.js';
import { readState, type SpaceState } from '../changes/space-state.js';
import { headwater } from '../cli/headwater.js';
import { everyByte, uploaded } from '../documents/samples.js';
import { databases, TestServer } from '../fixture.js';
import { CitusCluster, citusPrograms, longMs, title } from './cluster.js';

interface Content {
  readonly revision: number;
  readonly rows: SpaceRows;
  readonly state: SpaceState;
  /** By the key without the mark of the database, in base64. */
  readonly files: Readonly<Record<string, string>>;
}

async function contentOf(deps: ServerDeps, space: string): Promise<Content> {
  const files: Record<string, string> = {};
  const { mark } = deps.files.owner;
  for await (const page of deps.files.list(space)) {
    for (const { key } of page)
      files[key.slice(0, -mark.length)] = (await buffer(await deps.files.read(key))).toString('base64');
  }
  const [revision, rows, state] = [
    await spaceRevision(deps, space),
    await rowsOf(deps, space),
    await readState(deps, space),
  ];
  return { revision, rows, state, files };
}

describe.skipIf(citusPrograms === undefined)(title, () => {
  const folders = new Folders();
  let cluster: CitusCluster;
  let file: TestServer;
  let env: Readonly<Record<string, string>>;
  let content: Content;
  let authorization: string;
  beforeAll(async () => {
    [cluster, file] = [await CitusCluster.start(citusPrograms ?? ''), await TestServer.start('sqlite')];
    const secret = { HEADWATER_SECRET: await secretOf(file) };
    await fillSpace(file.space);
    await uploaded(file.space, 'bytes.bin', everyByte);
    await idle(file.deps, file.space.id);
    content = await contentOf(file.deps, file.space.id);
    authorization = file.space.authorization;
    const url = await cluster.createDatabase('restored');
    await cluster.spread('restored');
    env = { ...secret, HEADWATER_DATA_DIR: folders.next(), HEADWATER_DATABASE_URL: url };
  }, longMs);
  afterAll(async () => {
    await file?.close();
    await cluster?.stop();
    folders.remove();
  });

  /** Fails unless all is there that the file has, and the key opens it. */
  const expectAll = async (deps: ServerDeps) => {
    const { id } = file.space;
    const found = await contentOf(deps, id);
    expect(Object.keys(found.rows)).toEqual(Object.keys(content.rows));
    for (const [table, wanted] of Object.entries(content.rows)) expect(found.rows[table], table).toEqual(wanted);
    expect(found).toEqual(content);
    expect(await deps.keys.authenticate(id, authorization)).toMatchObject({ space: id });
  };

  it('takes all of a backup of SQLite, and gives it back to each database', { timeout: longMs }, async () => {
    const [ofFile, ofCluster] = [folders.next(), folders.next()];
    expect(await headwater(['backup', ofFile], { env: envOf(file) })).toMatchObject({ code: 0 });
    expect(await headwater(['restore', ofFile], { env })).toMatchObject({ code: 0 });
    const spread = await openDeps(readConfig(env));
    try {
      expect((await headwater(['doctor'], { env })).out).toMatch(/ok +distribution: /);
      await expectAll(spread);
    } finally {
      await spread.db.close();
    }
    expect(await headwater(['backup', ofCluster], { env })).toMatchObject({ code: 0 });
    for (const database of databases) {
      const target = await newTarget(database, { HEADWATER_SECRET: env.HEADWATER_SECRET ?? '' });
      expect(await headwater(['restore', ofCluster], { env: target.env }), database).toMatchObject({ code: 0 });
      const deps = await target.open();
      try {
        await expectAll(deps);
      } finally {
        await deps.db.close();
        await target.drop();
      }
    }
  });
});
