/**
 * The agenda whose statements are written down.
 */
import type { GoldenSpace } from '../golden/golden-space.js';
import { itemsOf } from './ask-agenda.js';

/** @returns what asks for everything there is, a series and an opportunity that it finds */
export async function makeAgenda({ space }: GoldenSpace) {
  const owner_id = space.ids.ownerId;
  const series = {
    start_date: '2026-10-01T09:00:00',
    end_date: '2026-10-01T10:00:00',
    recurrence_rule: 'FREQ=DAILY',
  };
  const { id: head } = await space.create('Appointments', { subject: 'Daily', owner_id, ...series });
  await space.update('Steps', space.ids.stepIds[0] ?? '', { timeframe: 10 });
  const { id: deal } = await space.newOpportunity({ closing_date: '2026-10-21' });
  const [type] = (await space.list('OpportunityTypes')).data;
  const fitness = { entity_type: 4, entity_type_id: type?.id, oppty_type_id: type?.id };
  const indicator_relations = [{ name: 'Tasks', type: 4, settings: '{"notice": 1}' }];
  await space.create('EntityFitnesses', { ...fitness, indicator_relations });

  const period = { startDate: '2026-10-20', endDate: '2026-10-22', timeZone: 'Europe/Vienna' };
  const filterFields = [{ field: 'priority', operator: 'More', values: [['1']] }];
  const tasks = { filter: { mainBox: { id: 'main', entity: 'Task', filterFields } } };
  return { head, deal, ask: () => itemsOf(space, { clientIds: [owner_id], period, tasks }) };
}
