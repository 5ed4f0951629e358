import { describe, expect, it } from 'vitest';
import { occurrencesOf, TooManyOccurrences } from './occurrences.js';

describe('occurrencesOf', () => {
  const vienna = { start: '2026-03-01T08:00:00.000000', timeZone: 'Europe/Vienna' };

  it('keeps the time of day when clocks change', () => {
    const weekly = { ...vienna, rule: 'FREQ=WEEKLY' };
    expect(occurrencesOf(weekly, '2026-03-20T00:00:00.000000', '2026-04-01T00:00:00.000000')).toEqual([
      '2026-03-22T08:00:00.000000',
      '2026-03-29T07:00:00.000000',
    ]);
    expect(occurrencesOf(weekly, '2026-10-15T00:00:00.000000', '2026-10-31T00:00:00.000000')).toEqual([
      '2026-10-18T07:00:00.000000',
      '2026-10-25T08:00:00.000000',
    ]);
  });

  it('leaves out a time that is skipped, and takes the first of one that comes twice', () => {
    const daily = { ...vienna, start: '2026-01-01T01:30:00.000000', rule: 'FREQ=DAILY' };
    expect(occurrencesOf(daily, '2026-03-28T00:00:00.000000', '2026-03-31T00:00:00.000000')).toEqual([
      '2026-03-28T01:30:00.000000',
      '2026-03-30T00:30:00.000000',
    ]);
    expect(occurrencesOf(daily, '2026-10-24T00:00:00.000000', '2026-10-27T00:00:00.000000')).toEqual([
      '2026-10-24T00:30:00.000000',
      '2026-10-25T00:30:00.000000',
      '2026-10-26T01:30:00.000000',
    ]);
  });

  it.each([
    ['counts a first occurrence that does not fit the rule', 'FREQ=WEEKLY;BYDAY=WE;COUNT=2', ['01T08', '04T08']],
    ['gives it alone where it is the only one', 'FREQ=WEEKLY;BYDAY=WE;COUNT=1', ['01T08']],
    ['reads rules in any case, with their name ahead', 'rrule:freq=daily;interval=10;count=2', ['01T08', '11T08']],
    ['takes a last day with all that begins on it', 'FREQ=DAILY;UNTIL=20260303', ['01T08', '02T08', '03T08']],
    ['takes the last moment', 'FREQ=DAILY;UNTIL=20260302T080000Z', ['01T08', '02T08']],
    ['gives the first of a rule that cannot be read', 'FREQ=NEVER', ['01T08']],
    ['gives the first of a rule that nothing fits', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['01T08']],
  ])('%s', (_, rule, hours) => {
    const found = occurrencesOf({ ...vienna, rule }, '2026-03-01T00:00:00.000000', '2026-03-21T00:00:00.000000');
    expect(found).toEqual(hours.map((hour) => `2026-03-${hour}:00:00.000000`));
  });

  it('takes UTC where no zone is given, and keeps fractions of a second', () => {
    const series = { start: '2026-03-01T08:00:00.000001', timeZone: null, rule: 'FREQ=DAILY' };
    expect(occurrencesOf(series, '2026-03-31T08:00:00.000001', '2026-04-01T08:00:00.000001')).toEqual([
      '2026-03-31T08:00:00.000001',
    ]);
  });

  it('gives up on a series that never stops', () => {
    const series = { ...vienna, rule: 'FREQ=SECONDLY' };
    expect(() => occurrencesOf(series, '2026-04-01T00:00:00.000000', '2026-04-02T00:00:00.000000')).toThrow(
      TooManyOccurrences,
    );
  });
});
