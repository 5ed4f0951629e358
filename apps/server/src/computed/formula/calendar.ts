/**
 * Dates and date-times of formulas as numbers of days and microseconds, and back. Pure.
 */
import type { Decimal } from 'decimal.js';
import type { CalendarType } from './checked-formula.js';
import { type ExactNumber, exactWhole, operations, roundTo } from './numbers.js';

const dayMs = 86_400_000;
const dayMicroseconds = exactWhole(86_400_000_000);

/** Of the years 1 to 9999. */
const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns the days from one to the other */
export function daysBetween(type: CalendarType, later: string, earlier: string): ExactNumber {
  if (type === 'date') return exactWhole((dateMs(later) - dateMs(earlier)) / dayMs);
  return operations.divide(exactWhole(microsecondsOf(later) - microsecondsOf(earlier)), dayMicroseconds);
}

/** @returns null outside the years 1 to 9999 */
export function addDays(type: CalendarType, start: string, days: Decimal): string | null {
  if (type === 'date') {
    const whole = roundTo(days, 0);
    const ms = dateMs(start) + Number(whole) * dayMs;
    return whole && isInCalendar(ms) ? new Date(ms).toISOString().slice(0, 10) : null;
  }
  const added = days.times(dayMicroseconds).toDecimalPlaces(0);
  const microseconds = microsecondsOf(start) + BigInt(added.toFixed());
  const fraction = ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const ms = Number((microseconds - fraction) / 1000n);
  if (!isInCalendar(ms)) return null;
  return `${new Date(ms).toISOString().slice(0, 19)}.${fraction.toString().padStart(6, '0')}`;
}

function dateMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** @param moment `YYYY-MM-DDTHH:MM:SS.ffffff` */
function microsecondsOf(moment: string): bigint {
  return BigInt(Date.parse(`${moment.slice(0, 19)}Z`)) * 1000n + BigInt(moment.slice(20));
}

function isInCalendar(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}
