/**
 * What a measure comes to over any number of groups. Sums are exact. Pure.
 */
import { Decimal } from 'decimal.js';
import type { MeasureColumn, PivotRow } from '../../sql/analytics/compile-pivot.js';

/** A least or greatest value. */
interface End {
  readonly text: string;
  /** Dates are in order as texts. */
  readonly rank: bigint | number | string;
}

/** What one row of the statement adds to a measure: read once, added to the cell and to all totals that the row counts in. */
export interface Share {
  /** Of values; of records where no value is measured. */
  readonly count: number;
  /** Ten-thousandths; 0 for other functions. */
  readonly sum: bigint;
  readonly end: End | null;
}

/** @param index of the measure among all of the table */
export function shareOf({ function: name, value }: MeasureColumn, row: PivotRow, index: number): Share {
  const count = Number(row[value === null ? 'n' : `c${index}`] ?? 0);
  const isSummed = name === 'Sum' || name === 'Average';
  const isEnd = name === 'Minimum' || name === 'Maximum';
  return {
    count,
    sum: isSummed ? sumOf(row, index) : 0n,
    end: isEnd && value !== null ? endOf(value.type, row[`m${index}`]) : null,
  };
}

function sumOf(row: PivotRow, index: number): bigint {
  let sum = 0n;
  for (let part = 0; ; part++) {
    const text = row[`s${index}_${part}`];
    if (text === undefined) return sum;
    if (text !== null) sum += parseAmount(String(text));
  }
}

function endOf(type: string, value: PivotRow[string] | undefined): End | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (type === 'date' || type === 'datetime') return { text, rank: text };
  return { text, rank: type === 'float' ? Number(text) : parseAmount(text) };
}

export class Measured {
  private count = 0;
  private sum = 0n;
  private end: End | null = null;

  constructor(private readonly measure: MeasureColumn) {}

  add({ count, sum, end }: Share): void {
    this.count += count;
    if (sum !== 0n) this.sum += sum;
    if (end && (this.end === null || this.isNearer(end, this.end))) this.end = end;
  }

  private isNearer(end: End, other: End): boolean {
    const order = compareEnds(end, other);
    return this.measure.function === 'Minimum' ? order < 0 : order > 0;
  }

  /** Decimal notation, or a date; null when there is nothing to measure. */
  get value(): string | null {
    const { function: name } = this.measure;
    if (name === 'Count') return String(this.count);
    if (name === 'Minimum' || name === 'Maximum') return this.end && textOf(this.end);
    const amount = this.amount;
    return amount === null ? null : renderAmount(amount);
  }

  /** Without a value it is the least. */
  compare(other: Measured): number {
    const { function: name } = this.measure;
    if (name === 'Count') return this.count - other.count;
    if (name === 'Minimum' || name === 'Maximum') {
      if (this.end === null || other.end === null) return Number(this.end !== null) - Number(other.end !== null);
      return compareEnds(this.end, other.end);
    }
    const [a, b] = [this.amount, other.amount];
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return Number(a > b) - Number(a < b);
  }

  /** A sum or an average. */
  private get amount(): bigint | null {
    if (this.measure.function === 'Sum') return this.sum;
    return this.count === 0 ? null : divideAmount(this.sum, this.count);
  }
}

function textOf({ text, rank }: End): string {
  return typeof rank === 'string' ? text : new Decimal(text).toFixed();
}

function compareEnds({ rank: a }: End, { rank: b }: End): number {
  if (typeof a === 'string' || typeof b === 'string')
    return Number(String(a) > String(b)) - Number(String(a) < String(b));
  return Number(a > b) - Number(a < b);
}

// Exact numbers with the places of an amount, as whole ten-thousandths: far cheaper to add than decimals. Pure.

const scale = 10_000n;

const amount = /^(-?)(\d+)(?:\.(\d{1,4})0*)?$/;

/** @param text decimal notation with at most four places */
function parseAmount(text: string): bigint {
  const [, sign, whole, places = ''] = amount.exec(text) ?? [];
  if (whole === undefined) throw new Error(`no amount: ${text}`);
  const size = BigInt(whole + places.padEnd(4, '0'));
  return sign ? -size : size;
}

/** @returns decimal notation without trailing zeros */
function renderAmount(value: bigint): string {
  const size = value < 0n ? -value : value;
  const places = String(size % scale)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / scale}${places && `.${places}`}`;
}

/** @returns the amount divided and rounded to its places, halves away from zero */
function divideAmount(value: bigint, divisor: number): bigint {
  const size = value < 0n ? -value : value;
  const by = BigInt(divisor);
  const rounded = (size * 2n + by) / (by * 2n);
  return value < 0n ? -rounded : rounded;
}
