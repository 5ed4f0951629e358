/**
 * Fills a new space with the benchmark's records through REST and not by SQL: the build of another checkout may have other tables.
 */
import type { RunningServer } from '@headwater/server';
import { storedContact } from './contact-body.js';
import { accountRow, contactTypeId, unitId, userRow } from './invent-rows.js';
import type { RecordJson, SpaceClient } from './space-client.js';
import { type SpacePlan, userCount } from './space-plan.js';

/** As many as a batch may have. */
const recordsAtATime = 1_000;

/** @param client of a space without records of its own */
export async function fillSpace(server: RunningServer, client: SpaceClient, plan: SpacePlan): Promise<void> {
  await client.create('SalesUnits', { id: unitId, name: 'Everybody' });
  await client.create('ContactTypes', { id: contactTypeId, name: 'Person' });
  for (let user = 0; user < userCount; user++) await client.create('Clients', userRow(user) as RecordJson);
  await createAll(client, 'Accounts', plan.accounts, accountRow);
  await createAll(client, 'Contacts', plan.contacts, (place) => storedContact(place, plan));
  const { knex, dialect } = server.deps.db;
  // A running database does both by itself.
  if (dialect.name === 'postgres') await knex.raw('VACUUM ANALYZE');
}

async function createAll(
  client: SpaceClient,
  collection: string,
  count: number,
  bodyOf: (place: number) => object,
): Promise<void> {
  for (let from = 0; from < count; from += recordsAtATime) {
    const length = Math.min(recordsAtATime, count - from);
    const bodies = Array.from({ length }, (_, index) => bodyOf(from + index));
    await client.ask('POST', `${collection}/batch-modify?validation-level=8`, bodies);
  }
}
