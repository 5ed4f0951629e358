/**
 * Readers of changes miss nothing and get nothing twice, whatever is killed: each one's copy, made from its changes alone, equals the
 * tables. `npm run followers -- --runs 200` runs it longer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashTemplate, makeTemplate } from '../crash/crash-template.js';
import { wantedDatabases } from '../fixture.js';
import { Random } from '../random.js';
import { Figures, FollowerSeries } from './follower-series.js';

const runs = Number(process.env.HEADWATER_FOLLOWERS_RUNS ?? (process.env.HEADWATER_TEST_ALL === '1' ? 5 : 1));
const seed = Number(process.env.HEADWATER_FOLLOWERS_SEED ?? 1);

/** Runs over one database: then the checks take longer than the writes. */
const seriesLength = 10;
const runsBetweenReports = 10;

describe.each(wantedDatabases(process.env.HEADWATER_FOLLOWERS_DATABASE))('on %s', (database) => {
  let template: CrashTemplate;
  beforeAll(async () => {
    template = await makeTemplate(database);
  });
  afterAll(() => template?.drop());

  it(`keeps every reader's copy equal (seed ${seed})`, { timeout: 120_000 + runs * 120_000 }, async ({ task }) => {
    const random = new Random(seed);
    const figures = new Figures();
    for (let run = 0; run < runs; ) {
      const series = await FollowerSeries.open(template, random, figures);
      const end = Math.min(run + seriesLength, runs);
      try {
        while (run < end) {
          expect(await series.run(), `run ${run}`).toEqual([]);
          run += 1;
          if (run % runsBetweenReports === 0 || run === runs) console.info(`${database}, ${run} runs; ${figures}`);
        }
      } finally {
        await series.close();
      }
    }
    Object.assign(task.meta, { figures: `${database}: ${runs} runs, no problem; ${figures}` });
  });
});
