/**
 * Gives the benchmark's space events for key figures: as many as it has contacts, of all kinds, by all of its actors.
 */
import type { RunningServer } from '@headwater/server';
import { fillActors } from './fill-actors.js';
import { placeWriter } from './place-writer.js';
import type { SpaceClient } from './space-client.js';
import type { SpacePlan } from './space-plan.js';

/** Does nothing when an earlier run has done it. */
export async function fillEvents(
  server: RunningServer,
  client: SpaceClient,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<void> {
  await fillActors(client, say);
  const found = (await client.ask('GET', 'Opportunities?filter[name]=Deal&first=1')) as unknown[];
  if (found.length > 0) return;
  say('Making events (once).');
  await insertRecords(server, plan);
  await insertEvents(server, plan);
  if (server.deps.db.dialect.name === 'postgres') await server.deps.db.knex.raw('VACUUM ANALYZE');
}

/** Of a hundred places in a row: which of them stand for what. */
const shares = {
  opportunities: 'k < 30 OR k IN (33, 34)',
  createdOpportunities: 'k < 30',
  endedOpportunities: 'k < 18',
  leads: 'k >= 30 AND k < 40 AND k NOT IN (33, 34)',
  createdLeads: 'k >= 30 AND k < 40',
  endedLeads: 'k >= 30 AND k < 35',
  tasks: 'k >= 40 AND k < 55',
  completedTasks: 'k >= 40 AND k < 49',
  emails: 'k >= 55 AND k < 68',
} as const;

type Share = keyof typeof shares;

async function insertRecords(server: RunningServer, plan: SpacePlan): Promise<void> {
  const { words, insert } = placeWriter(server, plan);
  const system = { created: words.moment, modified: words.moment, revision: '1', is_delete_protected: words.no };
  const text =
    "'Some words about it that people wrote when they had spoken with each other, as there are in every record.'";
  const isDeleted = `CASE WHEN k = 7 THEN ${words.yes} ELSE ${words.no} END`;
  const common = { ...system, id: words.idOf('a'), is_deleted: isDeleted, description: text };
  const amount = words.amount('r.place * 7919 % 100000');
  await insert('opportunities', shares.opportunities, {
    ...common,
    ...{ name: "'Deal'", formatted_name: "'Deal'", status: '1', quick_account_name: text },
    ...{ value_base: amount, value_foreign: amount },
  });
  await insert('leads', shares.leads, { ...common, name: "'Lead'", formatted_name: "'Lead'", status: '1' });
  await insert('tasks', shares.tasks, { ...system, id: words.idOf('a'), is_deleted: words.no, subject: "'Task'" });
}

async function insertEvents(server: RunningServer, plan: SpacePlan): Promise<void> {
  const { words, insert } = placeWriter(server, plan);
  const system = { modified: words.moment, revision: '1', is_deleted: words.no, is_delete_protected: words.no };
  const actor = { client_id: 'u.id', owner_id: 'u.id', unit_id: 'u.default_unit_id' };
  const event = (table: string, record: string, share: Share, mark: string, kpi: string, created: string) =>
    insert(table, shares[share], {
      ...system,
      ...actor,
      id: words.idOf(mark),
      [record]: words.idOf('a'),
      kpi,
      created,
    });
  const deal = (share: Share, mark: string, kpi: string, created: string) =>
    event('lead_oppty_kpis', 'lead_oppty_id', share, mark, kpi, created);
  await deal('createdOpportunities', 'b', '2', words.moment);
  await deal('endedOpportunities', 'c', 'CASE WHEN k < 11 THEN 5 ELSE 7 END', words.later);
  await deal('createdLeads', 'd', '1', words.moment);
  await deal('endedLeads', 'e', 'CASE WHEN k IN (33, 34) THEN 4 ELSE 6 END', words.later);
  await event('activity_kpis', 'activity_id', 'tasks', 'b', '1', words.moment);
  await event('activity_kpis', 'activity_id', 'completedTasks', 'c', '2', words.later);
  const sent = { direction: '2', sender_client_id: 'u.id', date_sent: words.moment, subject: "'Mail'" };
  await insert('emails', shares.emails, { ...system, ...sent, id: words.idOf('a'), created: words.moment });
}
