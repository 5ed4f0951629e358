/** What agendas reject, and details that random records hardly meet. */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { askAgenda, type documents, itemsOf, sendAgenda, type Variables } from './ask-agenda.js';

const october = { startDate: '2026-10-01', endDate: '2026-10-31' };
const noon = { start_date: '2026-10-05T12:00:00', end_date: '2026-10-05T13:00:00' };

onOneDatabase((running) => {
  const owner = () => running.space.ids.ownerId;
  const rejection = async (variables: Variables, field?: keyof typeof documents) => {
    const given = { clientIds: [owner()], period: october, ...variables };
    const { errors } = await sendAgenda(running.space, field ?? 'navigatorAgenda', given);
    return errors?.map(({ message, extensions }) => [extensions.code, message]);
  };

  it.each([
    [
      'a span of more than 400 days',
      { period: { startDate: '2026-01-01', endDate: '2027-02-05' } },
      'navigatorAgenda.period: at most 400 days; 401 given.',
    ],
    [
      'an end ahead of the start',
      { period: { startDate: '2026-01-02', endDate: '2026-01-01' } },
      'navigatorAgenda.period: ',
    ],
    [
      'an unknown zone',
      { period: { ...october, timeZone: 'Mars/Utopia' } },
      'navigatorAgenda.period.timeZone: "Mars/Utopia" is not a time zone.',
    ],
    [
      'a filter of another entity type',
      { tasks: { filter: { mainBox: { id: 'main', entity: 'Contact', filterFields: [] } } } },
      'navigatorAgenda.tasks.filter',
    ],
    [
      'a user who is not there',
      { clientIds: ['00000000-0000-0000-0000-000000000000'] },
      'navigatorAgenda.clientIds[0]: there is no user',
    ],
    [
      'a saved filter that is not there',
      { appointments: { profileId: '00000000-0000-0000-0000-000000000000' } },
      'navigatorAgenda.appointments.profileId: ',
    ],
  ])('rejects %s', async (_, variables, message) => {
    expect(await rejection(variables)).toEqual([[expect.anything(), expect.stringContaining(message)]]);
  });

  it('rejects opportunities in agendas of activities, and more than 100 users', async () => {
    const [[, message] = []] =
      (await rejection({ kinds: ['DueDateTask', 'OpportunityVelocity'] }, 'activityAgenda')) ?? [];
    expect(message).toContain('activityAgenda.kinds[1]: an agenda of activities has no OpportunityVelocity.');
    const clientIds = Array.from(
      { length: 101 },
      (_, index) => `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
    );
    const [[, many] = []] = (await rejection({ clientIds })) ?? [];
    expect(many).toContain('navigatorAgenda.clientIds: at most 100 users; 101 given.');
  });

  it('shows no agenda without users, and one for a user who is named twice', async () => {
    expect(await askAgenda(running.space, { clientIds: [], period: october })).toEqual([]);
    const twice = await askAgenda(running.space, { clientIds: [owner(), owner().toUpperCase()], period: october });
    expect(twice).toHaveLength(1);
  });

  it('rejects more than 10,000 items', async () => {
    const space = await running.server.newSpace('busy');
    const hourly = { subject: 'Tick', owner_id: space.ids.ownerId, ...noon, recurrence_rule: 'FREQ=HOURLY' };
    await space.create('Appointments', hourly);
    await space.create('Appointments', { ...hourly, recurrence_tzid: 'Asia/Kolkata' });
    const ask = async (endDate: string) => {
      const { errors } = await sendAgenda(space, 'navigatorAgenda', {
        clientIds: [space.ids.ownerId],
        period: { startDate: '2026-10-06', endDate },
      });
      return errors?.[0]?.message;
    };
    expect(await ask('2026-11-10')).toBeUndefined();
    expect(await ask('2027-10-06')).toContain(
      'navigatorAgenda: there are more than 10000 items. Ask for fewer days or users.',
    );
  });

  it.each([
    ['repeat every second', { recurrence_rule: 'FREQ=SECONDLY' }],
    ['count very far', { recurrence_rule: 'FREQ=DAILY;COUNT=95000' }],
    ['last longer than they may', { end_date: '2036-10-05 13:00:00' }],
  ])('shows others beside older series that %s, and of these the first', async (name, older) => {
    const space = await running.server.newSpace(`older-${name.replaceAll(' ', '-')}`);
    const daily = { owner_id: space.ids.ownerId, ...noon, recurrence_rule: 'FREQ=DAILY' };
    await space.create('Appointments', { ...daily, subject: 'Daily' });
    const { id } = await space.create('Appointments', { ...daily, subject: 'Older' });
    const { knex } = running.server.deps.db;
    expect(await knex('appointments').where({ space_id: space.id, id }).update(older)).toBe(1);
    const ask = async (startDate: string) => {
      const items = await itemsOf(space, { clientIds: [space.ids.ownerId], period: { startDate, endDate: startDate } });
      return items.map((item) => item.name);
    };
    expect(await ask('2026-10-05')).toEqual(['Daily', 'Older']);
    expect(await ask('2037-10-05')).toEqual(['Daily']);
  });

  it('counts words for periods from the moment that it is', async () => {
    const space = await running.server.newSpace('words');
    await space.create('Tasks', { subject: 'Today', owner_id: space.ids.ownerId, due_date: '2026-10-06' });
    running.server.clock = () => '2026-10-05T23:00:00.000000';
    const ask = (timeZone: string) =>
      itemsOf(space, { clientIds: [space.ids.ownerId], period: { relative: 'Today', timeZone } });
    expect(await ask('UTC')).toEqual([]);
    expect(await ask('Europe/Vienna')).toMatchObject([{ name: 'Today', date: '2026-10-06' }]);
  });

  it('narrows each type of records by filters that come along and by saved ones', async () => {
    const space = await running.server.newSpace('filters');
    const owner_id = space.ids.ownerId;
    const weekly = { ...noon, owner_id, recurrence_rule: 'FREQ=WEEKLY' };
    await space.create('Appointments', { subject: 'Team', location: 'Room 1', ...weekly });
    await space.create('Appointments', { subject: 'Team', location: 'Room 2', ...weekly });
    await space.create('Tasks', { subject: 'Low', priority: 1, owner_id, due_date: '2026-10-06' });
    await space.create('Tasks', { subject: 'High', priority: 3, owner_id, due_date: '2026-10-06' });
    await space.newOpportunity({ name: 'Large', value: { base_value: 1000 }, closing_date: '2026-10-07' });
    await space.newOpportunity({ name: 'Small', value: { base_value: 10 }, closing_date: '2026-10-07' });
    const rule = (field: string, operator: string, value: string) => ({ field, operator, values: [[value]] });
    const tab = (entity: string, ...filterFields: object[]) => ({ mainBox: { id: 'main', entity, filterFields } });
    const settings = {
      operator: 'And',
      filter_main_box: { id: 'main', entity: 'Opportunity', filter_fields: [rule('value.base_value', 'More', '100')] },
    };
    const { id: profileId } = await space.create('Profiles', { name: 'Large deals', entity: 4, settings });
    const items = await itemsOf(space, {
      clientIds: [owner_id],
      period: { startDate: '2026-10-05', endDate: '2026-10-12' },
      appointments: { filter: tab('Appointment', rule('location', 'Is', 'Room 2')) },
      tasks: { filter: tab('Task', rule('priority', 'More', '1')) },
      opportunities: { profileId },
    });
    expect(items.map(({ date, name }) => [date, name])).toEqual([
      ['2026-10-05', 'Team'],
      ['2026-10-06', 'High'],
      ['2026-10-07', 'Large'],
      ['2026-10-12', 'Team'],
    ]);
  });

  it('sorts names by code point', async () => {
    const space = await running.server.newSpace('names');
    const names = ['Call', 'call', '\u{fb01}le', '\u{1f600}'];
    for (const subject of [...names].reverse()) {
      await space.create('Tasks', { subject, owner_id: space.ids.ownerId, due_date: '2026-10-06' });
    }
    const items = await itemsOf(space, { clientIds: [space.ids.ownerId], period: october });
    expect(items.map(({ name }) => name)).toEqual(names);
  });

  it('keeps to its space', async () => {
    const other = await running.server.newSpace('other');
    await other.create('Tasks', { subject: 'Elsewhere', owner_id: other.ids.ownerId, due_date: '2026-10-06' });
    expect(await rejection({ clientIds: [other.ids.ownerId] })).toEqual([
      [expect.anything(), expect.stringContaining('there is no user')],
    ]);
  });
});
