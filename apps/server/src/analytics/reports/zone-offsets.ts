/**
 * How far the clocks of a time zone are from UTC, and since when: so that both databases count days as the service does. Pure.
 */
import { Temporal } from 'temporal-polyfill';
import type { Offset } from '../../sql/analytics/compile-pivot.js';

/** Changes of clocks outside these years are left out; the offset before or after them counts there. */
const years = { first: '1970-01-01T00:00:00Z', last: '2060-01-01T00:00:00Z' } as const;

/** @returns in the order of time; at least one */
export function zoneOffsets(timeZone: string): readonly Offset[] {
  const last = Temporal.Instant.from(years.last);
  let moment = Temporal.Instant.from(years.first).toZonedDateTimeISO(timeZone);
  const offsets: Offset[] = [{ from: null, seconds: secondsOf(moment) }];
  for (;;) {
    const next = moment.getTimeZoneTransition('next');
    if (next === null || Temporal.Instant.compare(next.toInstant(), last) >= 0) return offsets;
    const from = next.toInstant().toString({ fractionalSecondDigits: 6 }).slice(0, -1);
    if (secondsOf(next) !== offsets.at(-1)?.seconds) offsets.push({ from, seconds: secondsOf(next) });
    moment = next;
  }
}

function secondsOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return Math.round(offsetNanoseconds / 1e9);
}
