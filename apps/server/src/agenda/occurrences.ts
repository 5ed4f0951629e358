/**
 * The occurrences of a series of appointments, computed from its rule in its own time zone: they keep their time of day when clocks
 * change. A time that is skipped has no occurrence (RFC 5545, 3.3.10); of one that comes twice the first counts. Pure.
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { recurrenceProblem } from '../records/activities/recurrence-rule.js';
import { maxAgendaItems } from './agenda-request.js';
import { instantOf, momentOf } from './instants.js';

export interface Series {
  /** When the first occurrence begins, whether it fits the rule or not: a moment in UTC. */
  readonly start: string;
  /** As it was written. */
  readonly rule: string;
  /** UTC when it has none. */
  readonly timeZone: string | null;
}

/** Steps of an expansion: what a rule gives before the days asked for is skipped. */
const maxSteps = 2 * maxAgendaItems;

/** Nothing can be skipped where occurrences are counted; this is every hour for eleven years. */
const maxCountedSteps = 100_000;

/** Thrown for a series that would take too long to expand. */
export class TooManyOccurrences extends Error {}

/**
 * @param from a moment in UTC, @param to the first one that is too late
 * @returns when the occurrences begin that begin between the two, in their order; of a rule that cannot be read only the first one
 * @throws TooManyOccurrences
 */
export function occurrencesOf(series: Series, from: string, to: string): string[] {
  const isBetween = (moment: string) => moment >= from && moment < to;
  const rule = series.rule.replace(/^RRULE:/i, '').toUpperCase();
  const rest = recurrenceProblem(rule) === undefined ? restOf(series, rule) : undefined;
  const [first, last] = [from, to].map((moment) => instantOf(moment).toZonedDateTimeISO('UTC'));
  const starts = rest === undefined ? [] : between(rest, first!, last!);
  const moments = starts.map((start) => momentOf(start.toInstant())).filter((moment) => moment > series.start);
  return [series.start, ...moments].filter(isBetween);
}

type Expansion = RRuleTemporal<Temporal.ZonedDateTime>;

/** @returns what gives the occurrences after the first; undefined when there are none */
function restOf({ start, timeZone }: Series, rule: string): Expansion | undefined {
  const dtstart = instantOf(start).toZonedDateTimeISO(timeZone || 'UTC');
  const expansion = expand(rule, dtstart);
  const count = Number(/(?:^|;)COUNT=(\d+)/.exec(rule)?.[1] ?? 0);
  // The first occurrence counts, also where it does not fit the rule.
  if (count === 0 || matches(expansion, dtstart)) return expansion;
  return count === 1 ? undefined : expand(rule.replace(/(^|;)COUNT=\d+/, `$1COUNT=${count - 1}`), dtstart);
}

function expand(rule: string, dtstart: Temporal.ZonedDateTime): Expansion {
  const maxIterations = /(^|;)COUNT=/.test(rule) ? maxCountedSteps : maxSteps;
  return new RRuleTemporal({ rruleString: `RRULE:${rule}`, dtstart, cache: false, temporal: Temporal, maxIterations });
}

function matches(expansion: Expansion, moment: Temporal.ZonedDateTime): boolean {
  return between(expansion, moment, moment).length > 0;
}

/** @returns the occurrences from the first moment to the last, both included */
function between(
  expansion: Expansion,
  first: Temporal.ZonedDateTime,
  last: Temporal.ZonedDateTime,
): Temporal.ZonedDateTime[] {
  try {
    return expansion.between(first, last, true);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum ')) throw new TooManyOccurrences();
    throw error;
  }
}
