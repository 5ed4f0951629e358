/**
 * What tests of the life of leads and opportunities ask of a space again and again.
 */
import type { Json, TestRecord, TestSpace } from '../test-space.js';

/** What `kpi` of an event says. */
export const kpi = {
  createLead: 1,
  createOpportunity: 2,
  qualifyLead: 4,
  winOpportunity: 5,
  loseLead: 6,
  loseOpportunity: 7,
  move: 8,
} as const;

/** The events of a lead or an opportunity, oldest first. */
export async function eventsOf(space: TestSpace, id: string): Promise<readonly TestRecord[]> {
  const query = { 'filter[lead_oppty_id]': id, 'order-by': 'created,kpi', first: 100 };
  return (await space.list('LeadOpptyKPIs', query)).data;
}

export async function customEntityTypes(space: TestSpace, id: string): Promise<unknown[]> {
  return (await eventsOf(space, id)).map((event) => event.kpi);
}

export function newLead(space: TestSpace, members: Json = {}): Promise<TestRecord> {
  return space.create('Leads', { name: 'Forklift enquiry', owner_id: space.ids.ownerId, ...members });
}

/** The steps of the process that leads without a type go through, in their order. */
export async function leadSteps(space: TestSpace): Promise<string[]> {
  const [type] = (await space.list('LeadTypes', { first: 1 })).data;
  const query = { 'filter[lead_process_id]': String(type?.lead_process_id), 'order-by': 'sort_order' };
  return (await space.list('Steps', query)).data.map(({ id }) => id);
}

/** A process of leads with steps and a type of its own. */
export async function newLeadProcess(space: TestSpace, names: readonly string[]) {
  const process = await space.create('LeadProcesses', { name: 'Partners' });
  const steps: TestRecord[] = [];
  for (const [index, name] of names.entries()) {
    steps.push(await space.create('Steps', { name, lead_process_id: process.id, sort_order: index + 1 }));
  }
  const type = await space.create('LeadTypes', { name: 'Partner lead', lead_process_id: process.id });
  return { typeId: type.id, stepIds: steps.map(({ id }) => id) };
}
