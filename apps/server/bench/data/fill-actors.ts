/**
 * Gives the benchmark's space 500 users of 200 units on three levels, who own what the database makes there and cause its events.
 */
import { recordId } from './record-id.js';
import type { SpaceClient } from './space-client.js';

export const actorCount = 500;
const unitCount = 200;

/** How many units the first and the second level have. */
const topUnits = 5;
const middleUnits = 25;

/** @returns the id of a user */
export function actorId(user: number): string {
  return recordId('user', 1_000 + user);
}

const unitId = (unit: number) => recordId('unit', unit);

/** @returns the unit above; null for those of the first level, which come first */
function parentOf(unit: number): string | null {
  if (unit < topUnits) return null;
  return unitId(unit < topUnits + middleUnits ? unit % topUnits : topUnits + (unit % middleUnits));
}

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
    await client.create('SalesUnits', { id: unitId(unit), name: `Unit ${unit}`, parent_id: parentOf(unit) });
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
