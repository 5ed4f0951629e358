/**
 * Dates and date-times as whole numbers, counted by years, months and days. Shares no code with the service.
 */
import { kept, quotient, type Units } from './exact-numbers.js';

const dayMicroseconds = 86_400_000_000n;
const one = 10n ** 12n;

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const monthDays = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const daysBeforeYear = (year: number) => {
  const past = year - 1;
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
};

/** @returns days since 0001-01-01 */
function dayNumber(date: string): number {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number) as [number, number, number];
  const before = monthDays(year).slice(0, month - 1);
  return daysBeforeYear(year) + before.reduce((sum, days) => sum + days, 0) + day - 1;
}

function dateOf(dayNumber: number): string | null {
  if (dayNumber < 0 || dayNumber >= daysBeforeYear(10_000)) return null;
  let year = Math.max(1, Math.floor(dayNumber / 366));
  while (daysBeforeYear(year + 1) <= dayNumber) year += 1;
  let rest = dayNumber - daysBeforeYear(year);
  let month = 0;
  for (const days of monthDays(year)) {
    if (rest < days) break;
    rest -= days;
    month += 1;
  }
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(rest + 1).padStart(2, '0')}`;
}

function microsecondNumber(moment: string): bigint {
  const [hours, minutes, seconds] = moment.slice(11, 19).split(':').map(BigInt) as [bigint, bigint, bigint];
  const ofDay = ((hours * 60n + minutes) * 60n + seconds) * 1_000_000n + BigInt(moment.slice(20));
  return BigInt(dayNumber(moment)) * dayMicroseconds + ofDay;
}

function momentOf(microseconds: bigint): string | null {
  if (microseconds < 0n) return null;
  const date = dateOf(Number(microseconds / dayMicroseconds));
  const ofDay = microseconds % dayMicroseconds;
  const two = (value: bigint) => String(value).padStart(2, '0');
  const seconds = ofDay / 1_000_000n;
  const time = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  return date && `${date}T${time}.${String(ofDay % 1_000_000n).padStart(6, '0')}`;
}

export const calendar = {
  date: {
    daysBetween: (later: string, earlier: string): Units => kept(BigInt(dayNumber(later) - dayNumber(earlier)) * one),
    addDays: (start: string, days: bigint) => dateOf(dayNumber(start) + Number(quotient(days, one))),
  },
  datetime: {
    daysBetween: (later: string, earlier: string): Units =>
      kept(quotient((microsecondNumber(later) - microsecondNumber(earlier)) * one, dayMicroseconds)),
    addDays: (start: string, days: bigint) =>
      momentOf(microsecondNumber(start) + quotient(days * dayMicroseconds, one)),
  },
} as const;
