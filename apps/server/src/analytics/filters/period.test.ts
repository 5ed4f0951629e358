import { describe, expect, it } from 'vitest';
import { before, type GivenPeriod, type RelativePeriod, relativePeriods, resolvePeriod } from './period.js';

/** A Monday; in Auckland it is Tuesday already. */
const now = '2026-06-15T13:00:00.000000';

const resolve = (given: GivenPeriod, at = now) => resolvePeriod(given, at, 'insights.period');

const days: Readonly<Record<RelativePeriod, readonly [first: string, last: string]>> = {
  Today: ['2026-06-15', '2026-06-15'],
  Yesterday: ['2026-06-14', '2026-06-14'],
  Tomorrow: ['2026-06-16', '2026-06-16'],
  ThisWeek: ['2026-06-15', '2026-06-21'],
  LastWeek: ['2026-06-08', '2026-06-14'],
  NextWeek: ['2026-06-22', '2026-06-28'],
  ThisMonth: ['2026-06-01', '2026-06-30'],
  LastMonth: ['2026-05-01', '2026-05-31'],
  NextMonth: ['2026-07-01', '2026-07-31'],
  ThisQuarter: ['2026-04-01', '2026-06-30'],
  LastQuarter: ['2026-01-01', '2026-03-31'],
  NextQuarter: ['2026-07-01', '2026-09-30'],
  ThisYear: ['2026-01-01', '2026-12-31'],
  LastYear: ['2025-01-01', '2025-12-31'],
  NextYear: ['2027-01-01', '2027-12-31'],
  Last7Days: ['2026-06-09', '2026-06-15'],
  Last30Days: ['2026-05-17', '2026-06-15'],
  Last90Days: ['2026-03-18', '2026-06-15'],
  Last365Days: ['2025-06-16', '2026-06-15'],
  Next7Days: ['2026-06-15', '2026-06-21'],
  Next30Days: ['2026-06-15', '2026-07-14'],
  Next90Days: ['2026-06-15', '2026-09-12'],
};

describe('resolvePeriod', () => {
  it.each(relativePeriods)('knows %s', (relative) => {
    const [startDate, endDate] = days[relative];
    expect(resolve({ relative })).toMatchObject({ startDate, endDate, timeZone: 'UTC' });
  });

  it.each([
    ['ThisWeek', '2026-06-21T12:00:00.000000', '2026-06-15', '2026-06-21'],
    ['LastMonth', '2026-03-31T12:00:00.000000', '2026-02-01', '2026-02-28'],
    ['NextMonth', '2026-12-31T12:00:00.000000', '2027-01-01', '2027-01-31'],
    ['LastQuarter', '2026-02-01T12:00:00.000000', '2025-10-01', '2025-12-31'],
    ['ThisMonth', '2024-02-29T12:00:00.000000', '2024-02-01', '2024-02-29'],
    ['LastYear', '2024-02-29T12:00:00.000000', '2023-01-01', '2023-12-31'],
  ] as const)('counts %s from %s', (relative, at, startDate, endDate) => {
    expect(resolve({ relative }, at)).toMatchObject({ startDate, endDate });
  });

  it('begins and ends with days of the zone, whatever its clocks do', () => {
    expect(resolve({ relative: 'Today', timeZone: 'Pacific/Auckland' })).toEqual({
      start: '2026-06-15T12:00:00.000000',
      end: '2026-06-16T12:00:00.000000',
      startDate: '2026-06-16',
      endDate: '2026-06-16',
      timeZone: 'Pacific/Auckland',
    });
    const on = (startDate: string, timeZone: string) => resolve({ startDate, endDate: startDate, timeZone });
    // 23 hours, 25 hours, and a day that begins at one o'clock.
    expect(on('2026-03-29', 'Europe/Paris')).toMatchObject({
      start: '2026-03-28T23:00:00.000000',
      end: '2026-03-29T22:00:00.000000',
    });
    expect(on('2026-10-25', 'Europe/Paris')).toMatchObject({
      start: '2026-10-24T22:00:00.000000',
      end: '2026-10-25T23:00:00.000000',
    });
    expect(on('2018-11-04', 'America/Sao_Paulo')).toMatchObject({
      start: '2018-11-04T03:00:00.000000',
      end: '2018-11-05T02:00:00.000000',
    });
  });

  it.each<[GivenPeriod, string]>([
    [{}, 'insights.period: give "startDate" and "endDate", or "relative".'],
    [{ startDate: '2026-01-01' }, 'insights.period: give "startDate" and "endDate", or "relative".'],
    [
      { startDate: '2026-01-01', endDate: '2026-01-02', relative: 'Today' },
      'insights.period: give either both dates or "relative", not both.',
    ],
    [
      { startDate: '2026-01-02', endDate: '2026-01-01' },
      'insights.period: "endDate" 2026-01-01 is before "startDate" 2026-01-02.',
    ],
    [{ startDate: '1900-01-01', endDate: '2026-01-01' }, 'insights.period: is longer than 100 years.'],
    [{ startDate: '0999-12-31', endDate: '1000-01-01' }, 'insights.period: dates lie in the years 1000 to 9998.'],
    [{ startDate: '9998-01-01', endDate: '9999-01-01' }, 'insights.period: dates lie in the years 1000 to 9998.'],
    [
      { relative: 'Today', timeZone: 'Europe/Pariss' },
      'insights.period.timeZone: "Europe/Pariss" is not a time zone. Give a name of the IANA database, such as "Europe/Paris".',
    ],
  ])('rejects %j', (given, message) => {
    expect(() => resolve(given)).toThrow(message);
  });
});

describe('before', () => {
  it.each([
    ['DaysBefore', '2026-06-15', '2026-06-15', '2026-06-14', '2026-06-14'],
    ['DaysBefore', '2026-04-01', '2026-06-30', '2025-12-31', '2026-03-31'],
    ['DaysBefore', '2024-03-01', '2024-03-31', '2024-01-30', '2024-02-29'],
    ['CalendarBefore', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31'],
    ['CalendarBefore', '2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['CalendarBefore', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['CalendarBefore', '2026-06-15', '2026-06-21', '2026-06-08', '2026-06-14'],
    ['CalendarBefore', '2026-04-01', '2026-06-29', '2026-01-01', '2026-03-31'],
    ['CalendarBefore', '2026-04-02', '2026-06-30', '2026-01-02', '2026-04-01'],
  ] as const)('%s, %s to %s lies the same length', (comparison, startDate, endDate, first, last) => {
    const period = resolve({ startDate, endDate, timeZone: 'Europe/Paris' });
    const earlier = before(period, comparison);
    expect(earlier).toMatchObject({ startDate: first, endDate: last, end: period.start, timeZone: 'Europe/Paris' });
  });
});
