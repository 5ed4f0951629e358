/**
 * Invents deals and how they went. Pure: the same random numbers give the same results.
 */
import { dataSets, type StepName } from '../spaces/first-records.js';
import type { DemoAccount, DemoContact, DemoLineItem, DemoOpportunity, DemoProduct, Place } from './demo-records.js';
import { filesOfOffer, pickTags } from './invent-labels.js';
import { date, daysSince, hoursAfter, type Today, workingMoment } from './moments.js';
import type { Random } from './random.js';

const opportunityCount = 300;
/** How long a deal takes from first contact to its end, and in what share of the cases it is won. */
const medianCycleDays = 70;
const winRate = 0.55;

/** One of so many deals began as a lead. */
const leadEvery = 5;

const openSteps: readonly StepName[] = ['Prospecting', 'Engaging', 'Proposal', 'Negotiation'];

export interface DealFacts {
  readonly accounts: readonly DemoAccount[];
  readonly contacts: readonly DemoContact[];
  readonly products: readonly DemoProduct[];
  readonly today: Today;
  /** How far back history goes. */
  readonly historyDays: number;
}

export function inventOpportunities(random: Random, facts: DealFacts): DemoOpportunity[] {
  const { accounts, products, today, historyDays } = facts;
  const people = peopleByAccount(facts.contacts);
  return Array.from({ length: opportunityCount }, (_, index) => {
    const place = random.integer(0, accounts.length - 1);
    const account = accounts[place];
    if (account === undefined) throw new Error('opportunities need accounts');
    const items = inventItems(random, products);
    const [{ product, quantity }] = items;
    const productName = products[product]?.name ?? '';
    // A deal does not begin before its customer was known.
    const life = inventLife(random, today, Math.min(historyDays, daysSince(today, account.created) - 1));
    return {
      name: `${quantity} × ${productName} for ${account.name}`,
      description: random.pick(descriptions).replace('{product}', productName),
      owner: account.owner,
      account: place,
      contacts: (people.get(place) ?? []).slice(0, random.integer(1, 3)),
      items,
      files: offeredSteps.includes(life.step) ? filesOfOffer(products, [product]) : [],
      tags: pickTags(random, 0.2),
      ...life,
      ...(index % leadEvery === 0 ? qualifiedAfter(life, today) : {}),
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

/** @returns places of those who work at each account first of all, by the place of the account */
function peopleByAccount(contacts: readonly DemoContact[]): ReadonlyMap<Place, readonly Place[]> {
  const found = new Map<Place, Place[]>();
  for (const [place, { accounts }] of contacts.entries()) {
    const at = accounts[0]?.account;
    if (at !== undefined) found.set(at, [...(found.get(at) ?? []), place]);
  }
  return found;
}

/** What is bought first of all, and sometimes the days that it takes to get it running. */
function inventItems(random: Random, products: readonly DemoProduct[]): [DemoLineItem, ...DemoLineItem[]] {
  const place = random.integer(0, products.length - 1);
  const price = products[place]?.price ?? 0;
  const quantity = Math.max(1, Math.round(random.logNormal(price > 20_000 ? 1.5 : 8)));
  // Whole hundreds, a discount included.
  const amount = Math.round((quantity * price * (1 - random.next() * 0.15)) / 100) * 100;
  const item = { product: place, quantity, price, amount };
  const days = { product: products.length - 1, price: products.at(-1)?.price ?? 0, quantity: random.integer(1, 4) };
  if (days.product === place || !random.chance(0.3)) return [item];
  return [item, { ...days, amount: days.price * days.quantity }];
}

const offeredSteps: readonly StepName[] = ['Proposal', 'Negotiation', 'Won'];

type Life = Pick<
  DemoOpportunity,
  'step' | 'created' | 'closing_date' | 'last_move_date' | 'won_date' | 'lost_date' | 'is_archived' | 'reasonOfClose'
>;

/** @param oldestAge days ago that the deal began at most */
function inventLife(random: Random, today: Today, oldestAge: number): Life {
  const age = random.integer(1, oldestAge);
  const cycle = Math.min(300, Math.max(5, Math.round(random.logNormal(medianCycleDays))));
  const created = workingMoment(random, today, age);
  if (cycle >= age) {
    const daysPerStep = (cycle + 1) / openSteps.length;
    const place = Math.floor(age / daysPerStep);
    const step = openSteps[place] ?? 'Prospecting';
    const last_move_date = daysAfter(created, Math.min(Math.floor(place * daysPerStep), age - 1));
    return { step, created, closing_date: date(today, age - cycle), last_move_date, is_archived: false };
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

/** A lead is qualified early in its life, within two weeks. */
function qualifiedAfter(
  { created, closing_date }: Life,
  today: Today,
): Pick<DemoOpportunity, 'was_qualified' | 'qualify_date'> {
  const days = daysSince(Date.parse(closing_date), created);
  return {
    was_qualified: true,
    qualify_date: daysAfter(created, Math.min(Math.floor(days / 4), 14, daysSince(today, created) - 1)),
  };
}

function daysAfter(moment: string, days: number): string {
  return hoursAfter(moment, days * 24);
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
