/**
 * Gives the benchmark's space events for key figures: as many as it has contacts, of all kinds, by 500 users of 50 units. The database
 * makes them, as a million records would take too long otherwise.
 */
import type { RunningServer } from '@headwater/server';
import { intervalMs, momentOf, recordId } from './record-id.js';
import type { SpaceClient } from './space-client.js';
import { spaceIdOf } from './space-key.js';
import type { SpacePlan } from './space-plan.js';

export const eventUserCount = 500;
const unitCount = 50;

/** @returns the id of a user who causes events */
export function eventUserId(user: number): string {
  return recordId('user', 1_000 + user);
}

/** @returns the id of a unit; the first five are above the others */
export function eventUnitId(unit: number): string {
  return recordId('unit', unit);
}

const emailOf = (user: number | string) => `events${user}@headwater.example`;
const creatorsAtATime = 16;

/** Does nothing when an earlier run has done it. */
export async function fillEvents(
  server: RunningServer,
  client: SpaceClient,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<void> {
  const last = encodeURIComponent(emailOf(eventUserCount - 1));
  const found = (await client.ask('GET', `Clients?filter[email]=${last}`)) as unknown[];
  if (found.length > 0) return;
  say('Making users, units and their events (once).');
  for (let unit = 0; unit < unitCount; unit++) {
    const parent_id = unit < 5 ? null : eventUnitId(unit % 5);
    await client.create('SalesUnits', { id: eventUnitId(unit), name: `Unit ${unit}`, parent_id });
  }
  await insertRecords(server, plan);
  for (let from = 0; from < eventUserCount; from += creatorsAtATime) {
    const length = Math.min(creatorsAtATime, eventUserCount - from);
    await Promise.all(Array.from({ length }, (_, index) => createUser(client, from + index)));
  }
  await insertEvents(server, plan);
  if (server.deps.db.dialect.name === 'postgres') await server.deps.db.knex.raw('VACUUM ANALYZE');
}

function createUser(client: SpaceClient, user: number): Promise<void> {
  return client.create('Clients', {
    id: eventUserId(user),
    email: emailOf(user),
    first_name: 'Event',
    last_name: `User ${user}`,
    default_unit_id: eventUnitId(user % unitCount),
  });
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
  const { words, insert } = writer(server, plan);
  const system = { created: words.moment, modified: words.moment, revision: '1', is_delete_protected: words.no };
  const text =
    "'Some words about it that people wrote when they had spoken with each other, as there are in every record.'";
  const isDeleted = `CASE WHEN k = 7 THEN ${words.yes} ELSE ${words.no} END`;
  const common = { ...system, id: words.idOf('a'), is_deleted: isDeleted, description: text };
  const amount = words.amount('r.place * 7919 % 100000');
  await insert('opportunities', 'opportunities', {
    ...common,
    ...{ name: "'Deal'", formatted_name: "'Deal'", status: '1', quick_account_name: text },
    ...{ value_base: amount, value_foreign: amount },
  });
  await insert('leads', 'leads', { ...common, name: "'Lead'", formatted_name: "'Lead'", status: '1' });
  await insert('tasks', 'tasks', { ...system, id: words.idOf('a'), is_deleted: words.no, subject: "'Task'" });
}

async function insertEvents(server: RunningServer, plan: SpacePlan): Promise<void> {
  const { words, insert } = writer(server, plan);
  const system = { modified: words.moment, revision: '1', is_deleted: words.no, is_delete_protected: words.no };
  const actor = { client_id: 'u.id', owner_id: 'u.id', unit_id: 'u.default_unit_id' };
  const event = (table: string, record: string, share: Share, mark: string, kpi: string, created: string) =>
    insert(table, share, { ...system, ...actor, id: words.idOf(mark), [record]: words.idOf('a'), kpi, created });
  const deal = (share: Share, mark: string, kpi: string, created: string) =>
    event('lead_oppty_kpis', 'lead_oppty_id', share, mark, kpi, created);
  await deal('createdOpportunities', 'b', '2', words.moment);
  await deal('endedOpportunities', 'c', 'CASE WHEN k < 11 THEN 5 ELSE 7 END', words.later);
  await deal('createdLeads', 'd', '1', words.moment);
  await deal('endedLeads', 'e', 'CASE WHEN k IN (33, 34) THEN 4 ELSE 6 END', words.later);
  await event('activity_kpis', 'activity_id', 'tasks', 'b', '1', words.moment);
  await event('activity_kpis', 'activity_id', 'completedTasks', 'c', '2', words.later);
  const sent = { direction: '2', sender_client_id: 'u.id', date_sent: words.moment, subject: "'Mail'" };
  await insert('emails', 'emails', { ...system, ...sent, id: words.idOf('a'), created: words.moment });
}

/** What differs between the databases. */
interface Words {
  readonly yes: string;
  readonly no: string;
  /** @param digit tells ids of one place apart */
  idOf(digit: string): string;
  /** The moment of a place. */
  readonly moment: string;
  amount(wholeNumber: string): string;
  /** Forty days after it. */
  readonly later: string;
  wholeNumber(number: number): string;
}

const milliseconds = `(${momentOf(0)} + r.place * ${intervalMs})`;

const wordsOf: Record<RunningServer['deps']['db']['dialect']['name'], Words> = {
  sqlite: {
    yes: '1',
    no: '0',
    idOf: (digit) =>
      `printf('%08x-%04x-7000-${digit}000-%012x', ${milliseconds} >> 16, ${milliseconds} & 65535, r.place * 2654435761 % 281474976710656)`,
    moment: `strftime('%Y-%m-%dT%H:%M:%f000', ${milliseconds} / 1000, 'unixepoch')`,
    amount: (number) => `${number} * 10000 + 2500`,
    later: `strftime('%Y-%m-%dT%H:%M:%f000', ${milliseconds} / 1000, 'unixepoch', '+40 days')`,
    wholeNumber: String,
  },
  postgres: {
    yes: 'TRUE',
    no: 'FALSE',
    idOf: (digit) =>
      `(lpad(to_hex${milliseconds}, 12, '0') || '7000${digit}000' || lpad(to_hex(r.place * 2654435761 % 281474976710656), 12, '0'))::uuid`,
    moment: `timestamp '1970-01-01' + ${milliseconds} * interval '1 millisecond'`,
    amount: (number) => `${number} + 0.25`,
    later: `timestamp '1970-01-01' + ${milliseconds} * interval '1 millisecond' + interval '40 days'`,
    wholeNumber: (number) => `${number}::bigint`,
  },
};

/** A statement that makes more keeps others waiting for too long. */
const placesAtATime = 50_000;

function writer({ deps: { db } }: RunningServer, plan: SpacePlan) {
  const words = wordsOf[db.dialect.name];
  const columns = `n.place, n.place % 100 AS k, 'events' || ((n.place / 100 * 31 + n.place) % ${eventUserCount}) || '@headwater.example' AS actor`;
  const insert = async (table: string, share: Share, values: Readonly<Record<string, string>>) => {
    const isEvent = Object.values(values).some((expression) => expression.startsWith('u.'));
    const space = spaceIdOf(plan);
    const join = isEvent ? ` ${db.dialect.joinInOrder} clients u ON u.space_id = ? AND u.email = r.actor` : '';
    for (let from = 0; from < plan.contacts; from += placesAtATime) {
      const to = Math.min(from + placesAtATime, plan.contacts);
      const places = `WITH RECURSIVE n(place) AS (SELECT ${words.wholeNumber(from)} UNION ALL SELECT place + 1 FROM n WHERE place + 1 < ${to})`;
      const text =
        `${places} INSERT INTO ${table} (space_id, ${Object.keys(values).join(', ')}) ` +
        `SELECT ?, ${Object.values(values).join(', ')} FROM (SELECT ${columns} FROM n) r${join} WHERE ${shares[share]}`;
      await db.knex.raw(text, isEvent ? [space, space] : [space]);
    }
  };
  return { words, insert };
}
