/**
 * Checks recurrence rules of iCalendar (RFC 5545, 3.3.10): every part is known, stands once, holds values in its bounds and goes
 * together with the others, and agendas can show the result. Pure; computes no occurrence.
 */

/** Counted occurrences are computed from the first one on, whichever days are requested. */
const maxCount = 2_000;
const maxInterval = 999_999;
const maxTimesADay = 24;
/** What agendas can show of a year in one step: every day five times. */
const maxTimesAYear = 2_000;
const day = '(MO|TU|WE|TH|FR|SA|SU)';
const frequencies = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** Says what is wrong with the value of a part; undefined: nothing. */
type CheckValue = (value: string) => string | undefined;

const parts: ReadonlyMap<string, CheckValue> = new Map([
  ['FREQ', oneOf(frequencies)],
  ['UNTIL', until],
  ['COUNT', count],
  ['INTERVAL', numbers({ from: 1, to: maxInterval, isList: false })],
  ['BYSECOND', numbers({ from: 0, to: 60 })],
  ['BYMINUTE', numbers({ from: 0, to: 59 })],
  ['BYHOUR', numbers({ from: 0, to: 23 })],
  ['BYDAY', listOf(new RegExp(`^([+-]?([1-9]|[1-4]\\d|5[0-3]))?${day}$`), 'days such as MO, 2TU or -1FR')],
  ['BYMONTHDAY', numbers({ from: 1, to: 31, fromEnd: true })],
  ['BYYEARDAY', numbers({ from: 1, to: 366, fromEnd: true })],
  ['BYWEEKNO', numbers({ from: 1, to: 53, fromEnd: true })],
  ['BYMONTH', numbers({ from: 1, to: 12 })],
  ['BYSETPOS', numbers({ from: 1, to: 366, fromEnd: true })],
  ['WKST', listOf(new RegExp(`^${day}$`), 'one of MO, TU, WE, TH, FR, SA, SU', false)],
]);

/** Parts that a frequency does not go with. */
const apart: Readonly<Record<string, readonly string[]>> = {
  BYWEEKNO: frequencies.filter((frequency) => frequency !== 'YEARLY'),
  BYYEARDAY: ['DAILY', 'WEEKLY', 'MONTHLY'],
  BYMONTHDAY: ['WEEKLY'],
};

/**
 * @param rule in any case, with or without `RRULE:` ahead of it
 * @returns what is wrong with it, naming the part; undefined when it is a rule
 */
export function recurrenceProblem(rule: string): string | undefined {
  const found = new Map<string, string>();
  for (const written of rule.replace(/^RRULE:/i, '').split(';')) {
    const [name = '', value] = written.toUpperCase().split(/=(.*)/s);
    const check = parts.get(name);
    if (value === undefined || check === undefined)
      return `${JSON.stringify(written)} is not a part of a recurrence rule.`;
    if (found.has(name)) return `${name} is given twice.`;
    const problem = check(value);
    if (problem !== undefined) return `${name} must be ${problem}.`;
    found.set(name, value);
  }
  return together(found);
}

/** What is wrong with parts that are right each for itself. */
function together(found: ReadonlyMap<string, string>): string | undefined {
  const frequency = found.get('FREQ');
  if (frequency === undefined) return 'FREQ is missing.';
  if (found.has('COUNT') && found.has('UNTIL')) return 'COUNT and UNTIL exclude each other.';
  for (const [name, frequencies] of Object.entries(apart)) {
    if (found.has(name) && frequencies.includes(frequency)) return `${name} does not go with FREQ=${frequency}.`;
  }
  const isNumbered = /\d/.test(found.get('BYDAY') ?? '');
  if (isNumbered && (!['MONTHLY', 'YEARLY'].includes(frequency) || found.has('BYWEEKNO'))) {
    return 'BYDAY may number days with FREQ=MONTHLY, and with FREQ=YEARLY without BYWEEKNO.';
  }
  const times = timesADay(found);
  if (times > maxTimesADay)
    return `BYHOUR, BYMINUTE and BYSECOND may give ${maxTimesADay} times a day; these give ${times}.`;
  if (frequency === 'YEARLY' && times * daysAYear(found) > maxTimesAYear) {
    const limit = `FREQ=YEARLY may give ${maxTimesAYear} times a year; these parts may give ${times * daysAYear(found)}.`;
    return `${limit} FREQ=DAILY or FREQ=WEEKLY takes as many times a day.`;
  }
  const chooses = [...found.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  return found.has('BYSETPOS') && !chooses ? 'BYSETPOS needs another BY part.' : undefined;
}

/** @returns how many occurrences one day can have */
function timesADay(found: ReadonlyMap<string, string>): number {
  const hours = sizeOf(found, 'BYHOUR') || (found.get('FREQ') === 'HOURLY' ? 24 : 1);
  return hours * (sizeOf(found, 'BYMINUTE') || 1) * (sizeOf(found, 'BYSECOND') || 1);
}

/** @returns on how many days of a year there may be occurrences, at most */
function daysAYear(found: ReadonlyMap<string, string>): number {
  const months = sizeOf(found, 'BYMONTH');
  const weekdays = [...new Set(found.get('BYDAY')?.split(','))];
  const chosen = [
    weekdays.reduce((days, one) => days + (/\d/.test(one) ? months || 1 : 53), 0),
    sizeOf(found, 'BYMONTHDAY') * (months || 12),
    sizeOf(found, 'BYYEARDAY'),
    sizeOf(found, 'BYWEEKNO') * (weekdays.length || 1),
  ].filter((days) => days > 0);
  return chosen.length === 0 ? months || 1 : Math.min(months * 31 || 366, ...chosen);
}

/** @returns how many numbers a part lists; 0 for one that is left out */
function sizeOf(found: ReadonlyMap<string, string>, name: string): number {
  return new Set(found.get(name)?.split(',').map(Number)).size;
}

function count(value: string): string | undefined {
  const wanted = numbers({ from: 1, to: maxCount, isList: false })(value);
  return wanted && `${wanted}; UNTIL ends a longer series, by its last day`;
}

function oneOf(values: readonly string[]): CheckValue {
  return (value) => (values.includes(value) ? undefined : `one of ${values.join(', ')}`);
}

function listOf(pattern: RegExp, wanted: string, isList = true): CheckValue {
  return (value) => {
    const items = isList ? value.split(',') : [value];
    return items.every((item) => pattern.test(item)) ? undefined : wanted;
  };
}

interface Bounds {
  readonly from: number;
  readonly to: number;
  /** Negative numbers count from the end. */
  readonly fromEnd?: boolean;
  readonly isList?: boolean;
}

function numbers({ from, to, fromEnd = false, isList = true }: Bounds): CheckValue {
  const pattern = fromEnd ? /^[+-]?\d{1,6}$/ : /^\d{1,6}$/;
  const isIn = (item: string) => pattern.test(item) && Math.abs(Number(item)) >= from && Math.abs(Number(item)) <= to;
  const wanted = `${isList ? 'numbers' : 'a number'} from ${from} to ${to}${fromEnd ? ', or so far from the end (-1)' : ''}`;
  return (value) => ((isList ? value.split(',') : [value]).every(isIn) ? undefined : wanted);
}

function until(value: string): string | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/.exec(value);
  const [, year, month, dayOfMonth, hour = '00', minute = '00', second = '00'] = match ?? [];
  const written = `${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}`;
  const moment = new Date(`${written}Z`);
  const isMoment = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written);
  return isMoment ? undefined : 'a date (20261231) or a moment in UTC (20261231T225959Z)';
}
