/**
 * A period as a caller gives it, and the moments that it lasts from and to. Pure; the clock is asked by the caller.
 */
import { Temporal } from 'temporal-polyfill';
import { parameterError } from '../../errors/parameter-error.js';
import { type Days, daysOf, type RelativePeriod } from './relative-period.js';
import { checkZone, dayOf, startOf } from './zone.js';

/** Either both dates (`YYYY-MM-DD`, both belong to it) or the word. */
export interface GivenPeriod {
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
  readonly relative?: RelativePeriod | null | undefined;
  /** UTC when left out. */
  readonly timeZone?: string | null | undefined;
}

export interface Period {
  /** The first moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly start: string;
  /** The first moment that no longer belongs to it. */
  readonly end: string;
  /** Its first and its last day in the zone, as `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly timeZone: string;
}

/** Of periods, so that the one before, too, has years of four digits. */
const years = { first: 1000, last: 9998, most: 100 } as const;

/**
 * @param now a moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`
 * @param at where the caller wrote it, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for neither or both of dates and word, an end before the start, an unknown zone
 */
export function resolvePeriod(given: GivenPeriod, now: string, at: string): Period {
  const timeZone = checkZone(given.timeZone ?? 'UTC', `${at}.timeZone`);
  return periodOf(givenDays(given, dayOf(now, timeZone), at), timeZone);
}

/** @returns the period of as many days that ends where this one begins */
export function before({ startDate, endDate, timeZone }: Period): Period {
  const first = Temporal.PlainDate.from(startDate);
  const length = first.until(Temporal.PlainDate.from(endDate)).add({ days: 1 });
  return periodOf({ first: first.subtract(length), last: first.subtract({ days: 1 }) }, timeZone);
}

function givenDays({ startDate, endDate, relative }: GivenPeriod, today: Temporal.PlainDate, at: string): Days {
  if (relative != null) {
    if (startDate != null || endDate != null)
      throw parameterError(at, 'give either both dates or "relative", not both');
    return daysOf(relative, today);
  }
  if (startDate == null || endDate == null) throw parameterError(at, 'give "startDate" and "endDate", or "relative"');
  const days = { first: Temporal.PlainDate.from(startDate), last: Temporal.PlainDate.from(endDate) };
  if (Temporal.PlainDate.compare(days.first, days.last) > 0)
    throw parameterError(at, `"endDate" ${endDate} is before "startDate" ${startDate}`);
  if (Temporal.PlainDate.compare(days.last, days.first.add({ years: years.most })) > 0)
    throw parameterError(at, `is longer than ${years.most} years`);
  for (const { year } of [days.first, days.last]) {
    if (year < years.first || year > years.last)
      throw parameterError(at, `dates lie in the years ${years.first} to ${years.last}`);
  }
  return days;
}

function periodOf({ first, last }: Days, timeZone: string): Period {
  return {
    start: startOf(first, timeZone),
    end: startOf(last.add({ days: 1 }), timeZone),
    startDate: first.toString(),
    endDate: last.toString(),
    timeZone,
  };
}
