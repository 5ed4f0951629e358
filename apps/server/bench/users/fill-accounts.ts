/**
 * Gives a new space accounts of 500 users of 200 units on three levels, some of them private, some shared; and users who see more or less of
 * them. The database makes the accounts, as a million would take too long otherwise.
 */
import { createKeyOf, createSpaceWithKey, type RunningServer } from '@headwater/server';
import { actorId, fillActors } from '../data/fill-actors.js';
import { placeWriter } from '../data/place-writer.js';
import { recordId } from '../data/record-id.js';
import { SpaceClient } from '../data/space-client.js';
import { spaceIdOf } from '../data/space-key.js';
import type { SpacePlan } from '../data/space-plan.js';

export interface Viewer {
  readonly title: string;
  /** Of the key, for the header. */
  readonly authorization: string;
}

/** User 0 is of one of the units above others. `direction` is what the right says of accounts (docs/permissions.md). */
const users = [
  { title: 'all but private ones', direction: 6, user: 13 },
  { title: 'those of 40 units', direction: 4, user: 0 },
  { title: 'those of one unit', direction: 3, user: 12 },
  { title: 'own and shared ones', direction: 2, user: 11 },
  { title: 'own ones', direction: 1, user: 14 },
] as const;

/** @returns the viewers; the first sees everything */
export async function fillAccounts(
  server: RunningServer,
  accounts: number,
  say: (text: string) => void,
): Promise<readonly Viewer[]> {
  const plan: SpacePlan = { contacts: accounts, accounts: 0 };
  const space = spaceIdOf(plan);
  const client = new SpaceClient(server.url, space, await createSpaceWithKey(server, space));
  await fillActors(client, say);
  say(`Making ${accounts.toLocaleString('en')} accounts.`);
  await insertAccounts(server, plan);
  const viewers: Viewer[] = [{ title: 'all', authorization: client.authorization }];
  for (const { title, direction, user } of users) {
    await giveRight(client, direction, user);
    const credentials = await createKeyOf(server, space, { client: actorId(user), asUser: true });
    viewers.push({ title, authorization: new SpaceClient(server.url, space, credentials).authorization });
  }
  return viewers;
}

async function insertAccounts(server: RunningServer, plan: SpacePlan): Promise<void> {
  const { words, insert } = placeWriter(server, plan);
  const system = {
    ...{ created: words.moment, modified: words.moment, revision: '1' },
    ...{ is_deleted: words.no, is_delete_protected: words.no },
  };
  await insert('accounts', 'k >= 0', {
    ...{ ...system, id: words.idOf('a'), name: "'Account'", formatted_name: "'Account'" },
    ...{ owner_id: 'u.id', unit_id: 'u.default_unit_id', share_mode: 'CASE WHEN k < 10 THEN 1 ELSE 0 END' },
  });
  const sharedWith = users.find(({ direction }) => direction === 2)?.user ?? 0;
  await insert('account_sharing_client_relations', 'r.place % 500 = 50', {
    ...{ ...system, id: words.idOf('b'), account_id: words.idOf('a'), role: '1' },
    client_id: `'${actorId(sharedWith)}'`,
  });
  const { knex, dialect } = server.deps.db;
  // A running database does both by itself.
  if (dialect.name === 'postgres') await knex.raw('VACUUM ANALYZE');
}

async function giveRight(client: SpaceClient, direction: number, user: number): Promise<void> {
  const id = recordId('right', direction);
  const rights = { access_entity_account: 4, access_entity_account_direction: direction };
  await client.create('MasterRights', { id, name: `Direction ${direction}`, ...rights });
  const { default_unit_id } = await client.get(`Clients/${actorId(user)}`);
  const unit_membership = [{ unit_id: default_unit_id }];
  await client.ask('PATCH', `Clients/${actorId(user)}`, { master_right_id: id, unit_membership });
}
