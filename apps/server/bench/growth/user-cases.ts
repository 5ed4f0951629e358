/**
 * What it costs that a key may no more than a user: the same list of opportunities for a key that sees all, and for users who see more or
 * less of them. 500 users of 200 units, five of which are above 25 and these above the others, own the opportunities.
 */
import { actorId } from '../data/fill-actors.js';
import { recordId } from '../data/record-id.js';
import type { SpaceClient } from '../data/space-client.js';
import { median } from '../load/percentile.js';
import { type GrowthCase, newTurn, readTimes } from './growth-case.js';

const lists = {
  'of 30': 'Opportunities?first=30',
  'of the 30 last modified': 'Opportunities?first=30&order-by=-modified',
};

/** By what each user sees; user 0 is of one of the units above others. */
const users = [
  { title: 'own', direction: 1, user: 11 },
  { title: 'of one unit', direction: 3, user: 12 },
  { title: 'of 40 units', direction: 4, user: 0 },
  { title: 'all but private', direction: 6, user: 13 },
] as const;

const titles = Object.keys(lists).flatMap((list) =>
  ['all', ...users.map(({ title }) => title)].map((title) => `List ${list}, seen: ${title}`),
);

async function giveRights(client: SpaceClient, direction: number, user: number): Promise<void> {
  const right = recordId('right', newTurn() * 10 + direction);
  const rights = { access_entity_oppty: 4, access_entity_oppty_direction: direction };
  await client.create('MasterRights', { id: right, name: `Direction ${direction}`, ...rights });
  const { default_unit_id } = await client.get(`Clients/${actorId(user)}`);
  const unit_membership = [{ unit_id: default_unit_id }];
  await client.ask('PATCH', `Clients/${actorId(user)}`, { master_right_id: right, unit_membership });
}

async function medianOf(client: SpaceClient, path: string): Promise<number> {
  const ms: number[] = [];
  for (let turn = 0; turn < readTimes; turn++) {
    const start = performance.now();
    await client.ask('GET', path);
    ms.push(performance.now() - start);
  }
  return median(ms);
}

export const userCases: readonly GrowthCase[] = [
  {
    name: 'users',
    titles,
    isOnOpportunities: true,
    async measure({ client, asUser }) {
      const clients = [client];
      for (const { direction, user } of users) {
        await giveRights(client, direction, user);
        clients.push(await asUser(actorId(user)));
      }
      const figures: number[] = [];
      for (const path of Object.values(lists)) for (const one of clients) figures.push(await medianOf(one, path));
      return figures;
    },
  },
];
