/**
 * What the service works out of appointments, and what it rejects.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';
import { messagesOf } from './messages-of.js';

const past = { start_date: '2024-05-06T09:00:00', end_date: '2024-05-06T10:30:00' };
const future = { start_date: '2099-05-06T09:00:00', end_date: '2099-05-06T10:30:00' };
const series = { ...future, recurrence_rule: 'FREQ=WEEKLY;BYDAY=WE', recurrence_tzid: 'Europe/Vienna' };

onOneDatabase((running) => {
  const body = (members: Json) => ({ subject: 'Site visit', owner_id: running.space.ids.ownerId, ...members });
  const create = (members: Json, query = {}) => running.space.create('Appointments', body(members), query);
  const update = (id: string, members: Json, query = {}) => running.space.update('Appointments', id, members, query);
  const rejection = async (members: Json, query = {}) => {
    const answer = await running.space.send('POST', 'Appointments', { body: body(members), query });
    expect(answer.status).toBe(422);
    return messagesOf(answer);
  };

  describe('the time of an appointment', () => {
    it('gives its length in hours', async () => {
      const appointment = await create(future);
      expect(appointment.duration).toBe(1.5);
      expect(await update(appointment.id, { end_date: '2099-05-06T09:15:00' })).toMatchObject({ duration: 0.25 });
    });

    it('has an end that is not ahead of its start', async () => {
      const same = await create({ start_date: past.start_date, end_date: past.start_date });
      expect(same.duration).toBe(0);
      expect(await rejection({ start_date: past.end_date, end_date: past.start_date })).toEqual([
        '[end_date] is before start_date.',
      ]);
    });

    it('has its status of the time when it is written', async () => {
      const now = Date.now();
      const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
      expect(await create(past)).toMatchObject({ status: 4 });
      expect(await create({ start_date: at(-30), end_date: at(30) })).toMatchObject({ status: 2 });
      const appointment = await create(future);
      expect(appointment).toMatchObject({ status: 1 });
      expect(await update(appointment.id, past)).toMatchObject({ status: 4 });
      // A caller cannot say it.
      expect(await update(appointment.id, { status: 1 })).toMatchObject({ status: 4 });
    });

    it('does not undo that it was canceled', async () => {
      const readOnlyToo = { 'validation-level': 8 };
      const appointment = await create({ ...future, status: 6 }, readOnlyToo);
      expect(appointment).toMatchObject({ status: 6 });
      expect(await update(appointment.id, past)).toMatchObject({ status: 6 });
      expect(await update(appointment.id, { status: 4 }, readOnlyToo)).toMatchObject({ status: 4 });
      expect(await update(appointment.id, future)).toMatchObject({ status: 1 });
    });
  });

  describe('a series', () => {
    it('is one while the appointment has a rule', async () => {
      const single = await create(future);
      expect(single).toMatchObject({ is_recurrence_active: false, is_recurrence_exception: false });
      const head = await update(single.id, { recurrence_rule: series.recurrence_rule });
      expect(head).toMatchObject({ is_recurrence_active: true, is_recurrence_exception: false });
      expect(await update(single.id, { recurrence_rule: null })).toMatchObject({ is_recurrence_active: false });
    });

    it('has a rule and a time zone that there are', async () => {
      expect(
        await rejection({ ...series, recurrence_rule: 'FREQ=WEEKLY;BYDAY=XX', recurrence_tzid: 'Mars/Base' }),
      ).toEqual([
        '[recurrence_rule] BYDAY must be days such as MO, 2TU or -1FR.',
        '[recurrence_tzid] "Mars/Base" is not a time zone; use an IANA name such as Europe/Vienna.',
      ]);
      expect(await rejection({ ...series, recurrence_tzid: '+02:00' })).toHaveLength(1);
      await create({ ...series, recurrence_tzid: 'UTC' });
    });

    it('has no more occurrences, and no longer ones, than agendas can show', async () => {
      const year = { start_date: '2099-01-01T09:00:00', end_date: '2099-12-31T09:00:00' };
      expect(await rejection({ ...series, ...year, recurrence_rule: 'FREQ=SECONDLY' })).toEqual([
        '[recurrence_rule] FREQ must be one of HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY.',
        '[end_date] is more than 31 days after start_date; an appointment that repeats lasts at most so long.',
      ]);
      expect(await create({ ...series, end_date: '2099-06-06T09:00:00' })).toMatchObject({
        is_recurrence_active: true,
      });
    });

    it('can have exceptions, which know the occurrence that they replace', async () => {
      const head = await create(series);
      const exception = await create({ ...future, recurrence_master_id: head.id });
      expect(exception).toMatchObject({
        is_recurrence_active: false,
        is_recurrence_exception: true,
        occurence_date: '2099-05-06T09:00:00.000000',
      });
      // It stays the occurrence that it was when it moves.
      const moved = await update(exception.id, { start_date: '2099-05-07T09:00:00', end_date: '2099-05-07T10:00:00' });
      expect(moved).toMatchObject({ occurence_date: '2099-05-06T09:00:00.000000' });
      const single = await create(future);
      const both = { recurrence_master_id: head.id, start_date: '2099-05-06T10:00:00' };
      expect(await update(single.id, both)).toMatchObject({ occurence_date: '2099-05-06T09:00:00.000000' });
      expect(await update(single.id, { recurrence_master_id: null })).toMatchObject({
        occurence_date: null,
        is_recurrence_exception: false,
      });
      const given = { ...future, recurrence_master_id: head.id, occurence_date: '2099-05-13T09:00:00' };
      expect(await create(given, { 'validation-level': 8 })).toMatchObject({
        occurence_date: '2099-05-13T09:00:00.000000',
      });
    });

    it('is the only thing that has exceptions', async () => {
      const head = await create(series);
      const exception = await create({ ...future, recurrence_master_id: head.id });
      const single = await create(future);
      for (const id of [single.id, exception.id]) {
        expect(await rejection({ ...future, recurrence_master_id: id })).toEqual([
          `[recurrence_master_id] ${id} is not the head of a series.`,
        ]);
      }
      expect(await rejection({ ...series, recurrence_master_id: head.id })).toEqual([
        '[recurrence_rule] An exception follows the rule of its series, which recurrence_master_id names.',
      ]);
      expect(await rejection({ ...future, occurence_date: future.start_date }, { 'validation-level': 8 })).toEqual([
        '[occurence_date] is of an exception only: name its series in recurrence_master_id.',
      ]);
      const itself = { recurrence_master_id: head.id, recurrence_rule: null };
      const answer = await running.space.send('PATCH', `Appointments/${head.id}`, { body: itself });
      expect(messagesOf(answer)).toContain('[recurrence_master_id] An appointment is not an exception of itself.');
      const nowhere = '00000000-0000-0000-0000-00000000beef';
      expect(await rejection({ ...future, recurrence_master_id: nowhere })).toEqual([
        `[recurrence_master_id] Relation Appointment.recurrence_master_id=${nowhere} to Appointment doesn't exist!`,
      ]);
    });
  });

  describe('the reminder that is due next', () => {
    it('is the earliest one, and follows the start and every reminder', async () => {
      const { ownerId } = running.space.ids;
      const appointment = await create({ ...future, reminder: { owner_id: ownerId, end_date_offset: 900 } });
      expect(appointment).toMatchObject({ active_reminder: '2099-05-06T08:45:00.000000' });
      const dueOf = async () => (await running.space.get('Appointments', appointment.id)).active_reminder;

      const other = { appointment_id: appointment.id, owner_id: ownerId, end_date_offset: 3600 };
      const earlier = await running.space.create('AppointmentReminders', other);
      expect(await dueOf()).toBe('2099-05-06T08:00:00.000000');
      const snoozed = { status: 0, snooze_date: '2099-05-06T08:50:00' };
      await running.space.update('AppointmentReminders', earlier.id, snoozed);
      expect(await dueOf()).toBe('2099-05-06T08:45:00.000000');
      await update(appointment.id, { start_date: '2099-05-06T09:10:00' });
      expect(await dueOf()).toBe('2099-05-06T08:50:00.000000');
      await running.space.delete('AppointmentReminders', earlier.id);
      expect(await dueOf()).toBe('2099-05-06T08:55:00.000000');
      expect(await update(appointment.id, { reminder: { status: 2 } })).toMatchObject({ active_reminder: null });
    });

    it('counts the reminders of others when a body gives one', async () => {
      const { ownerId } = running.space.ids;
      const appointment = await create({ ...future, reminder: { owner_id: ownerId, end_date_offset: 900 } });
      const other = { appointment_id: appointment.id, owner_id: ownerId, end_date_offset: 3600 };
      await running.space.create('AppointmentReminders', other);
      const changed = await update(appointment.id, { reminder: { end_date_offset: 60 } });
      expect(changed).toMatchObject({ active_reminder: '2099-05-06T08:00:00.000000' });
    });
  });

  it('says whether a connected calendar has it', async () => {
    const appointment = await create({ ...future, gapi_entity_id: 'abc' });
    expect(appointment.has_3rd_party_mapping).toBe(true);
    expect(await update(appointment.id, { gapi_entity_id: '' })).toMatchObject({ has_3rd_party_mapping: false });
  });
});
