/**
 * Gives the benchmark's space opportunities for reports: as many as it has contacts, of all its actors and their units.
 */
import type { RunningServer } from '@headwater/server';
import { fillActors } from './fill-actors.js';
import { placeWriter } from './place-writer.js';
import type { SpaceClient } from './space-client.js';
import type { SpacePlan } from './space-plan.js';

const name = 'Reported deal';

/** Does nothing when an earlier run has done it. */
export async function fillOpportunities(
  server: RunningServer,
  client: SpaceClient,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<void> {
  await fillActors(client, say);
  const path = `Opportunities?filter[name]=${encodeURIComponent(name)}&first=1`;
  if (((await client.ask('GET', path)) as unknown[]).length > 0) return;
  say('Making opportunities (once).');
  const { words, insert } = placeWriter(server, plan);
  const amount = words.amount('r.place * 7919 % 100000');
  const text =
    "'Some words about it that people wrote when they had spoken with each other, as there are in every record.'";
  await insert('opportunities', 'k >= 0', {
    ...{ id: words.idOf('f'), created: words.moment, modified: words.moment, revision: '1' },
    ...{ is_deleted: `CASE WHEN k = 7 THEN ${words.yes} ELSE ${words.no} END`, is_delete_protected: words.no },
    ...{ name: `'${name}'`, formatted_name: `'${name}'`, description: text, quick_account_name: text },
    ...{
      owner_id: 'u.id',
      unit_id: 'u.default_unit_id',
      status: 'CASE WHEN k < 20 THEN 3 WHEN k < 40 THEN 2 ELSE 1 END',
    },
    ...{ value_base: amount, value_foreign: amount },
  });
  if (server.deps.db.dialect.name === 'postgres') await server.deps.db.knex.raw('VACUUM ANALYZE');
}
