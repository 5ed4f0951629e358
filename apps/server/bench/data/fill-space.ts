/**
 * Fills a new space with the benchmark's records. Users and accounts go through REST; contacts and their relations go into the
 * tables by the thousand, because a hundred thousand creates would take minutes.
 */
import type { Credentials, RunningServer } from '@headwater/server';
import { Chance } from './chance.js';
import { inventPerson } from './invent-contact.js';
import { type CommonMembers, contactRow, relationRows } from './invent-rows.js';
import { recordId } from './record-id.js';
import { type RecordJson, SpaceClient } from './space-client.js';
import { type SpacePlan, userCount } from './space-plan.js';
import { companyKinds, companyNames } from './words.js';

const contactsPerStatement = 1_000;
/** Creates on their way at the same time. */
const parallelCreates = 16;

/** @param space a space without records of its own */
export async function fillSpace(
  server: RunningServer,
  space: string,
  credentials: Credentials,
  plan: SpacePlan,
): Promise<void> {
  const client = new SpaceClient(server.url, space, credentials);
  const unitId = (await client.first('SalesUnits')).id;
  await createAll(client, 'Clients', userCount, (user) => inventUser(user, unitId));
  await createAll(client, 'Accounts', plan.accounts, inventAccount);
  const { db } = server.deps;
  const [entry] = await db.read({
    text: `SELECT revision AS v FROM spaces WHERE space_id = ${db.dialect.placeholder(1)}`,
    values: [space],
  });
  const contactTypeId = (await client.first('ContactTypes')).id;
  await insertContacts(server, plan, { space, unitId, contactTypeId, revision: Number(entry?.v) });
  // The planner of PostgreSQL knows nothing of new rows until they are counted; in a running service that happens by itself.
  if (db.dialect.name === 'postgres') await db.knex.raw('ANALYZE');
}

function inventUser(user: number, unitId: string): RecordJson {
  const { first_name, last_name, position, phone1 } = inventPerson(-user - 1);
  return {
    id: recordId('user', user),
    email: `user${user}@headwater.example`,
    first_name,
    last_name,
    position,
    phone: phone1,
    timezone: 'Europe/Vienna',
    default_unit_id: unitId,
  };
}

function inventAccount(account: number): RecordJson {
  const chance = new Chance(account);
  const name = `${chance.pick(companyNames)} ${chance.pick(companyKinds)} ${account}`;
  const { address, city, country, zip_code, state_province, comments, phone1, phone2 } = inventPerson(account);
  return {
    id: recordId('account', account),
    owner_id: recordId('user', account % userCount),
    ...{ name, address, city, country, zip_code, state_province, comments, phone1, phone2 },
    email1: `office${account}@example.com`,
    home_page: `https://www${account}.example.com`,
    account_class: chance.below(5) + 1,
  };
}

async function createAll(
  client: SpaceClient,
  collection: string,
  count: number,
  invent: (index: number) => RecordJson,
): Promise<void> {
  for (let from = 0; from < count; from += parallelCreates) {
    const length = Math.min(parallelCreates, count - from);
    await Promise.all(Array.from({ length }, (_, index) => client.create(collection, invent(from + index))));
  }
}

async function insertContacts({ deps: { db } }: RunningServer, plan: SpacePlan, common: CommonMembers): Promise<void> {
  const p = (position: number) => db.dialect.placeholder(position);
  for (let from = 0; from < plan.contacts; from += contactsPerStatement) {
    const length = Math.min(contactsPerStatement, plan.contacts - from);
    const places = Array.from({ length }, (_, index) => from + index);
    await db.write(async (transaction) => {
      for (const [table, rows] of [
        ['contacts', places.map((place) => contactRow(place, plan, common))],
        ['contact_account_relations', places.flatMap((place) => relationRows(place, plan, common))],
      ] as const) {
        const text = insertText[db.dialect.name](table, Object.keys(rows[0] ?? {}));
        await transaction.run({ text, values: [JSON.stringify(rows)] });
      }
      const revision = common.revision + from + length;
      const text = `UPDATE spaces SET revision = ${p(1)} WHERE space_id = ${p(2)}`;
      await transaction.run({ text, values: [revision, common.space] });
    });
  }
}

type InsertText = (table: string, columns: readonly string[]) => string;

/** An insert of all rows of the bound JSON array. */
const insertText: Record<RunningServer['deps']['db']['dialect']['name'], InsertText> = {
  sqlite: (table, columns) =>
    `INSERT INTO ${table} (${columns.join(', ')}) ` +
    `SELECT ${columns.map((column) => `value ->> '${column}'`).join(', ')} FROM json_each(?1)`,
  postgres: (table, columns) =>
    `INSERT INTO ${table} (${columns.join(', ')}) ` +
    `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $1::json)`,
};
