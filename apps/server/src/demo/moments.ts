/**
 * Times around the day on which a demo space is made. Pure; everything is UTC.
 */
import type { Random } from './random.js';

const dayMs = 86_400_000;

/** The day on which all generated history ends, as the time of its first moment. */
export type Today = number;

/** @returns the day that a moment lies in */
export function dayOf(moment: Date): Today {
  return Math.floor(moment.getTime() / dayMs) * dayMs;
}

/** @param daysAgo may be negative @returns a date-time in working hours of that day: `2024-05-31T09:12:44` */
export function workingMoment(random: Random, today: Today, daysAgo: number): string {
  const seconds = random.integer(8 * 3600, 17 * 3600);
  return new Date(today - daysAgo * dayMs + seconds * 1000).toISOString().slice(0, 19);
}

/** @param moment as `workingMoment` gives it @param hours may be a fraction or negative @returns the moment so much later */
export function hoursAfter(moment: string, hours: number): string {
  return new Date(Date.parse(`${moment}Z`) + hours * 3_600_000).toISOString().slice(0, 19);
}

/** @param daysAgo may be negative @returns a date: `2024-05-31` */
export function date(today: Today, daysAgo: number): string {
  return new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);
}

/** @returns the day of the week, Sunday is 0 */
export function weekdayOf(today: Today, daysAgo: number): number {
  return new Date(today - daysAgo * dayMs).getUTCDay();
}

/** @param moment as `workingMoment` gives it @returns whole days, the day of the moment not counted */
export function daysSince(today: Today, moment: string): number {
  return (today - dayOf(new Date(`${moment}Z`))) / dayMs;
}
