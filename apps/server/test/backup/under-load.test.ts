/**
 * Backups that are taken at random moments while clients write hold each space as it was at their revision: the change log, taken back from
 * what the space became, leads to what is restored. `npm run backups -- --runs 50` runs it longer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { type LogRow, logProblems } from '../changes/log-problems.js';
import { idle } from '../changes/observed-log.js';
import { readState } from '../changes/space-state.js';
import { headwater } from '../cli/headwater.js';
import { download, png, uploaded } from '../documents/samples.js';
import { databases, TestServer, wantedDatabases } from '../fixture.js';
import { MixedWriter } from '../followers/mixed-writer.js';
import { miscounted } from '../miscounted.js';
import { Random } from '../random.js';
import { envOf, Folders, newTarget, secretOf } from './backup-fixture.js';

const runs = Number(process.env.HEADWATER_BACKUPS_RUNS ?? 2);
const seed = Number(process.env.HEADWATER_BACKUPS_SEED ?? 1);
const writerCount = 6;
const maxDelayMs = 700;
const runsBetweenReports = 10;

describe.each(wantedDatabases(process.env.HEADWATER_BACKUPS_DATABASE))('on %s', (database) => {
  const folders = new Folders();
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(database);
    for (const definition of [
      { entity_name: 'Contact', name: 'Count', type_id: 'integer' },
      { entity_name: 'Contact', name: 'Code', type_id: 'input', is_unique: true },
      { entity_name: 'Contact', name: 'Scaled', type_id: 'integer', calc_formula: '#cf_count * 2' },
    ]) {
      await server.space.create('Fields', definition);
    }
  });
  afterAll(async () => {
    await server?.close();
    folders.remove();
  });

  it(`restores what was there (seed ${seed})`, { timeout: 120_000 + runs * 60_000 }, async ({ task }) => {
    const random = new Random(seed);
    const { space, deps } = server;
    const { ownerId, stepIds } = space.ids;
    const tag = await space.create('Tags', { name: 'Key customer' });
    const shared = await space.newAccount();
    const around = { ownerId, stepId: stepIds[0] ?? '', tagId: tag.id, sharedIds: [shared.id] };
    const writers = Array.from({ length: writerCount }, (_, index) => new MixedWriter(`w${index}`, random, around));
    const file = await uploaded(space, 'replaced.png', png);
    let written = 0;
    let behind = 0;
    const restored = { sqlite: 0, postgres: 0 };
    for (let run = 0; run < runs; run++) {
      const figures = { isOver: false };
      const writing = [
        ...writers.map(async (writer) => {
          while (!figures.isOver) {
            const outcome = await writer.write(space);
            expect(outcome.kind === 'rejected' ? outcome.problem : '').toBe('');
            written++;
          }
        }),
        // Each takes the place of a file that a snapshot may name.
        (async () => {
          while (!figures.isOver) {
            await space.update('CloudObjects', file.id, { content: png.toString('base64') });
            // A snapshot that is slow on a busy machine must find it in place once.
            await sleep(50);
          }
        })(),
      ];
      await sleep(random.integer(0, maxDelayMs));
      const folder = folders.next();
      const made = await headwater(['backup', folder, '--json'], { env: envOf(server) });
      figures.isOver = true;
      await Promise.all(writing);
      expect(made.code, made.error).toBe(0);
      const { revision, missing } = JSON.parse(made.out).spaces[0];
      expect(missing).toBe(0);
      await idle(deps, space.id);
      behind += (await spaceRevision(deps, space.id)) - revision;
      const into = random.pick(databases);
      const target = await newTarget(into, { HEADWATER_SECRET: await secretOf(server) });
      expect(await headwater(['restore', folder], { env: target.env })).toMatchObject({ code: 0 });
      const opened = await target.open();
      try {
        expect(await spaceRevision(opened, space.id)).toBe(revision);
        const rows = await rowsBehind(deps, space.id, revision);
        const [store, after] = [await deps.stores.of(space.id), await readState(deps, space.id)];
        const before = await readState(opened, space.id);
        expect(logProblems({ store, before, after, rows, from: revision }), `run ${run}`).toEqual([]);
        expect(await miscounted(opened)).toEqual([]);
      } finally {
        await opened.db.close();
        await target.drop();
      }
      restored[into]++;
      const done = run + 1;
      if (done % runsBetweenReports === 0) console.info(`${database}, ${done} runs; ${written} writes`);
    }
    expect(behind).toBeGreaterThan(0);
    expect((await download(space, file.url)).bytes.equals(png)).toBe(true);
    const places = `${restored.sqlite} restored on SQLite, ${restored.postgres} on PostgreSQL`;
    const load = `${written} writes meanwhile, ${behind} revisions behind the snapshots`;
    Object.assign(task.meta, { figures: `${database}: ${runs} backups equal, ${places}; ${load}` });
  });
});

async function rowsBehind({ db: { knex, dialect } }: ServerDeps, space: string, revision: number): Promise<LogRow[]> {
  const moment = knex.raw(`${dialect.jsonValue('changed_at', 'datetime')} AS changed_at`);
  const log = knex('changes').select('*', moment).where({ space_id: space }).where('revision', '>', revision);
  const rows: LogRow[] = await log.orderBy(['revision', 'position']);
  return rows.map((row) => ({ ...row, revision: Number(row.revision), position: Number(row.position) }));
}
