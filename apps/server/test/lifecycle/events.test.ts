/**
 * The events that key figures count: what happened, when, by whom, and to whom it belonged then.
 */
import { describe, expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onOneDatabase } from '../fixture.js';
import { basic, type TestRecord } from '../test-space.js';
import { customEntityTypes, eventsOf, kpi, leadSteps } from './lifecycle-space.js';

onOneDatabase((running) => {
  const lastStep = () => running.space.ids.stepIds.at(-1);

  describe('an opportunity', () => {
    it('leaves an event when it is made, by its owner when no user asks', async () => {
      const { space } = running;
      const opportunity = await space.newOpportunity({ created: '2025-02-03' });
      const { ownerId, unitId } = space.ids;
      expect(await eventsOf(space, opportunity.id)).toMatchObject([
        {
          kpi: kpi.createOpportunity,
          created: '2025-02-03T00:00:00.000000',
          revision: opportunity.revision,
          client_id: ownerId,
          owner_id: ownerId,
          unit_id: unitId,
        },
      ]);
    });

    it('leaves an event for each move, and for the win', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      const moved = await space.update('Opportunities', id, { step_id: space.ids.stepIds[1] });
      const won = await space.update('Opportunities', id, { step_id: lastStep() });
      await space.update('Opportunities', id, { ranking: 50, step_id: lastStep() });
      const events = await eventsOf(space, id);
      expect(events.map((event) => [event.kpi, event.created])).toEqual([
        [kpi.createOpportunity, expect.any(String)],
        [kpi.move, moved.modified],
        [kpi.winOpportunity, won.won_date],
        [kpi.move, won.modified],
      ]);
    });

    it('can be won or lost from the beginning', async () => {
      const { space } = running;
      const won = await space.newOpportunity({ step_id: lastStep(), created: '2024-05-01', won_date: '2024-05-06' });
      const lost = await space.newOpportunity({ is_archived: true, created: '2024-05-01', lost_date: '2024-05-07' });
      expect((await eventsOf(space, won.id)).map((event) => [event.kpi, event.created])).toEqual([
        [kpi.createOpportunity, '2024-05-01T00:00:00.000000'],
        [kpi.winOpportunity, '2024-05-06T00:00:00.000000'],
      ]);
      expect((await eventsOf(space, lost.id)).map((event) => [event.kpi, event.created])).toEqual([
        [kpi.createOpportunity, '2024-05-01T00:00:00.000000'],
        [kpi.loseOpportunity, '2024-05-07T00:00:00.000000'],
      ]);
    });

    it('moves the event when the date is changed, and does not lose the date', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity({ step_id: lastStep() });
      const won_date = '2025-06-07T08:09:10.000000';
      await space.update('Opportunities', id, { won_date });
      const isWin = (event: TestRecord) => event.kpi === kpi.winOpportunity;
      expect((await eventsOf(space, id)).filter(isWin)).toMatchObject([{ created: won_date }]);
      expect((await space.update('Opportunities', id, { won_date: null })).won_date).toBe(won_date);
      await space.update('Opportunities', id, { is_archived: true });
      const lost_date = '2025-07-08T00:00:00.000000';
      await space.update('Opportunities', id, { lost_date });
      const isLoss = (event: TestRecord) => event.kpi === kpi.loseOpportunity;
      expect((await eventsOf(space, id)).filter(isLoss)).toMatchObject([{ created: lost_date }]);
    });

    it('that is reopened has neither won nor lost', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity({ step_id: lastStep() });
      await space.update('Opportunities', id, { is_archived: true });
      expect(await customEntityTypes(space, id)).toEqual([kpi.createOpportunity, kpi.loseOpportunity]);
      const again = await space.update('Opportunities', id, { is_archived: false });
      expect((await eventsOf(space, id)).map((event) => [event.kpi, event.created])).toEqual([
        [kpi.createOpportunity, expect.any(String)],
        [kpi.winOpportunity, again.won_date],
      ]);
      await space.update('Opportunities', id, { step_id: space.ids.stepIds[0] });
      expect(await customEntityTypes(space, id)).toEqual([kpi.createOpportunity, kpi.move]);
      const query = { 'filter[lead_oppty_id]': id, 'include-deleted': true, 'order-by': 'kpi' };
      const all = (await space.list('LeadOpptyKPIs', query)).data;
      expect(all.map((event) => [event.kpi, event.is_deleted])).toEqual([
        [kpi.createOpportunity, false],
        [kpi.winOpportunity, true],
        [kpi.winOpportunity, true],
        [kpi.loseOpportunity, true],
        [kpi.move, false],
      ]);
    });

    it('names the owner and the unit of that moment', async () => {
      const { space } = running;
      const unit = await space.create('SalesUnits', { name: 'South', parent_id: space.ids.unitId });
      const { id } = await space.newOpportunity();
      await space.update('Opportunities', id, { unit_id: unit.id });
      await space.update('Opportunities', id, { step_id: space.ids.stepIds[1] });
      const units = (await eventsOf(space, id)).map((event) => event.unit_id);
      expect(units).toEqual([space.ids.unitId, unit.id]);
    });

    it('names the user for whom the key asks', async () => {
      const { space, server } = running;
      const [owner] = (await space.list('Clients')).data;
      const members = { default_unit_id: owner?.default_unit_id, unit_membership: owner?.unit_membership };
      const body = { ...members, master_right_id: owner?.master_right_id, email: 'seller@example.com' };
      const seller = await space.create('Clients', body);
      const authorization = basic(await createKey(server.deps, { space: space.id, client: seller.id }));
      const { id } = await space.newOpportunity();
      const won = { body: { step_id: lastStep() }, headers: { authorization } };
      expect((await space.send('PATCH', `Opportunities/${id}`, won)).status).toBe(200);
      const events = (await eventsOf(space, id)).filter((event) => event.kpi !== kpi.move);
      const who = events.map(({ client_id, owner_id }) => [client_id, owner_id]);
      expect(who).toEqual([
        [space.ids.ownerId, space.ids.ownerId],
        [seller.id, space.ids.ownerId],
      ]);
    });

    it('leaves no event when it is rejected', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      const body = { step_id: lastStep(), name: null };
      expect((await space.send('PATCH', `Opportunities/${id}`, { body })).status).toBe(422);
      expect(await customEntityTypes(space, id)).toEqual([kpi.createOpportunity]);
    });
  });

  it('a lead leaves events when it is made, moved and lost', async () => {
    const { space } = running;
    const [, second] = await leadSteps(space);
    const { id } = await space.create('Leads', { name: 'Nobody owns it yet' });
    await space.update('Leads', id, { step_id: second });
    const lost = await space.update('Leads', id, { is_archived: true });
    const events = await eventsOf(space, id);
    expect(events.map((event) => event.kpi)).toEqual([kpi.createLead, kpi.move, kpi.loseLead]);
    expect(events[2]).toMatchObject({ created: lost.lost_date, client_id: null, owner_id: null });
    await space.update('Leads', id, { is_archived: false });
    expect(await customEntityTypes(space, id)).toEqual([kpi.createLead, kpi.move]);
  });

  it('accounts and contacts leave an event when they are made', async () => {
    const { space } = running;
    const [account, contact] = [await space.newAccount({ created: '2025-01-02' }), await space.newContact()];
    const { ownerId, unitId } = space.ids;
    const what = { kpi: 1, client_id: ownerId, owner_id: ownerId, unit_id: unitId };
    const created = '2025-01-02T00:00:00.000000';
    const ofAccount = await space.list('AccountKPIs', { 'filter[account_id]': account.id });
    expect(ofAccount.data).toMatchObject([{ ...what, created }]);
    await space.update('Contacts', contact.id, { city: 'Leeds' });
    const ofContact = await space.list('ContactKPIs', { 'filter[contact_id]': contact.id });
    expect(ofContact.data).toMatchObject([{ ...what, created: contact.created }]);
  });

  it('are written with a batch as with single records', async () => {
    const { space } = running;
    const item = { name: 'Deal', owner_id: space.ids.ownerId, closing_date: '2026-01-01', value: { base_value: 1 } };
    const items = Array.from({ length: 20 }, () => ({ ...item, step_id: space.ids.stepIds[0] }));
    const made = await space.send('POST', 'Opportunities/batch-modify', { body: items });
    const ids = made.body.data as string[];
    const wins = ids.map((id) => ({ id, step_id: lastStep() }));
    const statements = await running.server.statementsOf(async () => {
      expect((await space.send('POST', 'Opportunities/batch-modify', { body: wins })).status).toBe(200);
    });
    expect(statements.filter(({ text }) => text.includes('INTO "lead_oppty_kpis"'))).toHaveLength(1);
    for (const id of ids.slice(0, 3)) {
      expect(await customEntityTypes(space, id)).toEqual([kpi.createOpportunity, kpi.winOpportunity, kpi.move]);
    }
    await space.send('POST', 'Opportunities/batch-modify', { body: ids.map((id) => ({ id, is_archived: true })) });
    const query = { 'filter[kpi]': kpi.winOpportunity, 'filter[lead_oppty_id]': ids };
    expect((await space.list('LeadOpptyKPIs', query)).data).toEqual([]);
  });

  it('are not doubled by many who win or lose the same deal at once', async () => {
    const { space } = running;
    const { id } = await space.newOpportunity();
    const change = (body: object) => space.send('PATCH', `Opportunities/${id}`, { body });
    const wins = await Promise.all(Array.from({ length: 12 }, () => change({ step_id: lastStep() })));
    expect(wins.every(({ status }) => status === 200)).toBe(true);
    expect(await customEntityTypes(space, id)).toEqual([kpi.createOpportunity, kpi.winOpportunity, kpi.move]);
    await Promise.all(Array.from({ length: 12 }, (_, index) => change({ is_archived: index % 2 === 0 })));
    const { status } = await space.get('Opportunities', id);
    const end = status === 2 ? kpi.loseOpportunity : kpi.winOpportunity;
    const ends = (await customEntityTypes(space, id)).filter(
      (kind) => kind === kpi.loseOpportunity || kind === kpi.winOpportunity,
    );
    expect(ends).toEqual([end]);
  });
});
