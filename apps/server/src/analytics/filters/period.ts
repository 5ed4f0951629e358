/**
 * A period as a caller gives it, and the moments that it lasts from and to. Pure; the clock is asked by the caller.
 */
import { Temporal } from 'temporal-polyfill';
import { parameterError } from '../../errors/parameter-error.js';
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

/** How long the period before is: as many days, or as many months of the calendar where there are nothing but whole ones. */
export type Comparison = 'DaysBefore' | 'CalendarBefore';

/** @returns the period of the same length that ends where this one begins */
export function before({ startDate, endDate, timeZone }: Period, comparison: Comparison): Period {
  const first = Temporal.PlainDate.from(startDate);
  const next = Temporal.PlainDate.from(endDate).add({ days: 1 });
  const isWholeMonths = first.day === 1 && next.day === 1;
  const largestUnit = comparison === 'CalendarBefore' && isWholeMonths ? 'months' : 'days';
  const length = first.until(next, { largestUnit });
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

// Periods named by where they lie from today: the days that each word means. Pure; knows neither a zone nor a clock.

/** Both days belong to it. */
interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** @param today in the zone that the days are counted in */
type DaysFrom = (today: Temporal.PlainDate) => Days;

/** The words and their meaning. Weeks begin on Monday; `Last7Days` ends and `Next7Days` begins with today. */
const daysByWord = {
  Today: (today) => within(today, { days: 1 }),
  Yesterday: (today) => within(today.subtract({ days: 1 }), { days: 1 }),
  Tomorrow: (today) => within(today.add({ days: 1 }), { days: 1 }),
  ThisWeek: (today) => within(weekStart(today), { weeks: 1 }),
  LastWeek: (today) => within(weekStart(today).subtract({ weeks: 1 }), { weeks: 1 }),
  NextWeek: (today) => within(weekStart(today).add({ weeks: 1 }), { weeks: 1 }),
  ThisMonth: (today) => within(monthStart(today), { months: 1 }),
  LastMonth: (today) => within(monthStart(today).subtract({ months: 1 }), { months: 1 }),
  NextMonth: (today) => within(monthStart(today).add({ months: 1 }), { months: 1 }),
  ThisQuarter: (today) => within(quarterStart(today), { months: 3 }),
  LastQuarter: (today) => within(quarterStart(today).subtract({ months: 3 }), { months: 3 }),
  NextQuarter: (today) => within(quarterStart(today).add({ months: 3 }), { months: 3 }),
  ThisYear: (today) => within(yearStart(today), { years: 1 }),
  LastYear: (today) => within(yearStart(today).subtract({ years: 1 }), { years: 1 }),
  NextYear: (today) => within(yearStart(today).add({ years: 1 }), { years: 1 }),
  Last7Days: (today) => endingWith(today, 7),
  Last30Days: (today) => endingWith(today, 30),
  Last90Days: (today) => endingWith(today, 90),
  Last365Days: (today) => endingWith(today, 365),
  Next7Days: (today) => within(today, { days: 7 }),
  Next30Days: (today) => within(today, { days: 30 }),
  Next90Days: (today) => within(today, { days: 90 }),
} satisfies Record<string, DaysFrom>;

export type RelativePeriod = keyof typeof daysByWord;

export const relativePeriods = Object.keys(daysByWord) as readonly RelativePeriod[];

export function isRelativePeriod(word: string): word is RelativePeriod {
  return Object.hasOwn(daysByWord, word);
}

export function daysOf(word: RelativePeriod, today: Temporal.PlainDate): Days {
  return daysByWord[word](today);
}

function within(first: Temporal.PlainDate, length: Temporal.DurationLike): Days {
  return { first, last: first.add(length).subtract({ days: 1 }) };
}

function endingWith(last: Temporal.PlainDate, days: number): Days {
  return { first: last.subtract({ days: days - 1 }), last };
}

function weekStart(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 });
}

function monthStart(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 });
}

function quarterStart(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1, month: day.month - ((day.month - 1) % 3) });
}

function yearStart(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1, month: 1 });
}
