/**
 * Gives the benchmark's space 500 users of 50 units, who own what the database makes there and cause its events.
 */
import { recordId } from './record-id.js';
import type { SpaceClient } from './space-client.js';

export const actorCount = 500;
const unitCount = 50;

/** @returns the id of a user */
export function actorId(user: number): string {
  return recordId('user', 1_000 + user);
}

/** The first five are above the others. */
const unitId = (unit: number) => recordId('unit', unit);

const emailOf = (user: number | string) => `events${user}@headwater.example`;

/** SQL for the e-mail address of the user of `n.place`. */
export const actorOf = `'events' || ((n.place / 100 * 31 + n.place) % ${actorCount}) || '@headwater.example'`;

const creatorsAtATime = 16;

/** Does nothing when an earlier run has done it. */
export async function fillActors(client: SpaceClient, say: (text: string) => void): Promise<void> {
  const last = encodeURIComponent(emailOf(actorCount - 1));
  const found = (await client.ask('GET', `Clients?filter[email]=${last}`)) as unknown[];
  if (found.length > 0) return;
  say('Making users and units (once).');
  for (let unit = 0; unit < unitCount; unit++) {
    const parent_id = unit < 5 ? null : unitId(unit % 5);
    await client.create('SalesUnits', { id: unitId(unit), name: `Unit ${unit}`, parent_id });
  }
  for (let from = 0; from < actorCount; from += creatorsAtATime) {
    const length = Math.min(creatorsAtATime, actorCount - from);
    await Promise.all(Array.from({ length }, (_, index) => createUser(client, from + index)));
  }
}

function createUser(client: SpaceClient, user: number): Promise<void> {
  return client.create('Clients', {
    id: actorId(user),
    email: emailOf(user),
    first_name: 'Event',
    last_name: `User ${user}`,
    default_unit_id: unitId(user % unitCount),
  });
}
