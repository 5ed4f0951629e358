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
  if (recurrenceProblem(rule) !== undefined) return [series.start].filter(isBetween);
  const dtstart = instantOf(series.start).toZonedDateTimeISO(series.timeZone || 'UTC');
  const expansion = new RRuleTemporal({
    rruleString: `RRULE:${rule}`,
    dtstart,
    includeDtstart: true,
    cache: false,
    temporal: Temporal,
    maxIterations: /(^|;)COUNT=/.test(rule) ? maxCountedSteps : maxSteps,
  });
  const [first, last] = [from, to].map((moment) => instantOf(moment).toZonedDateTimeISO('UTC'));
  return between(expansion, first!, last!)
    .map((occurrence) => momentOf(occurrence.toInstant()))
    .filter(isBetween);
}

function between(
  expansion: RRuleTemporal<Temporal.ZonedDateTime>,
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
