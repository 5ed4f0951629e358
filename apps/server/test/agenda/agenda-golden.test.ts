/**
 * The statements that an agenda takes on each database when everything is requested: a change of them is a difference to review.
 * `HEADWATER_TEST_UPDATE_GOLDEN=1` writes the files again.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { expectStatements } from '../golden/expect-statements.js';
import { GoldenSpace } from '../golden/golden-space.js';
import { itemsOf } from './ask-agenda.js';

onDatabaseInTurn((running, database) => {
  it('takes the statements that are written down', async () => {
    running.server.clock = () => '2026-10-20T12:00:00.000000';
    const golden = await GoldenSpace.make(running.server);
    const { space } = golden;
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
    const statements = await running.server.statementsOf(async () => {
      const items = await itemsOf(space, { clientIds: [owner_id], period, tasks });
      expect(items.map(({ linkedId }) => linkedId)).toEqual([head, deal, head, head]);
    });
    expectStatements(statements, new URL(`golden/${database}.sql`, import.meta.url), (text) =>
      golden.withNames(text).replaceAll(head, '<head>').replaceAll(deal, '<deal>'),
    );
    expect(statements).toHaveLength(9);
  });
});
