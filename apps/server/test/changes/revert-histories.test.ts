/**
 * Whatever is written, all transactions reverted in turn, the last one first, leave the records as they were. Apart are what changes with
 * every write, records that were made and are deleted now, and events of key figures: a deal that goes back has moved once more.
 */
import { beforeAll, expect, it } from 'vitest';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { onDatabaseInTurn } from '../fixture.js';
import { runsOf } from '../properties/runs.js';
import { seed } from '../properties/seed.js';
import { Random } from '../random.js';
import type { TestSpace } from '../test-space.js';
import { idle } from './observed-log.js';
import { Histories } from './revert-histories.js';
import { revert } from './reverting.js';
import { parseShown, readState, type Shown } from './space-state.js';

const runs = Number(process.env.HEADWATER_TEST_RUNS ?? runsOf(24));

onDatabaseInTurn((running) => {
  let space: TestSpace;
  let writer: Histories;
  beforeAll(async () => {
    space = await running.server.newSpace('histories');
    writer = new Histories(space);
    await writer.prepare();
    await idle(running.server.deps, space.id);
  });

  it(`holds for ${runs} histories (seed ${seed})`, { timeout: 900_000 }, async () => {
    let written = 0;
    for (let run = 0; run < runs; run++) written += await check(new Random(seed + run));
    expect(written).toBeGreaterThan(2 * runs);
    expect(running.server.failures).toEqual([]);
  });

  async function check(random: Random): Promise<number> {
    const { deps } = running.server;
    const [start, from] = [await records(), await spaceRevision(deps, space.id)];
    const written = await writer.make(random);
    await idle(deps, space.id);
    for (let revision = await spaceRevision(deps, space.id); revision > from; revision--) {
      const { not_reverted } = await revert(space, revision);
      expect(not_reverted, `revision ${revision}`).toEqual([]);
    }
    await idle(deps, space.id);
    const end = await records();
    for (const key of end.keys()) {
      if (start.has(key)) continue;
      expect((end.get(key) as { is_deleted: boolean }).is_deleted, key).toBe(true);
      end.delete(key);
    }
    expect(end).toEqual(start);
    return written;
  }

  async function records(): Promise<Map<string, Shown>> {
    const state = [...(await readState(running.server.deps, space.id))];
    const shown = state.filter(([, { entityType }]) => !entityType.endsWith('KPI'));
    return new Map(shown.map(([key, { text }]) => [key, parseShown(text)]));
  }
});
