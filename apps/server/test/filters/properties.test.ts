/**
 * A property of boxes: whatever filter is put together of them, both databases find what the oracle says; and where REST can say the same,
 * it finds the same.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { type Fixture, makeFixture } from '../properties/fixture.js';
import { answer } from '../properties/oracle.js';
import { parametersOf } from '../properties/queries.js';
import { runsOf } from '../properties/runs.js';
import { drawScheme } from '../properties/scheme.js';
import { seed } from '../properties/seed.js';
import { find } from './ask-filter.js';
import { drawnTabs, mainRules, ruleOf, tabAnswer, tabOf } from './drawn-boxes.js';

const runs = Number(process.env.HEADWATER_TEST_RUNS ?? runsOf(300));

onBothDatabases((running) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await makeFixture(running.space, drawScheme(seed, 60));
  });

  it(`holds for ${runs} filters (seed ${seed})`, { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(drawnTabs(fixture), async (tab) => {
      const found = await find(running.space, 'opportunities', { filterTab: tabOf(tab) });
      expect(found).toEqual(tabAnswer(fixture, tab));
    });
    await fc.assert(property, { seed, numRuns: runs });
    expect(running.server.failures).toEqual([]);
  });

  it(`finds what REST finds, for ${runs} filters (seed ${seed})`, { timeout: 120_000 }, async () => {
    const rules = mainRules(fixture).map((drawn) => drawn.filter(({ isOpposite }) => !isOpposite));
    const property = fc.asyncProperty(rules, async (drawn) => {
      const query = { conditions: drawn.map(({ condition }) => condition), order: [], includeDeleted: false };
      const page = await running.space.list('Opportunities', { ...parametersOf(query), 'load-only': 'id', first: 100 });
      const filterTab = { mainBox: { entity: 'Opportunity', filterFields: drawn.map(ruleOf) } };
      const found = await find(running.space, 'opportunities', { filterTab });
      expect(found).toEqual(page.data.map(({ id }) => id));
      expect(found).toEqual(answer(fixture.opportunities, query).map(({ id }) => id));
    });
    await fc.assert(property, { seed, numRuns: runs });
  });
});
