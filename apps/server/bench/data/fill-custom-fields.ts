/**
 * Gives the contacts of the benchmark's space custom fields and values of them, as if they had been written before; by the database,
 * as a million records would take too long otherwise.
 */
import type { RunningServer } from '@headwater/server';
import { intervalMs, momentOf } from './record-id.js';
import type { SpaceClient } from './space-client.js';
import { spaceIdOf } from './space-key.js';
import type { SpacePlan } from './space-plan.js';

/** All contacts have a `cf_number`, every second one has the others. */
const fields = [
  { name: 'Number', type_id: 'integer' },
  { name: 'Code', type_id: 'input' },
  { name: 'Size', type_id: 'integer' },
  { name: 'Known', type_id: 'checkbox' },
] as const;

/** Sizes are whole numbers below this one. */
export const sizeCount = 500;

/** @returns the `cf_code` of the contact at a place; those at even places have one */
export function codeOf(place: number): string {
  return `K-${String(place).padStart(7, '0')}`;
}

/** Does nothing when an earlier run has done it. */
export async function fillCustomFields(
  server: RunningServer,
  client: SpaceClient,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<void> {
  const found = (await client.ask('GET', 'Fields?filter[entity_name]=Contact&filter[api_name]=cf_number')) as unknown[];
  if (found.length > 0) return;
  say('Giving the contacts custom fields (once).');
  const ids = new Map<string, string>();
  for (const { name, type_id } of fields) {
    const field = { entity_name: 'Contact', name, type_id };
    ids.set(name, ((await client.ask('POST', 'Fields', field)) as { readonly id: string }).id);
  }
  const { knex, dialect } = server.deps.db;
  const { place, code, yes, no } = words[dialect.name];
  const isEven = `AND ${place} % 2 = 0`;
  const insert = (table: string, name: string, value: string, condition = '') =>
    knex.raw(
      `INSERT INTO ${table} (space_id, field_id, record_id, value, is_held) ` +
        `SELECT r.space_id, '${ids.get(name)}', r.id, ${value}, ${no} FROM contacts r WHERE r.space_id = ? ${condition}`,
      [spaceIdOf(plan)],
    );
  await insert('custom_integers', 'Number', place);
  await insert('custom_strings', 'Code', code, isEven);
  await insert('custom_integers', 'Size', `${place} / 2 % ${sizeCount}`, isEven);
  await insert('custom_booleans', 'Known', yes, isEven);
  // No text beside the records knows the values.
  await knex.raw('UPDATE contacts SET custom_layout = -1 WHERE space_id = ?', [spaceIdOf(plan)]);
  if (dialect.name === 'postgres') await knex.raw('VACUUM ANALYZE');
}

interface Words {
  /** Of a contact, by the moment at which it was created. */
  readonly place: string;
  readonly code: string;
  readonly yes: string;
  readonly no: string;
}

const firstSecond = momentOf(0) / 1_000;
const intervalSeconds = intervalMs / 1_000;
const sqlitePlace = `((CAST(strftime('%s', r.created) AS INTEGER) - ${firstSecond}) / ${intervalSeconds})`;
const postgresPlace = `((extract(epoch FROM r.created)::bigint - ${firstSecond}) / ${intervalSeconds})`;

const words: Record<RunningServer['deps']['db']['dialect']['name'], Words> = {
  sqlite: { place: sqlitePlace, code: `printf('K-%07d', ${sqlitePlace})`, yes: '1', no: '0' },
  postgres: { place: postgresPlace, code: `'K-' || lpad(${postgresPlace}::text, 7, '0')`, yes: 'TRUE', no: 'FALSE' },
};
