/**
 * Invents deals and how they went. Pure: the same random numbers give the same results.
 */
import { dataSets, type StepName } from '../spaces/first-records.js';
import type { DemoAccount, DemoOpportunity, DemoProduct } from './demo-records.js';
import { date, daysSince, type Today, workingMoment } from './moments.js';
import type { Random } from './random.js';

const opportunityCount = 300;
/** How long a deal takes from first contact to its end, and in what share of the cases it is won. */
const medianCycleDays = 70;
const winRate = 0.55;

const openSteps: readonly StepName[] = ['Prospecting', 'Engaging', 'Proposal', 'Negotiation'];

export function inventOpportunities(
  random: Random,
  accounts: readonly DemoAccount[],
  products: readonly DemoProduct[],
  today: Today,
  historyDays: number,
): DemoOpportunity[] {
  return Array.from({ length: opportunityCount }, () => {
    const product = random.pick(products);
    const count = Math.max(1, Math.round(random.logNormal(product.price > 20_000 ? 1.5 : 8)));
    const place = random.integer(0, accounts.length - 1);
    const account = accounts[place];
    if (account === undefined) throw new Error('opportunities need accounts');
    return {
      name: `${count} × ${product.name} for ${account.name}`,
      description: random.pick(descriptions).replace('{product}', product.name),
      owner: account.owner,
      account: place,
      // Whole hundreds, a discount included.
      value: Math.round((count * product.price * (1 - random.next() * 0.15)) / 100) * 100,
      // A deal does not begin before its customer was known.
      ...inventLife(random, today, Math.min(historyDays, daysSince(today, account.created) - 1)),
      leadSource: random.pick(dataSets.leadSources.options),
      ranking: random.integer(5, 100),
      label_flag: random.pickWeighted([
        [0, 12],
        [1, 3],
        [2, 2],
        [3, 1],
        [4, 1],
      ]),
    };
  });
}

type Life = Pick<
  DemoOpportunity,
  'step' | 'created' | 'closing_date' | 'won_date' | 'lost_date' | 'is_archived' | 'reasonOfClose'
>;

/** @param oldestAge days ago that the deal began at most */
function inventLife(random: Random, today: Today, oldestAge: number): Life {
  const age = random.integer(1, oldestAge);
  const cycle = Math.min(300, Math.max(5, Math.round(random.logNormal(medianCycleDays))));
  const created = workingMoment(random, today, age);
  if (cycle >= age) {
    const step = openSteps[Math.floor((age / (cycle + 1)) * openSteps.length)] ?? 'Prospecting';
    return { step, created, closing_date: date(today, age - cycle), is_archived: false };
  }
  const closedDaysAgo = age - cycle;
  const closed = workingMoment(random, today, closedDaysAgo);
  const closing_date = date(today, closedDaysAgo);
  return random.chance(winRate)
    ? {
        step: 'Won',
        created,
        closing_date,
        won_date: closed,
        is_archived: false,
        reasonOfClose: random.pick(reasonsToWin),
      }
    : {
        step: random.pick(openSteps),
        created,
        closing_date,
        lost_date: closed,
        is_archived: true,
        reasonOfClose: random.pick(reasonsToLose),
      };
}

const reasonsToWin = dataSets.reasonsOfClose.options.slice(0, 2);
const reasonsToLose = dataSets.reasonsOfClose.options.slice(2);

const descriptions = [
  'Replaces the line that stopped twice last winter.',
  'They compare us with one competitor.\nDecision by the board.',
  '{product} as a trial, more to follow if the first months go well.',
  'Part of the new site; needs drawings before the offer.',
  'Repeat order.',
];
