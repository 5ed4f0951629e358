/**
 * A property of boxes that judge by points, add up related records or look for the first of them, and of words for periods: both databases
 * find what the oracle says.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { runsOf } from '../properties/runs.js';
import { seed } from '../properties/seed.js';
import type { TestSpace } from '../test-space.js';
import { find } from './ask-filter.js';
import { accountTabs, type DrawnAccount, drawnAccounts, tabHolds, tabOf } from './drawn-accounts.js';

const runs = Number(process.env.HEADWATER_TEST_RUNS ?? runsOf(300));
const dayMs = 86_400_000;

onBothDatabases((running) => {
  let space: TestSpace;
  const accounts: (DrawnAccount & { readonly id: string })[] = [];
  let today = 0;
  beforeAll(async () => {
    space = await running.server.newSpace('judged');
    const [drawn = []] = fc.sample(drawnAccounts, { seed, numRuns: 1 });
    today = Math.floor(Date.parse(`${running.server.deps.clock()}Z`) / dayMs);
    for (const account of drawn) {
      const { id } = await space.newAccount({ city: account.city });
      accounts.push({ ...account, id });
      for (const { ranking, value, daysAhead, isDeleted } of account.deals) {
        const deal = await space.create('Opportunities', {
          name: 'Deal',
          owner_id: space.ids.ownerId,
          step_id: space.ids.stepIds[0],
          ranking,
          value: { base_value: value, currency_id: space.ids.baseCurrencyId },
          closing_date: new Date((today + daysAhead) * dayMs).toISOString().slice(0, 10),
          account_relations: [{ account_id: id, is_primary: true }],
        });
        if (isDeleted) await space.delete('Opportunities', deal.id);
      }
    }
  });

  it(`holds for ${runs} filters (seed ${seed})`, { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(accountTabs, async (tab) => {
      const found = await find(space, 'accounts', { filterTab: tabOf(tab) });
      expect(found).toEqual(accounts.filter((account) => tabHolds(tab, account, today)).map(({ id }) => id));
    });
    await fc.assert(property, { seed, numRuns: runs });
    expect(running.server.failures).toEqual([]);
  });
});
