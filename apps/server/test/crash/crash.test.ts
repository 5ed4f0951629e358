/**
 * Servers, and databases, that are killed in the middle of writes lose nothing that was acknowledged and leave nothing half done.
 * `npm run crash -- --runs 500` runs it longer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wantedDatabases } from '../fixture.js';
import { Random } from '../random.js';
import { CrashSeries, Figures } from './crash-series.js';
import { type CrashTemplate, makeTemplate } from './crash-template.js';

const runs = Number(process.env.HEADWATER_CRASH_RUNS ?? 3);
const seed = Number(process.env.HEADWATER_CRASH_SEED ?? 1);

/** Crashes of one database: then all that there is takes longer to read than what was written. */
const seriesLength = 15;
const runsBetweenReports = 10;

describe.each(wantedDatabases(process.env.HEADWATER_CRASH_DATABASE))('on %s', (database) => {
  let template: CrashTemplate;
  beforeAll(async () => {
    template = await makeTemplate(database);
  });
  afterAll(() => template?.drop());

  it(`keeps every acknowledged write (seed ${seed})`, { timeout: 60_000 + runs * 60_000 }, async ({ task }) => {
    const random = new Random(seed);
    const figures = new Figures();
    for (let run = 0; run < runs; ) {
      const series = await CrashSeries.open(template, random, figures);
      const end = Math.min(run + seriesLength, runs);
      try {
        while (run < end) {
          expect(await series.run(), `run ${run}`).toEqual([]);
          run += 1;
          if (run % runsBetweenReports === 0 || run === runs) console.info(`${database}, ${run} runs; ${figures}`);
        }
        expect(await series.sweep()).toEqual([]);
      } finally {
        await series.close();
      }
    }
    Object.assign(task.meta, { figures: `${database}: ${runs} crashes, nothing lost; ${figures}` });
  });
});
