/** Occurrences of series as another library finds them, in all sorts of time zones and across both changes of clocks. */
import fc from 'fast-check';
import rrule from 'rrule';
import { expect, it } from 'vitest';
import { occurrencesOf, type Series } from '../../src/analytics/agenda/occurrences.js';
import { Yielder } from '../../src/records/yielder.js';
import { runsOf } from '../properties/runs.js';
import { day, momentAt, momentText as text } from './wall-clock.js';

/** Zones that change their clocks on other days, by half an hour, at midnight, in the other half of the year, or never. */
const zones = [
  'Europe/Vienna',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'UTC',
];

interface Case {
  readonly zone: string;
  /** On the wall. */
  readonly start: number;
  readonly parts: Readonly<Record<string, string>>;
  readonly count: number | undefined;
  readonly until: number | undefined;
  readonly from: number;
  readonly days: number;
}

function ruleOf({ parts, count, until }: Case): string {
  const end = until === undefined ? undefined : `UNTIL=${text(until).slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return [
    ...Object.entries(parts).map(([name, value]) => `${name}=${value}`),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(end ? [end] : []),
  ].join(';');
}

/** The other library computes with times on the wall; which moments those are, and how many count, is found out here. */
function expected(one: Case, first: number): string[] {
  const to = one.from + one.days * day;
  const later = momentsOf(one, to).filter((moment) => moment > first);
  return [...new Set([first, ...later])]
    .sort((a, b) => a - b)
    .slice(0, one.count)
    .filter((moment) => one.until === undefined || moment <= one.until || moment === first)
    .filter((moment) => moment >= one.from && moment < to)
    .map(text);
}

function momentsOf({ start, zone, parts: { BYSETPOS: places, ...others } }: Case, to: number): number[] {
  const monthly = places !== undefined;
  const dtstart = new Date(start);
  // Places are counted in whole months.
  if (monthly) dtstart.setUTCDate(1);
  const parts = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  const rule = new rrule.RRule({ ...rrule.RRule.parseString(parts.join(';')), dtstart });
  const walls = rule.between(dtstart, new Date(to + 40 * day), true).map((wall) => wall.getTime());
  const there = walls.flatMap((wall) => {
    const moment = momentAt(wall, zone);
    return moment === undefined ? [] : [{ wall, moment }];
  });
  if (!monthly) return there.map(({ moment }) => moment);
  const monthOf = ({ wall }: { readonly wall: number }) => new Date(wall).toISOString().slice(0, 7);
  return [...new Set(there.map(monthOf))].flatMap((month) => {
    const set = there.filter((one) => monthOf(one) === month);
    return places.split(',').flatMap((place) => set.at(Number(place) - Number(Number(place) > 0))?.moment ?? []);
  });
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const some = (values: readonly (string | number)[], maxLength = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }).map((chosen) => chosen.join(','));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const monthDays = some([1, 2, 15, 28, 29, 30, 31, -1, -2, -31]);
const numberedDays = some(weekdays.flatMap((name) => [`1${name}`, `2${name}`, `5${name}`, `-1${name}`]));
const months = some([1, 2, 3, 4, 10, 11, 12]);
const hours = some([0, 1, 2, 3, 9, 23]);
const places = some([1, 2, -1], 2);

const daily = fc.record({
  FREQ: fc.constant('DAILY'),
  BYMONTH: maybe(months),
  BYDAY: maybe(some(weekdays)),
  BYHOUR: maybe(hours),
});
const weekly = fc.record({
  FREQ: fc.constant('WEEKLY'),
  BYDAY: maybe(some(weekdays)),
  WKST: maybe(fc.constantFrom('MO', 'SU')),
  BYHOUR: maybe(hours),
});
const monthly = fc.oneof(
  fc.record({ FREQ: fc.constant('MONTHLY'), BYMONTHDAY: maybe(monthDays) }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYDAY: numberedDays }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYDAY: some(weekdays), BYSETPOS: places }),
);
const yearly = fc.oneof(
  fc.record({ FREQ: fc.constant('YEARLY'), BYMONTH: maybe(months) }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYMONTH: months, BYDAY: numberedDays }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYYEARDAY: some([1, 60, 100, 366, -1]) }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYWEEKNO: some([1, 12, 44, 53]), BYDAY: some(weekdays) }),
);

const cases: fc.Arbitrary<Case> = fc
  .record({
    zone: fc.constantFrom(...zones),
    startDay: fc.integer({ min: Date.UTC(2022, 0, 1) / day, max: Date.UTC(2026, 0, 1) / day }),
    // Clocks change in the small hours.
    startMinute: fc
      .oneof(fc.integer({ min: 0, max: 24 * 4 - 1 }), fc.integer({ min: 0, max: 15 }))
      .map((quarter) => quarter * 15),
    rule: fc.oneof(daily, weekly, monthly, yearly) as fc.Arbitrary<Record<string, string | undefined>>,
    interval: maybe(fc.integer({ min: 1, max: 4 })),
    end: fc.oneof(
      fc.constant({}),
      fc.record({ count: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ untilDay: fc.integer({ min: 0, max: 2_000 }) }),
    ) as fc.Arbitrary<{ count?: number; untilDay?: number }>,
    // Around the changes of clocks in spring and in autumn, in both halves of the world.
    from: fc.constantFrom(Date.UTC(2025, 1, 20), Date.UTC(2025, 8, 20), Date.UTC(2026, 1, 20), Date.UTC(2026, 8, 20)),
    days: fc.integer({ min: 1, max: 80 }),
  })
  .map(({ zone, startDay, startMinute, rule, interval, end, from, days }) => {
    const parts = Object.fromEntries(
      Object.entries({ ...rule, INTERVAL: interval?.toString() }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    const start = startDay * day + startMinute * 60_000;
    return {
      zone,
      start,
      parts,
      count: end.count,
      until: end.untilDay === undefined ? undefined : start + end.untilDay * day,
      from,
      days,
    };
  });

it('finds what another library finds, in every zone and across both changes of clocks', async () => {
  let found = 0;
  const yielder = new Yielder(() => {});
  const runs = runsOf(600);
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const first = momentAt(one.start, one.zone);
      fc.pre(first !== undefined);
      const series = { start: text(first), rule: ruleOf(one), timeZone: one.zone };
      const occurrences = await occurrencesOf(series, text(one.from), text(one.from + one.days * day), yielder);
      expect(occurrences).toEqual(expected(one, first));
      found += occurrences.length;
    }),
    { numRuns: runs },
  );
  // Most series occur in the days requested.
  expect(found).toBeGreaterThan((runs * 5) / 6);
}, 60_000);

it('counts what lies before the days requested as if all of it had been computed', { timeout: 120_000 }, async () => {
  const rules = fc.oneof(
    fc.record({ FREQ: fc.constant('DAILY') }),
    fc.record({
      FREQ: fc.constant('WEEKLY'),
      BYDAY: maybe(some(weekdays, 7)),
      WKST: maybe(fc.constantFrom(...weekdays)),
    }),
  );
  const find = (series: Series, from: string, to: string) => occurrencesOf(series, from, to, new Yielder(() => {}));
  await fc.assert(
    fc.asyncProperty(
      // Samoa left out a whole day in 2011. Cairo changed its clocks four times in 2010, which expanding rules doesn't follow at midnight.
      fc.constantFrom(...zones.filter((zone) => zone !== 'Africa/Cairo'), 'Pacific/Apia'),
      fc.integer({ min: Date.UTC(2009, 0, 1) / 60_000, max: Date.UTC(2012, 0, 1) / 60_000 }),
      fc.boolean(),
      rules,
      maybe(fc.integer({ min: 1, max: 5 })),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 900 }),
      async (timeZone, minute, isSmallHour, rule, INTERVAL, COUNT, daysLater) => {
        // Clocks change in the small hours.
        const wall = Math.floor(minute / 30) * 30 * 60_000;
        const small = Math.floor(wall / day) * day + (wall % (4 * 3_600_000));
        const moment = (momentAt(isSmallHour ? small : wall, timeZone) ?? wall) / 60_000;
        const start = text(moment * 60_000);
        const parts = Object.entries({ ...rule, INTERVAL, COUNT }).filter(([, value]) => value !== undefined);
        const series = { start, timeZone, rule: parts.map(([name, value]) => `${name}=${value}`).join(';') };
        const from = text((moment + daysLater * 1_440) * 60_000);
        const to = text((moment + (daysLater + 30) * 1_440) * 60_000);
        const all = await find(series, start, to);
        expect(await find(series, from, to)).toEqual(all.filter((one) => one >= from));
        // Where the count ends tells whether all that lies before was counted.
        const late = all.slice(-2);
        expect(await find(series, late[0] ?? start, to)).toEqual(late);
      },
    ),
    { numRuns: runsOf(150) },
  );
});

it('counts what a counted series has had before in no time to speak of', async () => {
  let steps = 0;
  // In UTC, where there are no changes of clocks to pause at.
  const yielder = { pause: async () => void steps++ } as unknown as Yielder;
  for (const rule of ['FREQ=DAILY;COUNT=2000', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;INTERVAL=2;COUNT=2000']) {
    const series = { start: '2019-03-01T08:00:00.000000', timeZone: null, rule };
    await occurrencesOf(series, '2026-03-01T00:00:00.000000', '2026-03-08T00:00:00.000000', yielder);
  }
  expect(steps).toBeLessThan(5);
});
