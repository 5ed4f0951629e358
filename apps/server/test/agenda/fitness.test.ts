/** The fitness of opportunities in agendas, by the indicators that their types have. */
import { beforeAll, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';
import { itemsOf } from './ask-agenda.js';

const now = '2026-10-20T12:00:00.000000';
const period = { startDate: '2026-01-01', endDate: '2026-12-31' };
const readOnlyToo = { 'validation-level': 8 };
const thresholds = { notice: 1, warning: 5, error: 10 };

onDatabaseInTurn((running) => {
  let type: string;
  let fitness: string;
  beforeAll(async () => {
    running.server.clock = () => now;
    const { space } = running;
    const [first] = (await space.list('OpportunityTypes')).data;
    type = String(first?.id);
    fitness = (await space.create('EntityFitnesses', { entity_type: 4, entity_type_id: type, oppty_type_id: type })).id;
  });

  /** @returns the state of a new deal while the only indicators are these */
  async function standing(
    indicators: readonly Json[],
    deal: Json,
    prepare = async (_id: string) => {},
  ): Promise<unknown> {
    const { space } = running;
    const indicator_relations = indicators.map((one) => ({
      name: 'Sign',
      settings: JSON.stringify(thresholds),
      ...one,
    }));
    await space.update('EntityFitnesses', fitness, { indicator_relations });
    const moment = '2026-10-15T12:00:00';
    const body = {
      created: moment,
      last_move_date: moment,
      closing_date: '2026-11-01',
      value: { base_value: 1 },
      name: 'Deal',
    };
    const ids = { owner_id: space.ids.ownerId, step_id: space.ids.stepIds[0] };
    const { id } = await space.create('Opportunities', { ...body, ...ids, ...deal }, readOnlyToo);
    await prepare(id);
    const items = await itemsOf(space, { clientIds: [space.ids.ownerId], period, kinds: ['OpportunityClosingDate'] });
    return items.find(({ linkedId }) => linkedId === id)?.fitness;
  }

  const task = (members: Json) => async (id: string) => {
    const opportunity_relations = [{ lead_oppty_id: id }];
    await running.space.create('Tasks', {
      subject: 'Call',
      owner_id: running.space.ids.ownerId,
      opportunity_relations,
      ...members,
    });
  };
  const appointment = (members: Json) => async (id: string) => {
    const opportunity_relations = [{ lead_oppty_id: id }];
    const body = { subject: 'Visit', owner_id: running.space.ids.ownerId, opportunity_relations, ...members };
    await running.space.create('Appointments', body, readOnlyToo);
  };

  it('is not known without indicators, or with those alone that nothing tells of', async () => {
    expect(await standing([], {})).toBeNull();
    expect(await standing([{ type: 2 }, { type: 9 }], { closing_date: '2026-01-01' })).toBeNull();
    expect(await standing([{ type: 6, settings: '{}' }], { closing_date: '2026-01-01' })).toBeNull();
    expect(await standing([{ type: 6, settings: 'no JSON' }], { closing_date: '2026-01-01' })).toBeNull();
    expect(await standing([{ type: 6, is_enabled: false }], { closing_date: '2026-01-01' })).toBeNull();
  });

  it.each([
    ['2026-10-20', 'Ok'],
    ['2026-10-19', 'Notice'],
    ['2026-10-16', 'Notice'],
    ['2026-10-15', 'Warning'],
    ['2026-10-10', 'Error'],
  ])('looks at the days since the closing date %s', async (closing_date, level) => {
    expect(await standing([{ type: 6 }], { closing_date })).toBe(level);
  });

  it('is not a warning while nothing is overdue, even with thresholds of 0', async () => {
    const settings = JSON.stringify({ error: 0 });
    expect(await standing([{ type: 6, settings }], { closing_date: '2026-10-20' })).toBe('Ok');
    expect(await standing([{ type: 6, settings }], { closing_date: '2026-10-19' })).toBe('Error');
  });

  it('is as bad as the worst indicator', async () => {
    const lenient = { type: 6, settings: JSON.stringify({ notice: 1 }) };
    expect(await standing([lenient, { type: 6 }, { type: 7 }], { closing_date: '2026-10-10' })).toBe('Error');
  });

  it('looks at the days since it should have moved on, and since it should have been won', async () => {
    const { space } = running;
    expect(await standing([{ type: 7 }, { type: 8 }], {})).toBeNull();
    for (const [index, id] of space.ids.stepIds.entries()) {
      if (index < space.ids.stepIds.length - 1) await space.update('Steps', id, { timeframe: index + 1 });
    }
    const days = (space.ids.stepIds.length - 1) * (space.ids.stepIds.length / 2);
    const moment = (ago: number) => new Date(Date.parse(`${now}Z`) - ago * 86_400_000).toISOString().slice(0, 19);
    expect(await standing([{ type: 7 }], { last_move_date: moment(1) })).toBe('Ok');
    expect(await standing([{ type: 7 }], { last_move_date: moment(6) })).toBe('Warning');
    expect(await standing([{ type: 8 }], { created: moment(days) })).toBe('Ok');
    expect(await standing([{ type: 8 }], { created: moment(days + 10) })).toBe('Error');
    await space.update('Steps', space.ids.stepIds[1] ?? '', { timeframe: null });
    expect(await standing([{ type: 8 }], { created: moment(days + 10) })).toBeNull();
    expect(await standing([{ type: 7 }], { last_move_date: moment(6) })).toBe('Warning');
  });

  it('counts tasks that are overdue', async () => {
    const two = async (id: string) => {
      for (const due_date of ['2026-10-19', '2026-01-01']) await task({ due_date })(id);
      await task({ due_date: '2026-01-01', status: 4 })(id);
      await task({ due_date: '2026-10-20' })(id);
    };
    const settings = (notice: number) => JSON.stringify({ notice });
    expect(await standing([{ type: 4, settings: settings(2) }], {}, two)).toBe('Notice');
    expect(await standing([{ type: 4, settings: settings(3) }], {}, two)).toBe('Ok');
    expect(await standing([{ type: 4 }], {})).toBe('Ok');
  });

  it('looks at the days since somebody worked on it while nothing is planned', async () => {
    const followUp = [{ type: 5 }];
    const old = { created: '2026-10-01T12:00:00', last_move_date: '2026-10-01T12:00:00' };
    expect(await standing(followUp, {})).toBe('Warning');
    expect(await standing(followUp, old)).toBe('Error');
    expect(await standing(followUp, old, task({}))).toBe('Ok');
    expect(
      await standing(
        followUp,
        old,
        appointment({ start_date: '2026-10-20T11:00:00', end_date: '2026-10-20T13:00:00' }),
      ),
    ).toBe('Ok');
    const past = { start_date: '2026-10-18T11:00:00', end_date: '2026-10-18T13:00:00' };
    expect(await standing(followUp, old, appointment(past))).toBe('Notice');
    expect(await standing(followUp, old, appointment({ ...past, status: 6 }))).toBe('Error');
  });
});
