/** Agendas of a space full of activities and deals are what its records say, for every user, in all sorts of days and zones. */
import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../fixture.js';
import { AgendaWorld, middle, worldZones } from './agenda-world.js';
import { askAgenda } from './ask-agenda.js';
import { expectAgenda, Records } from './expect-agenda.js';
import { day, momentText } from './wall-clock.js';

onEachDatabase((running) => {
  let world: AgendaWorld;
  let records: Records;
  beforeAll(async () => {
    world = new AgendaWorld(running.space, 7);
    await world.fill();
    records = await Records.read(running.space);
  });

  const dateAfter = (days: number) => momentText(middle + days * day).slice(0, 10);
  const ranges = [
    [0, 0],
    [-10, 20],
    [5, 6],
    [-30, 60],
  ] as const;

  for (const timeZone of [...worldZones, 'UTC']) {
    it.each(ranges)(`shows what stands there in ${timeZone} from day %i to day %i`, async (first, last) => {
      const period = { startDate: dateAfter(first), endDate: dateAfter(last), timeZone };
      const clientIds = [...world.users].reverse();
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
    const expected = world.users.map((user) => expectAgenda(records, user, period, true));
    expect(await askAgenda(running.space, { clientIds: world.users, period, includeCompleted: true })).toEqual(
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
    expect((await ask(world.users, 200)).length).toBe((await ask(world.users.slice(0, 1), 0)).length);
  });
});
