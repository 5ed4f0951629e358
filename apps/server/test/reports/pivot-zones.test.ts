/**
 * Days and periods of zones whose clocks change, against those that another implementation of time zones tells.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { cellsOf, namesBehind, pivot } from './ask-pivot.js';

/** By zone, moments of UTC at which its clocks have changed: forward, back, by half an hour, at midnight, over a whole day. */
const changes: Readonly<Record<string, readonly string[]>> = {
  'Europe/Vienna': ['2025-03-30T01:00:00', '2025-10-26T01:00:00'],
  'America/New_York': ['2024-03-10T07:00:00', '2024-11-03T06:00:00'],
  'Australia/Lord_Howe': ['2025-04-05T15:00:00', '2025-10-04T15:30:00'],
  'America/Sao_Paulo': ['2018-02-18T02:00:00', '2018-11-04T03:00:00'],
  'Pacific/Apia': ['2011-12-30T10:00:00'],
  'Asia/Kathmandu': ['1985-12-31T18:30:00'],
  'Africa/Casablanca': ['2025-02-23T02:00:00', '2025-04-06T02:00:00'],
};

const hour = 3_600_000;
const around = [-25, -24, -13, -2, -1, -0.5, -1 / 3600, 0, 0.5, 1, 2, 11, 13, 23, 24, 25];

const momentText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}.000000`;

/** The last day of the shortest month is followed by another one soonest. */
const monthEnd = '2025-03-01T00:00:00';

const moments = [
  ...new Set(
    [...Object.values(changes).flat(), monthEnd].flatMap((change) =>
      around.map((hours) => momentText(Date.parse(`${change}Z`) + Math.round(hours * hour))),
    ),
  ),
];

function dayIn(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(`${moment.slice(0, 19)}Z`));
}

/** First days of the periods that a day lies in. */
const periods: Readonly<Record<string, (day: string) => string>> = {
  Day: (day) => day,
  Week: (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 24 * hour).toISOString().slice(0, 10);
  },
  Month: (day) => `${day.slice(0, 7)}-01`,
  Quarter: (day) => {
    const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
    return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
  },
  Year: (day) => `${day.slice(0, 4)}-01-01`,
};

describe('a pivot table', () => {
  onDatabaseInTurn((running) => {
    let space: TestSpace;
    beforeAll(async () => {
      space = await running.server.newSpace('zones');
      const body = moments.map((created) => ({ name: created, owner_id: space.ids.ownerId, created }));
      const answer = await space.send('POST', 'Accounts/batch-modify', { body, query: { 'validation-level': 8 } });
      expect(answer.status, answer.text).toBe(200);
    });

    it.each(Object.keys(changes))('counts days, weeks, months, quarters and years of %s', async (zone) => {
      for (const [period, firstDay] of Object.entries(periods)) {
        const counts: Record<string, string[]> = { '/': [String(moments.length)] };
        for (const moment of moments) {
          const key = `${firstDay(dayIn(zone, moment))}/`;
          counts[key] = [String(Number(counts[key]?.[0] ?? 0) + 1)];
        }
        const table = { entityType: 'Account', rows: [{ field: 'created', period }] };
        expect(cellsOf(await pivot(space, table, zone)), `${zone} ${period}`).toEqual(counts);
      }
    });

    it.each(Object.keys(changes))('leads to the records of each day of %s', async (zone) => {
      const table = { entityType: 'Account', rows: [{ field: 'created', period: 'Day' }] };
      const days = new Set(
        (changes[zone] ?? []).flatMap((change) => [
          dayIn(zone, change),
          dayIn(zone, momentText(Date.parse(`${change}Z`) - 1000)),
        ]),
      );
      for (const day of days) {
        const wanted = moments.filter((moment) => dayIn(zone, moment) === day).sort();
        expect(await namesBehind(space, table, { row: [day] }, zone)).toEqual(wanted);
      }
    });

    it('takes dates for days of any zone', async () => {
      const other = await running.server.newSpace('zone-dates');
      await other.newOpportunity({ closing_date: '2025-03-31' });
      const table = { rows: [{ field: 'closing_date', period: 'Month' }] };
      for (const zone of ['Pacific/Apia', 'America/New_York']) {
        expect(cellsOf(await pivot(other, table, zone))).toEqual({ '/': ['1'], '2025-03-01/': ['1'] });
        expect(await namesBehind(other, table, { row: ['2025-03-01'] }, zone)).toHaveLength(1);
      }
    });
  });
});
