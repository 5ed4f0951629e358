/**
 * The occurrences of a series of appointments, computed from its rule in its own time zone: they keep their time of day when clocks
 * change. A time that is skipped has no occurrence (RFC 5545, 3.3.10); of one that comes twice the first counts. They are computed
 * some days at a time, so that no series keeps others waiting.
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { recurrenceProblem } from '../../records/activities/recurrence-rule.js';
import type { Yielder } from '../../records/yielder.js';

export interface Series {
  /** When the first occurrence begins, whether it fits the rule or not: a moment in UTC. */
  readonly start: string;
  /** As it was written. */
  readonly rule: string;
  /** UTC when it has none. */
  readonly timeZone: string | null;
}

/** A series is followed so far: finding out when clocks change takes time for each year. */
const maxDays = 300 * 366;

/** Days that are expanded at once: fewer where they hold many occurrences, more where they hold few. */
const windowDays = { first: 8, least: 1, most: 2 * 366 } as const;
const windowOccurrences = { few: 32, many: 128 } as const;

/** Of one span; every hour of the longest one needs fewer. */
const maxSteps = 20_000;

/** Of a rule, by name. */
type Parts = Readonly<Record<string, string>>;

type Expansion = RRuleTemporal<Temporal.ZonedDateTime>;

/**
 * @param from a moment in UTC, @param to the first one that is too late
 * @param yielder lets others run meanwhile; its errors are passed on
 * @returns when the occurrences begin that begin between the two, in their order; of a rule that cannot be read or expanded only the
 *   first one
 */
export async function occurrencesOf(series: Series, from: string, to: string, yielder: Yielder): Promise<string[]> {
  const isBetween = (moment: string) => moment >= from && moment < to;
  const first = [series.start].filter(isBetween);
  const rule = series.rule.replace(/^RRULE:/i, '').toUpperCase();
  if (recurrenceProblem(rule) !== undefined) return first;
  const rest = await restOf(series, rule, from, to, yielder);
  return rest === undefined ? first : [...first, ...rest.filter(isBetween)];
}

/** @returns when the occurrences after the first begin, some of those that begin earlier included; undefined when it takes too many steps */
async function restOf(
  series: Series,
  rule: string,
  from: string,
  to: string,
  yielder: Yielder,
): Promise<string[] | undefined> {
  const { COUNT: count, ...parts } = Object.fromEntries(rule.split(';').map((part) => part.split('='))) as Parts;
  const expansion = expand(
    Object.entries(parts)
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
    series,
  );
  const last = daysAfter(series.start, maxDays);
  if (from >= last) return [];
  // The first occurrence counts, also where it does not fit the rule.
  let { begin, left } =
    count === undefined
      ? { begin: from > series.start ? from : series.start, left: Number.POSITIVE_INFINITY }
      : await countedUntil(series, parts, Number(count) - 1, from, yielder);
  const end = earlier(to, last);
  const found: string[] = [];
  for (let days: number = windowDays.first; left > 0 && begin < end; ) {
    await yielder.pause();
    const next = earlier(daysAfter(begin, days), end);
    const starts = between(expansion, begin, next);
    if (starts === undefined) return undefined;
    const counted = starts.filter((start) => start > series.start).slice(0, left);
    left -= counted.length;
    found.push(...counted.filter((start) => start >= from));
    begin = next;
    days = nextDays(days, starts.length);
  }
  return found;
}

/** @returns where a series that is counted is followed from: its beginning, unless what lies before can be counted by arithmetic */
async function countedUntil(
  { start, timeZone }: Series,
  parts: Parts,
  count: number,
  from: string,
  yielder: Yielder,
): Promise<{ begin: string; left: number }> {
  const first = instantOf(start).toZonedDateTimeISO(timeZone || 'UTC');
  const counted =
    from > start
      ? await countDays({ parts: new Map(Object.entries(parts)), start: first, count }, instantOf(from), yielder)
      : undefined;
  return counted ? { begin: momentOf(counted.from), left: count - counted.before } : { begin: start, left: count };
}

function expand(rule: string, { start, timeZone }: Series): Expansion {
  const dtstart = instantOf(start).toZonedDateTimeISO(timeZone || 'UTC');
  const rruleString = `RRULE:${rule}`;
  return new RRuleTemporal({ rruleString, dtstart, cache: false, temporal: Temporal, maxIterations: maxSteps });
}

/** @returns the occurrences from the first moment on and before the second; undefined when it takes too many steps */
function between(expansion: Expansion, from: string, to: string): string[] | undefined {
  const [first, last] = [from, to].map((moment) => instantOf(moment).toZonedDateTimeISO('UTC'));
  try {
    const starts = expansion.between(first!, last!, true).map((start) => momentOf(start.toInstant()));
    return starts.filter((start) => start >= from && start < to);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum ')) return undefined;
    throw error;
  }
}

function nextDays(days: number, occurrences: number): number {
  if (occurrences < windowOccurrences.few) return Math.min(2 * days, windowDays.most);
  return occurrences > windowOccurrences.many ? Math.max(Math.floor(days / 2), windowDays.least) : days;
}

/** Moments are compared as texts, so those after the year 9999 count as its last day. */
function daysAfter(moment: string, days: number): string {
  const after = momentOf(instantOf(moment).add({ hours: 24 * days }));
  return after.startsWith('+') ? '9999-12-31T23:59:59.999999' : after;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/**
 * Moments as they are stored, `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC, and as instants to compute with. Pure.
 */
export function instantOf(moment: string): Temporal.Instant {
  return Temporal.Instant.from(`${moment}Z`);
}

export function momentOf(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1);
}

// How many occurrences a series of days or weeks has had before some day, by arithmetic instead of computing each. Times of day that are
// skipped when clocks change have no occurrence and do not count.

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
 * @param yielder lets others run meanwhile; its errors are passed on
 * @returns a position not long before `to`; undefined for rules of other sorts
 */
async function countDays(
  { parts, start, count }: CountedSeries,
  to: Temporal.Instant,
  yielder: Yielder,
): Promise<Counted | undefined> {
  const days = daysOf(parts, numberOf(start.toPlainDate()));
  if (!days) return undefined;
  const zone = start.timeZoneId;
  // What comes twice and what is skipped lies within a day: the day before is past for sure.
  const day = to.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
  const from = day.toZonedDateTime(zone).toInstant();
  if (Temporal.Instant.compare(from, start.toInstant()) <= 0) return undefined;
  const before = days.before(numberOf(day));
  if (before > count + maxSkipped) return { from, before: count };
  const skipped = (await skippedDays(start, from, yielder)).filter((one) => days.has(one) && one < numberOf(day));
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
async function skippedDays(start: Temporal.ZonedDateTime, to: Temporal.Instant, yielder: Yielder): Promise<number[]> {
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
    await yielder.pause();
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
