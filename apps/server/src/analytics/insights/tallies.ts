/**
 * What has been counted and added up of events, kind by kind. Amounts are exact.
 */
import { Decimal } from 'decimal.js';
import type { EventKind } from '../../sql/analytics/event-kind.js';

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
