/**
 * Invents a believable space: a team, its customers and two years of deals. Pure: the same seed and day give the same records.
 * All names are invented; addresses and phone numbers come from ranges that are given to nobody.
 */
import type { DemoRecords } from './demo-records.js';
import { historyDays, inventAccounts, inventContacts } from './invent-accounts.js';
import { inventOpportunities } from './invent-opportunities.js';
import { inventUsers, products, units } from './invent-team.js';
import type { Today } from './moments.js';
import { Random } from './random.js';

/** @param today the day on which the history ends, so that a new demo space looks lived in */
export function inventDemoSpace(seed: number, today: Today): DemoRecords {
  const random = new Random(seed);
  const users = inventUsers(random);
  const invented = inventAccounts(random, users, today);
  const accounts = invented.map(({ account }) => account);
  return {
    units,
    users,
    products,
    accounts,
    contacts: inventContacts(random, invented, users, today),
    opportunities: inventOpportunities(random, accounts, products, today, historyDays),
  };
}
