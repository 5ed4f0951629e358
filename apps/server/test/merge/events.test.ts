/**
 * Events of merged records: a deal that stood there twice has been made, won and lost once.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../filters/ask-filter.js';
import { onOneDatabase } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { merge } from './merge.js';

onOneDatabase((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('events');
  });

  const figures = async () => {
    const members =
      'CreatingOppties WinningOppties LosingOppties WonAmount LostAmount OpptyWinRate CreatingLeads LosingLeads';
    const query = `{ insights(subject: Clients, period: { relative: Last7Days }) { total { ${members} } } }`;
    return (await ask<{ insights: { total: Readonly<Record<string, number>> } }>(space, query)).insights.total;
  };
  const events = async (collection: string, query: Readonly<Record<string, string>>) =>
    (await space.list(collection, { 'order-by': 'kpi', ...query })).data.map(({ kpi }) => kpi);

  describe('of opportunities', () => {
    it('count for the one that stays, as it ended', async () => {
      const last = space.ids.stepIds.at(-1);
      const value = (base_value: number) => ({ value: { base_value } });
      const kept = await space.newOpportunity({ step_id: last, ...value(100) });
      const wonToo = await space.newOpportunity({ step_id: last, ...value(40) });
      const lost = await space.newOpportunity({ is_archived: true, ...value(7) });
      const other = await space.newOpportunity({ step_id: last, ...value(5) });
      expect(await figures()).toMatchObject({
        CreatingOppties: 4,
        WinningOppties: 3,
        LosingOppties: 1,
        WonAmount: 145,
        LostAmount: 7,
      });
      const before = await events('LeadOpptyKPIs', { 'filter[lead_oppty_id]': kept.id });
      const { revision } = await merge(space, 'Opportunities', { id: kept.id }, [wonToo, lost]);
      expect(await figures()).toMatchObject({
        CreatingOppties: 2,
        WinningOppties: 2,
        LosingOppties: 0,
        WonAmount: 105,
        LostAmount: 0,
        OpptyWinRate: 1,
      });
      expect(await events('LeadOpptyKPIs', { 'filter[lead_oppty_id]': kept.id })).toEqual(before);
      const undone = { 'filter[is_deleted]': 'true', 'filter[lead_oppty_id]': kept.id, 'include-deleted': 'true' };
      const { data } = await space.list('LeadOpptyKPIs', undone);
      expect(data.length).toBeGreaterThanOrEqual(4);
      expect(new Set(data.map((event) => event.revision))).toEqual(new Set([revision]));
      expect(await events('LeadOpptyKPIs', { 'filter[lead_oppty_id]': other.id })).toEqual(before);
    });

    it('are those of a step that the merge takes', async () => {
      const own = await running.server.newSpace('events-step');
      const [open, won] = [await own.newOpportunity(), await own.newOpportunity({ step_id: own.ids.stepIds.at(-1) })];
      await merge(own, 'Opportunities', { id: open.id, step_id: own.ids.stepIds.at(-1) }, [won]);
      const { data } = await own.list('LeadOpptyKPIs', { 'filter[kpi]': 5 });
      expect(data.map(({ lead_oppty_id }) => lead_oppty_id)).toEqual([open.id]);
    });
  });

  it.each([
    ['Leads', 'LeadOpptyKPIs', 'lead_oppty_id', { name: 'Lead' }],
    ['Accounts', 'AccountKPIs', 'account_id', { name: 'Account' }],
    ['Contacts', 'ContactKPIs', 'contact_id', { last_name: 'Contact' }],
  ])('of %s are those of the one that stays', async (collection, kpis, record, members) => {
    const make = () => space.create(collection, { owner_id: space.ids.ownerId, ...members });
    const [kept, gone] = [await make(), await make()];
    const before = await events(kpis, { [`filter[${record}]`]: kept.id });
    expect(before).not.toEqual([]);
    await merge(space, collection, { id: kept.id }, [gone]);
    expect(await events(kpis, { [`filter[${record}]`]: kept.id })).toEqual(before);
  });
});
