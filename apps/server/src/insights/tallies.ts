/**
 * What has been counted and added up of events, kind by kind. Amounts are exact.
 */
import { Decimal } from 'decimal.js';
import type { EventKind } from './event-kind.js';

/** Far more digits than a sum can have. */
const Exact = Decimal.clone({ precision: 60 });

export interface Tally {
  readonly count: number;
  readonly amount: Decimal;
  readonly seconds: number;
}

const nothing: Tally = { count: 0, amount: new Exact(0), seconds: 0 };

export class Tallies {
  private readonly byKind = new Map<EventKind, Tally>();

  /** @param amounts texts of decimals that add up to the amount; null is nothing */
  add(kind: EventKind, count: number, amounts: readonly (string | null)[], seconds: number): void {
    const amount = amounts.reduce((sum, part) => sum.plus(part ?? 0), nothing.amount);
    this.put(kind, { count, amount, seconds });
  }

  addAll(others: Tallies): void {
    for (const [kind, tally] of others.byKind) this.put(kind, tally);
  }

  private put(kind: EventKind, { count, amount, seconds }: Tally): void {
    const before = this.byKind.get(kind) ?? nothing;
    this.byKind.set(kind, {
      count: before.count + count,
      amount: before.amount.plus(amount),
      seconds: before.seconds + seconds,
    });
  }

  get isEmpty(): boolean {
    return [...this.byKind.values()].every(({ count }) => count === 0);
  }

  count(kinds: readonly EventKind[]): number {
    return this.of(kinds).reduce((sum, { count }) => sum + count, 0);
  }

  amount(kinds: readonly EventKind[]): Decimal {
    return this.of(kinds).reduce((sum, { amount }) => sum.plus(amount), nothing.amount);
  }

  seconds(kinds: readonly EventKind[]): number {
    return this.of(kinds).reduce((sum, { seconds }) => sum + seconds, 0);
  }

  private of(kinds: readonly EventKind[]): Tally[] {
    return kinds.map((kind) => this.byKind.get(kind) ?? nothing);
  }
}
