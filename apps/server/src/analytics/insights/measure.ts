/**
 * The key figures: which events each of them needs, and what it makes of them. Pure.
 */

import { Decimal } from 'decimal.js';
import type { EventKind, Fact } from '../../sql/analytics/event-kind.js';

export const measureNames = [
  'CreatingLeads',
  'CreatingOppties',
  'QualifyingLeads',
  'WinningOppties',
  'LosingLeads',
  'LosingOppties',
  'LostAmount',
  'WonAmount',
  'OpptyWinRate',
  'OpptyAverageTimeSpent',
  'OpptySalesVelocity',
  'OpptyAverageSize',
  'LeadAverageTimeSpent',
  'CreatingActivities',
  'CompletingActivities',
  'SendingEmails',
] as const;

export type MeasureName = (typeof measureNames)[number];

export interface Measure {
  /** The events that it is made of, and what must be known of them. */
  readonly needs: ReadonlyMap<EventKind, readonly Fact[]>;
  value(tallies: Tallies): number;
}

const secondsPerDay = 86_400;

const creations: readonly EventKind[] = ['createOppty'];
const wins: readonly EventKind[] = ['winOppty'];
const losses: readonly EventKind[] = ['loseOppty'];
const opportunityEnds: readonly EventKind[] = [...wins, ...losses];
const leadEnds: readonly EventKind[] = ['qualifyLead', 'loseLead'];

export const measures: Readonly<Record<MeasureName, Measure>> = {
  CreatingLeads: countOf('createLead'),
  CreatingOppties: countOf('createOppty'),
  QualifyingLeads: countOf('qualifyLead'),
  WinningOppties: countOf('winOppty'),
  LosingLeads: countOf('loseLead'),
  LosingOppties: countOf('loseOppty'),
  LostAmount: { needs: needing(['amount'], losses), value: (tallies) => tallies.amount(losses).toNumber() },
  WonAmount: { needs: needing(['amount'], wins), value: (tallies) => tallies.amount(wins).toNumber() },
  OpptyWinRate: { needs: needing([], opportunityEnds), value: winRate },
  OpptyAverageTimeSpent: {
    needs: needing(['seconds'], opportunityEnds),
    value: (tallies) => averageDays(tallies, opportunityEnds),
  },
  OpptySalesVelocity: {
    needs: new Map([
      ...needing([], creations),
      ...needing(['amount', 'seconds'], wins),
      ...needing(['seconds'], losses),
    ]),
    value: (tallies) =>
      ratio(tallies.count(creations) * winRate(tallies) * averageSize(tallies), averageDays(tallies, opportunityEnds)),
  },
  OpptyAverageSize: { needs: needing(['amount'], wins), value: averageSize },
  LeadAverageTimeSpent: { needs: needing(['seconds'], leadEnds), value: (tallies) => averageDays(tallies, leadEnds) },
  CreatingActivities: countOf('createActivity'),
  CompletingActivities: countOf('completeActivity'),
  SendingEmails: countOf('sendEmail'),
};

/** @returns what must be known of events for all of the measures together */
export function needsOf(names: Iterable<MeasureName>): Map<EventKind, Set<Fact>> {
  const needs = new Map<EventKind, Set<Fact>>();
  for (const name of names) {
    for (const [kind, facts] of measures[name].needs) {
      needs.set(kind, new Set([...(needs.get(kind) ?? []), ...facts]));
    }
  }
  return needs;
}

function needing(facts: readonly Fact[], kinds: readonly EventKind[]): Map<EventKind, readonly Fact[]> {
  return new Map(kinds.map((kind) => [kind, facts]));
}

function countOf(kind: EventKind): Measure {
  return { needs: needing([], [kind]), value: (tallies) => tallies.count([kind]) };
}

function winRate(tallies: Tallies): number {
  return ratio(tallies.count(wins), tallies.count(opportunityEnds));
}

function averageSize(tallies: Tallies): number {
  const count = tallies.count(wins);
  return count === 0 ? 0 : tallies.amount(wins).dividedBy(count).toNumber();
}

function averageDays(tallies: Tallies, kinds: readonly EventKind[]): number {
  return ratio(tallies.seconds(kinds), tallies.count(kinds)) / secondsPerDay;
}

/** Of nothing there is no part: 0. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

// What has been counted and added up of events, kind by kind. Amounts are exact.

/** Far more digits than a sum can have. */
const Exact = Decimal.clone({ precision: 60 });

const zero = new Exact(0);

interface Tally {
  count: number;
  seconds: number;
  amount: Decimal;
}

export class Tallies {
  private readonly byKind = new Map<EventKind, Tally>();

  /** @param amounts texts of decimals that add up to the amount; null is nothing */
  add(kind: EventKind, count: number, seconds: number, amounts: readonly (string | null)[]): void {
    const tally = this.tally(kind);
    tally.count += count;
    tally.seconds += seconds;
    for (const amount of amounts) if (amount !== null) tally.amount = tally.amount.plus(amount);
  }

  addAll(others: Tallies): void {
    for (const [kind, { count, seconds, amount }] of others.byKind) {
      const tally = this.tally(kind);
      tally.count += count;
      tally.seconds += seconds;
      // Most kinds have none, and adding decimals takes its time.
      if (amount !== zero) tally.amount = tally.amount === zero ? amount : tally.amount.plus(amount);
    }
  }

  private tally(kind: EventKind): Tally {
    const known = this.byKind.get(kind);
    if (known) return known;
    const tally = { count: 0, seconds: 0, amount: zero };
    this.byKind.set(kind, tally);
    return tally;
  }

  get isEmpty(): boolean {
    return [...this.byKind.values()].every(({ count }) => count === 0);
  }

  count(kinds: readonly EventKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.byKind.get(kind)?.count ?? 0), 0);
  }

  seconds(kinds: readonly EventKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.byKind.get(kind)?.seconds ?? 0), 0);
  }

  amount(kinds: readonly EventKind[]): Decimal {
    return kinds.reduce((sum, kind) => sum.plus(this.byKind.get(kind)?.amount ?? zero), zero);
  }
}

/**
 * How a key figure moved since the period before. Pure.
 */
export type Trend = 'Rising' | 'Falling' | 'Stalling';

/** A part of what it was before; what moves by no more is steady. */
const tolerance = 0.01;

export function trendOf(value: number, before: number): Trend {
  const moved = value - before;
  if (Math.abs(moved) <= Math.abs(before) * tolerance) return 'Stalling';
  return moved > 0 ? 'Rising' : 'Falling';
}
