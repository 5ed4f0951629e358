/**
 * The occurrences of a series of appointments, computed from its rule in its own time zone: they keep their time of day when clocks
 * change. A time that is skipped has no occurrence (RFC 5545, 3.3.10); of one that comes twice the first counts. They are computed
 * some days at a time, so that no series keeps others waiting.
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { recurrenceProblem } from '../../records/activities/recurrence-rule.js';
import type { Yielder } from '../../records/yielder.js';
import { countDays } from './counted-days.js';
import { instantOf, momentOf } from './instants.js';

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
  // The first occurrence counts, also where it does not fit the rule.
  let { begin, left } =
    count === undefined
      ? { begin: from > series.start ? from : series.start, left: Number.POSITIVE_INFINITY }
      : countedUntil(series, parts, Number(count) - 1, from);
  const end = earlier(to, daysAfter(series.start, maxDays));
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

/** @returns where a series that is counted is followed from: its beginning, unless what lies before can be reckoned */
function countedUntil(
  { start, timeZone }: Series,
  parts: Parts,
  count: number,
  from: string,
): { begin: string; left: number } {
  const first = instantOf(start).toZonedDateTimeISO(timeZone || 'UTC');
  const counted =
    from > start
      ? countDays({ parts: new Map(Object.entries(parts)), start: first, count }, instantOf(from))
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
