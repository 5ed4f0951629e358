/**
 * What the service works out of tasks, and what it rejects.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';
import { messagesOf } from './messages-of.js';

onOneDatabase((running) => {
  const body = (members: Json) => ({ subject: 'Call back', owner_id: running.space.ids.ownerId, ...members });
  const create = (members: Json) => running.space.create('Tasks', body(members));
  const rejection = async (collection: string, members: Json) => {
    const answer = await running.space.send('POST', collection, { body: members });
    expect(answer.status).toBe(422);
    return messagesOf(answer);
  };

  it('is not due before it begins', async () => {
    await create({ start_date: '2026-04-17', due_date: '2026-04-17' });
    const wrong = body({ start_date: '2026-04-18', due_date: '2026-04-17' });
    expect(await rejection('Tasks', wrong)).toEqual(['[due_date] is before start_date.']);
  });

  it('shows the next of its reminders', async () => {
    const { ownerId } = running.space.ids;
    const task = await create({ reminder: { owner_id: ownerId, set_date: '2099-01-02T08:00:00' } });
    expect(task.active_reminder).toBe('2099-01-02T08:00:00.000000');
    const dueOf = async () => (await running.space.get('Tasks', task.id)).active_reminder;
    const other = { task_id: task.id, owner_id: ownerId, set_date: '2099-01-01T08:00:00' };
    const earlier = await running.space.create('TaskReminders', other);
    expect(await dueOf()).toBe('2099-01-01T08:00:00.000000');
    await running.space.update('TaskReminders', earlier.id, { status: 2 });
    expect(await dueOf()).toBe('2099-01-02T08:00:00.000000');
    await running.space.update('TaskReminders', earlier.id, { status: 0 });
    expect(await dueOf()).toBe('2099-01-01T08:00:00.000000');
    await running.space.delete('TaskReminders', earlier.id);
    expect(await dueOf()).toBe('2099-01-02T08:00:00.000000');
    const cleared = await running.space.update('Tasks', task.id, { reminder: null });
    expect(cleared).toMatchObject({ reminder: null, active_reminder: null });
  });

  it('moves a reminder from one task to another', async () => {
    const { ownerId } = running.space.ids;
    const [from, to] = [await create({}), await create({})];
    const reminder = { task_id: from.id, owner_id: ownerId, set_date: '2099-01-01T08:00:00' };
    const { id } = await running.space.create('TaskReminders', reminder);
    await running.space.update('TaskReminders', id, { task_id: to.id });
    expect(await running.space.get('Tasks', from.id)).toMatchObject({ active_reminder: null });
    expect(await running.space.get('Tasks', to.id)).toMatchObject({ active_reminder: '2099-01-01T08:00:00.000000' });
  });

  describe('a recurrence', () => {
    it('is written inside the task', async () => {
      const task_recurrence = { type: 2, day_of_week: 34, start_date: '2026-04-01', end_date: '2026-12-31' };
      const task = await create({ task_recurrence });
      const read = await running.space.get('Tasks', task.id, { expand: 'task_recurrence' });
      expect(read.task_recurrence).toMatchObject(task_recurrence);
    });

    it('does not end before it begins, nor come on a day that there never is', async () => {
      const task = await create({});
      const pattern = { task_id: task.id, start_date: '2026-04-01' };
      expect(await rejection('TaskRecurrences', { ...pattern, end_date: '2026-03-31' })).toEqual([
        '[end_date] is before start_date.',
      ]);
      expect(await rejection('TaskRecurrences', { ...pattern, type: 6, month: 2, day: 30 })).toEqual([
        '[day] must be from 1 to 29 in this month.',
      ]);
      expect(
        await rejection('Tasks', body({ task_recurrence: { start_date: '2026-04-01', end_date: '2026-03-31' } })),
      ).toEqual(['task_recurrence[0]: [end_date] is before start_date.']);
      await running.space.create('TaskRecurrences', { ...pattern, type: 6, month: 2, day: 29 });
    });
  });
});
