/**
 * What a measure comes to over any number of groups. Sums are exact. Pure.
 */
import { Decimal } from 'decimal.js';
import type { PivotRow } from './compile-pivot.js';
import type { PlannedMeasure } from './plan-pivot.js';

/** Far more digits than a sum can have. */
const Exact = Decimal.clone({ precision: 60 });

/** An average is kept to the places of an amount. */
const places = 4;

export class Measured {
  private count = 0;
  private sum = new Exact(0);
  private end: string | null = null;

  constructor(private readonly measure: PlannedMeasure) {}

  /** @param index of the measure among all of the table */
  add(row: PivotRow, index: number): void {
    const { function: name, value } = this.measure;
    this.count += Number(row[value === null ? 'n' : `c${index}`] ?? 0);
    if (name === 'Sum' || name === 'Average') {
      for (let part = 0; row[`s${index}_${part}`] !== undefined; part++) {
        this.sum = this.sum.plus(String(row[`s${index}_${part}`] ?? 0));
      }
    }
    if (name === 'Minimum' || name === 'Maximum') this.addEnd(row[`m${index}`]);
  }

  private addEnd(value: PivotRow[string] | undefined): void {
    if (value === null || value === undefined) return;
    const text = String(value);
    if (this.end === null) this.end = text;
    else {
      const order = this.isDated ? Number(text > this.end) - Number(text < this.end) : new Exact(text).cmp(this.end);
      if (this.measure.function === 'Minimum' ? order < 0 : order > 0) this.end = text;
    }
  }

  /** Decimal notation, or a date; null when there is nothing to measure. */
  get value(): string | null {
    switch (this.measure.function) {
      case 'Count':
        return String(this.count);
      case 'Sum':
        return this.sum.toFixed();
      case 'Average':
        return this.count === 0
          ? null
          : this.sum.div(this.count).toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toFixed();
      default:
        return this.end === null || this.isDated ? this.end : new Exact(this.end).toFixed();
    }
  }

  /** Without a value it is the least. */
  compare(other: Measured): number {
    const [a, b] = [this.value, other.value];
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    if (this.isDated) return Number(a > b) - Number(a < b);
    return new Exact(a).cmp(b);
  }

  /** The value is a date or a date-time. */
  get isDated(): boolean {
    const { function: name, value } = this.measure;
    return (name === 'Minimum' || name === 'Maximum') && (value?.type === 'date' || value?.type === 'datetime');
  }
}
