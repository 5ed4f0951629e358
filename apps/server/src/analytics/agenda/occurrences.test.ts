import { describe, expect, it } from 'vitest';
import { Yielder } from '../../records/yielder.js';
import { occurrencesOf, type Series } from './occurrences.js';

const find = (series: Series, from: string, to: string) => occurrencesOf(series, from, to, new Yielder(() => {}));

describe('occurrencesOf', () => {
  const vienna = { start: '2026-03-01T08:00:00.000000', timeZone: 'Europe/Vienna' };

  it('keeps the time of day when clocks change', async () => {
    const weekly = { ...vienna, rule: 'FREQ=WEEKLY' };
    expect(await find(weekly, '2026-03-20T00:00:00.000000', '2026-04-01T00:00:00.000000')).toEqual([
      '2026-03-22T08:00:00.000000',
      '2026-03-29T07:00:00.000000',
    ]);
    expect(await find(weekly, '2026-10-15T00:00:00.000000', '2026-10-31T00:00:00.000000')).toEqual([
      '2026-10-18T07:00:00.000000',
      '2026-10-25T08:00:00.000000',
    ]);
  });

  it('leaves out a time that is skipped, and takes the first of one that comes twice', async () => {
    const daily = { ...vienna, start: '2026-01-01T01:30:00.000000', rule: 'FREQ=DAILY' };
    expect(await find(daily, '2026-03-28T00:00:00.000000', '2026-03-31T00:00:00.000000')).toEqual([
      '2026-03-28T01:30:00.000000',
      '2026-03-30T00:30:00.000000',
    ]);
    expect(await find(daily, '2026-10-24T00:00:00.000000', '2026-10-27T00:00:00.000000')).toEqual([
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
    ['gives the first of a rule that repeats too often', 'FREQ=SECONDLY', ['01T08']],
    ['gives the first of a rule that counts too far', 'FREQ=DAILY;COUNT=95000', ['01T08']],
    ['gives the first of a rule that nothing fits', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['01T08']],
  ])('%s', async (_, rule, hours) => {
    const found = await find({ ...vienna, rule }, '2026-03-01T00:00:00.000000', '2026-03-21T00:00:00.000000');
    expect(found).toEqual(hours.map((hour) => `2026-03-${hour}:00:00.000000`));
  });

  it('takes UTC where no zone is given, and keeps fractions of a second', async () => {
    const series = { start: '2026-03-01T08:00:00.000001', timeZone: null, rule: 'FREQ=DAILY' };
    expect(await find(series, '2026-03-31T08:00:00.000001', '2026-04-01T08:00:00.000001')).toEqual([
      '2026-03-31T08:00:00.000001',
    ]);
  });

  it.each(['DAILY;COUNT=1500', 'HOURLY;COUNT=2000', 'DAILY;BYDAY=MO;COUNT=300'])(
    'counts a long series from its beginning: %s',
    async (parts) => {
      const [start, to] = ['2020-01-01T08:00:00.000000', '2030-01-01T00:00:00.000000'];
      const rule = `FREQ=${parts}`;
      const found = await find({ start, timeZone: 'Europe/Vienna', rule }, start, to);
      const [count = 0] = /\d+$/.exec(rule)?.map(Number) ?? [];
      expect(new Set(found).size).toBe(count);
      // Where it ends is found as well when only its end is asked for.
      const end = found.slice(-2);
      expect(await find({ start, timeZone: 'Europe/Vienna', rule }, end[0] ?? '', to)).toEqual(end);
    },
  );

  it('does not follow a series for more than 300 years', async () => {
    const series = { ...vienna, start: '1600-03-01T08:00:00.000000', rule: 'FREQ=DAILY' };
    expect(await find(series, '1890-03-01T00:00:00.000000', '1890-03-03T00:00:00.000000')).toHaveLength(2);
    expect(await find(series, '9990-03-01T00:00:00.000000', '9990-03-03T00:00:00.000000')).toEqual([]);
  });

  it('lets others go ahead, and ends when the time is up', async () => {
    const series = { ...vienna, start: '1800-03-01T08:00:00.000000', rule: 'FREQ=DAILY;BYMONTH=3;COUNT=2000' };
    let others = 0;
    const timer = setInterval(() => others++, 1);
    const yielder = new Yielder(() => {
      if (others >= 3) throw new Error('The time is up.');
    });
    const found = occurrencesOf(series, '2026-03-01T00:00:00.000000', '2026-03-02T00:00:00.000000', yielder);
    await expect(found).rejects.toThrow('The time is up.');
    clearInterval(timer);
  });

  describe('a counted series that is asked for far from its start', () => {
    const sparse = { start: '1970-01-02T08:00:00.000000', timeZone: 'Europe/Vienna' };
    const rule = 'FREQ=DAILY;INTERVAL=999999;COUNT=2000';

    /** @returns how many steps there are between two days, each with a pause */
    const stepsUntil = async (from: string, to: string) => {
      let steps = 0;
      class Counting extends Yielder {
        override async pause() {
          steps++;
        }
      }
      await occurrencesOf({ ...sparse, rule }, from, to, new Counting());
      return steps;
    };

    it('is not followed for more than 300 years', async () => {
      expect(await stepsUntil('9998-01-01T00:00:00.000000', '9998-01-02T00:00:00.000000')).toBe(0);
    });

    it('pauses at each change of the clocks', async () => {
      // Two changes a year from 1980 on.
      const steps = await stepsUntil('2180-01-01T00:00:00.000000', '2180-01-02T00:00:00.000000');
      expect(steps).toBeGreaterThanOrEqual(400);
      expect(steps).toBeLessThan(410);
    });
  });
});
