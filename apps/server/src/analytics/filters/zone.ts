/**
 * Days of a time zone and the moments in which they begin. Pure; knows no clock.
 */
import { Temporal } from 'temporal-polyfill';
import { parameterError } from '../../errors/parameter-error.js';

/**
 * @param at where the caller wrote the zone, for messages
 * @returns the zone as it was given
 * @throws ApiError `ERROR_PARAMETER_INVALID` when there is no such zone
 */
export function checkZone(timeZone: string, at: string): string {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return timeZone;
  } catch {
    const problem = `${JSON.stringify(timeZone.slice(0, 80))} is not a time zone. Give a name of the IANA database, such as "Europe/Paris"`;
    throw parameterError(at, problem);
  }
}

/**
 * @param now a moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`
 * @returns the day that it lies in
 */
export function dayOf(now: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(`${now}Z`).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** @returns the first moment of a day in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`; where clocks skip midnight it is a later hour */
export function startOf(day: Temporal.PlainDate, timeZone: string): string {
  const instant = day.toZonedDateTime(timeZone).toInstant();
  return instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1);
}
