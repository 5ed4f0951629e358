/**
 * The filter property: for any request over any records, both databases answer what the oracle says, in its order.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { type Fixture, makeFixture } from './fixture.js';
import { answer } from './oracle.js';
import { parametersOf, queries } from './queries.js';
import { runsOf } from './runs.js';
import { drawScheme } from './scheme.js';
import { seed } from './seed.js';

const runs = Number(process.env.HEADWATER_TEST_RUNS ?? runsOf(400));

onBothDatabases((running) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await makeFixture(running.space, drawScheme(seed, 60));
  });

  it(`holds for ${runs} queries (seed ${seed})`, { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(queries(fixture), async (query) => {
      const page = await running.space.list('Opportunities', {
        ...parametersOf(query),
        'load-only': 'id',
        'include-total': true,
        first: 100,
      });
      const wanted = answer(fixture.opportunities, query).map((thing) => thing.id);
      expect(page.data.map((record) => record.id)).toEqual(wanted);
      expect(page.total).toBe(wanted.length);
    });
    await fc.assert(property, { seed, numRuns: runs });
    expect(running.server.failures).toEqual([]);
  });
});
