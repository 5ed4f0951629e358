/** Agendas of a space full of activities and deals are what its records say, for every user, in all sorts of days and zones. */
import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { shareOf } from '../properties/runs.js';
import { AgendaFixture, middle, timeZones } from './agenda-fixture.js';
import { askAgenda } from './ask-agenda.js';
import { expectAgenda, Records } from './expect-agenda.js';
import { day, momentText } from './wall-clock.js';

onBothDatabases((running, database) => {
  let fixture: AgendaFixture;
  let records: Records;
  beforeAll(async () => {
    fixture = new AgendaFixture(running.space, 7);
    await fixture.fill();
    records = await Records.read(running.space);
  });

  const dateAfter = (days: number) => momentText(middle + days * day).slice(0, 10);
  const ranges = [
    [0, 0],
    [-10, 20],
    [5, 6],
    [-30, 60],
  ] as const;

  for (const timeZone of shareOf([...timeZones, 'UTC'], database)) {
    it.each(ranges)(`shows what is there in ${timeZone} from day %i to day %i`, async (first, last) => {
      const period = { startDate: dateAfter(first), endDate: dateAfter(last), timeZone };
      const clientIds = [...fixture.users].reverse();
      const expected = clientIds.map((user) => expectAgenda(records, user, period));
      expect(await askAgenda(running.space, { clientIds, period })).toEqual(expected);
      const activities = expected.map(({ clientId, items }) => {
        return { clientId, items: items.filter(({ __typename }) => !__typename.includes('Opportunity')) };
      });
      expect(await askAgenda(running.space, { clientIds, period }, 'activityAgenda')).toEqual(activities);
    });
  }

  it('has something of every kind to show, with and without completed tasks', async () => {
    const period = { startDate: dateAfter(-30), endDate: dateAfter(30), timeZone: 'UTC' };
    const expected = fixture.users.map((user) => expectAgenda(records, user, period, true));
    expect(await askAgenda(running.space, { clientIds: fixture.users, period, includeCompleted: true })).toEqual(
      expected,
    );
    const found = new Map<string, number>();
    for (const { items } of expected) {
      for (const { __typename } of items) found.set(__typename, (found.get(__typename) ?? 0) + 1);
    }
    expect(found.size).toBe(5);
    expect(Math.min(...found.values())).toBeGreaterThan(10);
  });

  it('takes the same number of statements for one user and a day as for all of them and months', async () => {
    const ask = (clientIds: readonly string[], days: number) =>
      running.server.statementsOf(() =>
        askAgenda(running.space, { clientIds, period: { startDate: dateAfter(0), endDate: dateAfter(days) } }),
      );
    expect((await ask(fixture.users, 200)).length).toBe((await ask(fixture.users.slice(0, 1), 0)).length);
  });
});
