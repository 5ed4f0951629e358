/**
 * Moments as they are stored, `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC, and as instants to reckon with. Pure.
 */
import { Temporal } from 'temporal-polyfill';

export function instantOf(moment: string): Temporal.Instant {
  return Temporal.Instant.from(`${moment}Z`);
}

export function momentOf(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1);
}
