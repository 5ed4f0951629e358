/**
 * Reads dates written in a stated order, `M/D/YYYY` or `DD.MM.YYYY HH:mm:ss`, or as a number of days from today: `days HH:mm`.
 * Pure; knows no zones, everything is UTC.
 */

const dayMs = 86_400_000;

/** Reads one text; undefined when it does not fit the format or names no day of the calendar. */
export type DateReader = (text: string) => string | undefined;

type Part = 'year' | 'month' | 'day' | 'days' | 'hour' | 'minute' | 'second';

const tokens: Readonly<Record<string, readonly [Part, string]>> = {
  YYYY: ['year', '\\d{4}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  DD: ['day', '\\d{2}'],
  D: ['day', '\\d{1,2}'],
  days: ['days', '[+-]?\\d{1,5}'],
  HH: ['hour', '\\d{2}'],
  H: ['hour', '\\d{1,2}'],
  mm: ['minute', '\\d{2}'],
  ss: ['second', '\\d{2}'],
};

/**
 * @param format YYYY, MM or M, and DD or D, or `days` alone; optionally HH or H, mm, ss; other characters stand for themselves
 * @param today the day that `days` counts from
 * @returns a reader that gives `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS` when the format has an hour
 * @throws Error when the format lacks year, month or day, or has one of them beside `days`
 */
export function dateReader(format: string, today: Date): DateReader {
  const parts: Part[] = [];
  const pattern = format.replace(/days|YYYY|MM?|DD?|HH?|mm|ss|./gsu, (piece) => {
    const token = tokens[piece];
    if (token === undefined) return piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    parts.push(token[0]);
    return `(${token[1]})`;
  });
  const isRelative = parts.includes('days');
  for (const part of ['year', 'month', 'day'] as const) {
    if (isRelative && parts.includes(part)) throw new Error(`the date format "${format}" has a ${part} beside "days"`);
    if (isRelative || parts.includes(part)) continue;
    throw new Error(`the date format "${format}" has no ${part}; write it like M/D/YYYY, or like days`);
  }
  const expression = new RegExp(`^${pattern}$`, 'u');
  const hasTime = parts.includes('hour');
  return (text) => {
    const found = expression.exec(text);
    if (found === null) return undefined;
    const value = (part: Part): number => (parts.includes(part) ? Number(found[parts.indexOf(part) + 1]) : 0);
    const day = isRelative
      ? new Date(today.getTime() + value('days') * dayMs).toISOString().slice(0, 10)
      : `${digits(value('year'), 4)}-${digits(value('month'), 2)}-${digits(value('day'), 2)}`;
    return render(day, value, hasTime);
  };
}

/** Date rolls over what is out of range (30 February), so a real moment is one that reads back the same. */
function render(day: string, value: (part: Part) => number, hasTime: boolean): string | undefined {
  const moment = `${day}T${digits(value('hour'), 2)}:${digits(value('minute'), 2)}:${digits(value('second'), 2)}`;
  const read = new Date(`${moment}Z`);
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 19) !== moment) return undefined;
  return hasTime ? moment : day;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
