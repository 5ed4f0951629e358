/**
 * The events of tasks and appointments that key figures count.
 */
import { describe, expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onOneDatabase } from '../fixture.js';
import { basic, type Json, TestSpace } from '../test-space.js';

onOneDatabase((running) => {
  const eventsOf = async (id: string, query = {}) => {
    const { data } = await running.space.list('ActivityKPIs', { 'filter[activity_id]': id, ...query });
    return data.map(({ kpi, client_id, owner_id, unit_id, created }) => ({
      kpi,
      client_id,
      owner_id,
      unit_id,
      created,
    }));
  };
  const kpis = async (id: string) => (await eventsOf(id)).map(({ kpi }) => kpi);
  const newTask = (members: Json = {}, space = running.space) =>
    space.create('Tasks', { subject: 'Call back', owner_id: running.space.ids.ownerId, ...members });

  describe('a task', () => {
    it('is made, completed, reopened and completed again', async () => {
      const { ownerId, unitId } = running.space.ids;
      const task = await newTask();
      expect(await eventsOf(task.id)).toEqual([
        { kpi: 1, client_id: ownerId, owner_id: ownerId, unit_id: unitId, created: task.created },
      ]);
      await running.space.update('Tasks', task.id, { status: 2 });
      expect(await kpis(task.id)).toEqual([1]);
      const done = await running.space.update('Tasks', task.id, { status: 4 });
      expect((await eventsOf(task.id))[1]).toMatchObject({ kpi: 2, created: done.modified });
      await running.space.update('Tasks', task.id, { subject: 'Called back', status: 4 });
      expect(await kpis(task.id)).toEqual([1, 2]);
      await running.space.update('Tasks', task.id, { status: 1 });
      expect(await kpis(task.id)).toEqual([1]);
      await running.space.update('Tasks', task.id, { status: 4 });
      expect(await kpis(task.id)).toEqual([1, 2]);
      expect(await eventsOf(task.id, { 'include-deleted': true })).toHaveLength(3);
    });

    it('that is done when it is written down has both events', async () => {
      expect(await kpis((await newTask({ status: 4 })).id)).toEqual([1, 2]);
    });

    it('counts for the user who did it, not for its owner', async () => {
      const { deps, origin } = running.server;
      const { unitId, ownerId } = running.space.ids;
      const user = await running.space.create('Clients', { email: 'eve@acme.example', default_unit_id: unitId });
      const key = basic(await createKey(deps, { space: 'acme', client: user.id }));
      const asUser = new TestSpace(origin, 'acme', key, key);
      const task = await newTask({}, asUser);
      expect(await eventsOf(task.id)).toMatchObject([{ kpi: 1, client_id: user.id, owner_id: ownerId }]);
      await running.space.update('Tasks', task.id, { status: 4 });
      expect((await eventsOf(task.id))[1]).toMatchObject({ kpi: 2, client_id: ownerId });
    });

    it('that is rejected leaves none', async () => {
      const before = (await running.space.list('ActivityKPIs', { 'include-total': true })).total;
      const body = { subject: 'Call back', start_date: '2026-04-18', due_date: '2026-04-17', status: 4 };
      expect((await running.space.send('POST', 'Tasks', { body })).status).toBe(422);
      expect((await running.space.list('ActivityKPIs', { 'include-total': true })).total).toBe(before);
    });
  });

  it('an appointment took place at its end', async () => {
    const { ownerId } = running.space.ids;
    const times = { start_date: '2099-05-06T09:00:00', end_date: '2099-05-06T10:30:00' };
    const body = { subject: 'Site visit', owner_id: ownerId, ...times };
    const appointment = await running.space.create('Appointments', body);
    expect(await kpis(appointment.id)).toEqual([1]);
    const past = { start_date: '2024-05-06T09:00:00', end_date: '2024-05-06T10:30:00' };
    await running.space.update('Appointments', appointment.id, past);
    expect((await eventsOf(appointment.id))[1]).toMatchObject({ kpi: 2, created: '2024-05-06T10:30:00.000000' });
    await running.space.update('Appointments', appointment.id, times);
    expect(await kpis(appointment.id)).toEqual([1]);
  });
});
