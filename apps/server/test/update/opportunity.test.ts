/**
 * What follows from changes of an opportunity: its status, its dates, its worth.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  describe('money', () => {
    it('keeps its currency when only an amount is sent', async () => {
      const { baseCurrencyId, foreignCurrencyId } = running.space.ids;
      const value = { base_value: 110, currency_id: foreignCurrencyId, value_foreign: 100 };
      const { id } = await running.space.newOpportunity({ value });
      const changed = await running.space.update('Opportunities', id, {
        value: { base_value: 220, value_foreign: 200 },
      });
      expect(changed.value).toEqual({ base_value: 220, currency_id: foreignCurrencyId, value_foreign: 200 });
      const other = { value: { base_value: 5, currency_id: baseCurrencyId } };
      expect((await running.space.update('Opportunities', id, other)).value).toEqual({
        base_value: 5,
        currency_id: baseCurrencyId,
        value_foreign: 5,
      });
    });
  });

  describe('an opportunity', () => {
    it('is won in the last step, and open again when it leaves it', async () => {
      const { stepIds } = running.space.ids;
      const opportunity = await running.space.newOpportunity();
      const won = await running.space.update('Opportunities', opportunity.id, { step_id: stepIds.at(-1) });
      expect(won).toMatchObject({ status: 3, won_date: won.modified, last_move_date: won.modified, lost_date: null });
      const open = await running.space.update('Opportunities', opportunity.id, { step_id: stepIds[1] });
      expect(open).toMatchObject({ status: 1, won_date: null, last_move_date: open.modified });
    });

    it('is lost when it is archived, and as it was when it is taken out again', async () => {
      const opportunity = await running.space.newOpportunity({ step_id: running.space.ids.stepIds.at(-1) });
      const lost = await running.space.update('Opportunities', opportunity.id, { is_archived: true });
      expect(lost).toMatchObject({ status: 2, lost_date: lost.modified, won_date: null });
      expect(lost.last_move_date).toBe(opportunity.last_move_date);
      const back = await running.space.update('Opportunities', opportunity.id, { is_archived: false });
      expect(back).toMatchObject({ status: 3, lost_date: null });
    });

    it('keeps the dates that the body gives', async () => {
      const opportunity = await running.space.newOpportunity();
      const body = { step_id: running.space.ids.stepIds.at(-1), won_date: '2025-01-01' };
      const won = await running.space.update('Opportunities', opportunity.id, body);
      expect(won).toMatchObject({ status: 3, won_date: '2025-01-01T00:00:00.000000' });
    });

    it('takes a date that the body only repeats for none', async () => {
      const { stepIds } = running.space.ids;
      const opportunity = await running.space.newOpportunity();
      const { id } = opportunity;
      const won = await running.space.update('Opportunities', id, { ...opportunity, step_id: stepIds.at(-1) });
      expect(won).toMatchObject({ status: 3, won_date: won.modified, lost_date: null });
      const open = await running.space.update('Opportunities', id, { ...won, step_id: stepIds[1] });
      expect(open).toMatchObject({ status: 1, won_date: null });
      const lost = await running.space.update('Opportunities', id, { ...open, is_archived: true });
      expect(lost).toMatchObject({ status: 2, lost_date: lost.modified });
    });

    it('moves on at the moment of the write, also when all of it is sent back with validation-level 8', async () => {
      const opportunity = await running.space.newOpportunity();
      const body = { last_move_date: opportunity.last_move_date, step_id: running.space.ids.stepIds[1] };
      const moved = await running.space.update('Opportunities', opportunity.id, body, { 'validation-level': 8 });
      expect(moved.last_move_date).toBe(moved.modified);
    });

    it('stays won when a step is added behind the one that won it', async () => {
      const { space } = running;
      const pipeline = await space.create('Pipelines', { name: 'Partners' });
      const step = { name: 'Deal', pipeline_id: pipeline.id, sort_order: 1 };
      const last = await space.create('Steps', step);
      const account = await space.newAccount();
      const won = await space.newOpportunity({ step_id: last.id });
      expect(won.status).toBe(3);
      const added = await space.create('Steps', { ...step, name: 'Delivery', sort_order: 2 });
      const { status, won_date } = won;
      expect(await space.update('Opportunities', won.id, { ranking: 50 })).toMatchObject({ status, won_date });
      await space.create('LeadOpptyAccountRelations', {
        lead_oppty_id: won.id,
        account_id: account.id,
        is_primary: true,
      });
      expect(await space.get('Opportunities', won.id)).toMatchObject({ status, won_date });
      const late = await space.newOpportunity({ step_id: last.id });
      expect(late.status).toBe(1);
      expect((await space.update('Opportunities', late.id, { step_id: added.id })).status).toBe(3);
    });
  });
});
