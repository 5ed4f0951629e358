/**
 * How many occurrences a series of days or weeks has had before some day, reckoned instead of computed one by one. Times of day that are
 * skipped when clocks change have no occurrence and do not count.
 */
import { Temporal } from 'temporal-polyfill';

/** A position in a series from which it can be followed. */
export interface Counted {
  /** A moment: the beginning of a day in the zone of the series. */
  readonly from: Temporal.Instant;
  /** Occurrences after the first and before that moment. */
  readonly before: number;
}

/** Days as numbers, in the zone of the series. */
interface Days {
  /** @returns how many of them lie behind the day of the first occurrence and before another one */
  before(day: number): number;
  has(day: number): boolean;
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** More days than clocks skip in all the years that a series is followed. */
const maxSkipped = 1_000;

export interface CountedSeries {
  /** Parts of the rule by name, the count left out. */
  readonly parts: ReadonlyMap<string, string>;
  /** When the first occurrence begins. */
  readonly start: Temporal.ZonedDateTime;
  /** Occurrences after the first. */
  readonly count: number;
}

/**
 * @param to a moment after the start
 * @returns a position not long before `to`; undefined for rules of other sorts
 */
export function countDays({ parts, start, count }: CountedSeries, to: Temporal.Instant): Counted | undefined {
  const days = daysOf(parts, numberOf(start.toPlainDate()));
  if (!days) return undefined;
  const zone = start.timeZoneId;
  // What comes twice and what is skipped lies within a day: the day before is past for sure.
  const day = to.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
  const from = day.toZonedDateTime(zone).toInstant();
  if (Temporal.Instant.compare(from, start.toInstant()) <= 0) return undefined;
  const before = days.before(numberOf(day));
  if (before > count + maxSkipped) return { from, before: count };
  const skipped = skippedDays(start, from).filter((one) => days.has(one) && one < numberOf(day));
  return { from, before: before - skipped.length };
}

function daysOf(parts: ReadonlyMap<string, string>, start: number): Days | undefined {
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const others = [...parts.keys()].filter((name) => !['FREQ', 'INTERVAL', 'WKST'].includes(name));
  if (parts.get('FREQ') === 'DAILY' && others.length === 0) return everyDays(start, interval);
  if (parts.get('FREQ') !== 'WEEKLY' || others.some((name) => name !== 'BYDAY')) return undefined;
  const named = parts.get('BYDAY')?.split(',') ?? [weekdays[weekdayOf(start)] ?? ''];
  const first = weekdays.indexOf(parts.get('WKST') ?? 'MO');
  const offsets = new Set(named.map((name) => (weekdays.indexOf(name) - first + 7) % 7));
  return everyWeeks(start, start - ((weekdayOf(start) - first + 7) % 7), interval, offsets);
}

function everyDays(start: number, interval: number): Days {
  return {
    before: (day) => Math.max(0, Math.ceil((day - start) / interval) - 1),
    has: (day) => day > start && (day - start) % interval === 0,
  };
}

/**
 * @param week the first day of the week of the start
 * @param offsets of the days within a week, from 0
 */
function everyWeeks(start: number, week: number, interval: number, offsets: ReadonlySet<number>): Days {
  const cycle = 7 * interval;
  const fromWeek = (day: number) => {
    const rest = (day - week) % cycle;
    return ((day - week - rest) / cycle) * offsets.size + [...offsets].filter((offset) => offset < rest).length;
  };
  return {
    before: (day) => Math.max(0, fromWeek(day) - fromWeek(start + 1)),
    has: (day) => day > start && offsets.has((day - week) % cycle),
  };
}

/** @returns the days up to a moment on which clocks skip the time of day of the start */
function skippedDays(start: Temporal.ZonedDateTime, to: Temporal.Instant): number[] {
  const time = start.toPlainTime();
  const found: number[] = [];
  for (let change = start.getTimeZoneTransition('next'); change && isBefore(change, to); ) {
    const after = change.toPlainDateTime();
    const before = after.subtract({ nanoseconds: shiftOf(change) });
    // A zone that moves to the other side of the date line skips a whole day.
    for (let day = before.toPlainDate(); Temporal.PlainDate.compare(day, after.toPlainDate()) <= 0; ) {
      const moment = day.toPlainDateTime(time);
      if (Temporal.PlainDateTime.compare(moment, before) >= 0 && Temporal.PlainDateTime.compare(moment, after) < 0) {
        found.push(numberOf(day));
      }
      day = day.add({ days: 1 });
    }
    change = change.getTimeZoneTransition('next');
  }
  return found;
}

function isBefore(change: Temporal.ZonedDateTime, to: Temporal.Instant): boolean {
  return Temporal.Instant.compare(change.toInstant(), to) < 0;
}

/** @returns by how much the clocks are put on */
function shiftOf(change: Temporal.ZonedDateTime): number {
  return change.offsetNanoseconds - change.subtract({ nanoseconds: 1 }).offsetNanoseconds;
}

/** Days since 1970-01-01, a Thursday. */
function numberOf(day: Temporal.PlainDate): number {
  return Math.round(Date.UTC(day.year, day.month - 1, day.day) / 86_400_000);
}

/** @returns from 0, Monday */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}
