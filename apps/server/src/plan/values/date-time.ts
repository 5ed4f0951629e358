/**
 * Reads the forms of dates and date-times that callers send; writes the one form that is stored and answered. Pure.
 */

const dateTimePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * @param text `YYYY-MM-DD`, or with `T` or a blank `HH:MM[:SS[.fraction]]`, and `Z` or an offset; UTC when neither is given
 * @returns `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC, or undefined when the text is no such date-time
 */
export function parseDateTime(text: string): string | undefined {
  const match = dateTimePattern.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${written}Z`);
  // A day that its month does not have, and the hour 24, are carried over: what reads as another day was none.
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day)) return undefined;
  const offsetMinutes = parseOffset(zone);
  if (offsetMinutes === undefined) return undefined;
  const utc = new Date(ms - offsetMinutes * 60_000);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return undefined;
  const inUtc = offsetMinutes === 0 ? written : utc.toISOString().slice(0, 19);
  return `${inUtc}.${fraction.slice(0, 6).padEnd(6, '0')}`;
}

/** @returns whether a text has the form of a date or date-time, but its day is none of the calendar: `2024-02-31` */
export function namesNoDay(text: string): boolean {
  const [, year, month, day] = dateTimePattern.exec(text.trim()) ?? [];
  if (day === undefined) return false;
  const ms = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day);
}

function parseOffset(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 18 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** @returns `YYYY-MM-DD`; a date-time is cut to its date as written; undefined when the text is neither */
export function parseDate(text: string): string | undefined {
  return parseDateTime(text) === undefined ? undefined : text.trim().slice(0, 10);
}
