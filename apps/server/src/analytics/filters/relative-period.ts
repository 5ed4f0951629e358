/**
 * Periods named by where they lie from today: the days that each word means. Pure; knows neither a zone nor a clock.
 */
import type { Temporal } from 'temporal-polyfill';

/** Both days belong to it. */
export interface Days {
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
