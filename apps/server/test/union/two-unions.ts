/**
 * Records behind the two abstract collections of the interface: leads and opportunities, tasks and appointments.
 */
import type { Json, TestRecord, TestSpace } from '../test-space.js';

export interface TwoUnions {
  readonly leads: readonly TestRecord[];
  readonly opportunities: readonly TestRecord[];
  readonly tasks: readonly TestRecord[];
  readonly appointments: readonly TestRecord[];
  /** Is on the first lead and the first opportunity, the first task and the first appointment. */
  readonly tag: TestRecord;
}

/** Makes the records one by one, those of the two types of a union in turn, named `A` to `F` as they come. */
export async function fillUnions(space: TestSpace): Promise<TwoUnions> {
  const { ownerId: owner_id, unitId: unit_id } = space.ids;
  const tag = await space.create('Tags', { name: 'Key customer' });
  const tags = [{ tag_id: tag.id }];
  const lead_process_id = (await space.create('LeadProcesses', { name: 'Inbound' })).id;
  const step_id = (await space.create('Steps', { name: 'New', lead_process_id, percent: 5, sort_order: 1 })).id;
  const lead_type_id = (await space.create('LeadTypes', { name: 'Web', lead_process_id })).id;
  const taskType = (await space.create('TaskTypes', { name: 'Call' })).id;
  const appointmentType = (await space.create('AppointmentTypes', { name: 'Visit' })).id;
  const newLead = (name: string, more: Json = {}) =>
    space.create('Leads', { name, owner_id, unit_id, lead_type_id, step_id, ...more });
  const newTask = (subject: string, more: Json = {}) =>
    space.create('Tasks', { subject, owner_id, unit_id, activity_type_id: taskType, ...more });
  const newAppointment = (subject: string, start_date: string, more: Json = {}) =>
    space.create('Appointments', {
      ...{ subject, owner_id, unit_id, activity_type_id: appointmentType },
      ...{ start_date, end_date: '2026-05-01T00:00:00', ...more },
    });
  const account = await space.newAccount({ name: 'Harbourline' });
  const account_relations = [{ account_id: account.id, is_primary: true }];
  const leads = [await newLead('A', { tags, quick_email: 'a@example.com', account_relations })];
  const opportunities = [await space.newOpportunity({ name: 'B', tags, account_relations })];
  leads.push(await newLead('C', { owner_id: null }));
  opportunities.push(await space.newOpportunity({ name: 'D', closing_date: '2026-01-31' }));
  leads.push(await newLead('É', { ranking: 7 }));
  opportunities.push(await space.newOpportunity({ name: 'F' }));
  const reminder = { owner_id, set_date: '2026-04-01T07:00:00' };
  const tasks = [await newTask('A', { tags, reminder, start_date: '2026-04-02', due_date: '2026-04-03' })];
  const appointments = [await newAppointment('B', '2026-04-01T09:00:00', { tags, location: 'Leeds' })];
  tasks.push(await newTask('C', { start_date: '2026-04-01', owner_id: null }));
  appointments.push(await newAppointment('D', '2026-04-02T00:00:00.000001'));
  tasks.push(await newTask('E'));
  return { leads, opportunities, tasks, appointments, tag };
}
