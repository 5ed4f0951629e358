/**
 * What a quote becomes by itself: its step, its status, and whether its opportunity goes by it.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json } from '../test-space.js';

onDatabaseInTurn((running) => {
  const newQuote = (members: Json = {}) =>
    running.space.create('Quotes', { name: 'Offer', owner_id: running.space.ids.ownerId, ...members });

  /** A process with steps and a type of its own. */
  async function newProcess(names: readonly string[]) {
    const { space } = running;
    const process = await space.create('QuoteProcesses', { name: 'Tenders' });
    const steps: string[] = [];
    for (const [index, name] of names.entries()) {
      const body = { name, quote_process_id: process.id, sort_order: index + 1 };
      steps.push((await space.create('Steps', body)).id);
    }
    const type = await space.create('QuoteTypes', { name: 'Tender', quote_process_id: process.id });
    return { quote_type_id: type.id, steps };
  }

  it('begins in the first step, is won in the last one and lost when it is archived', async () => {
    const { space } = running;
    const { quote_type_id, steps } = await newProcess(['Draft', 'Sent', 'Accepted']);
    const quote = await newQuote({ quote_type_id });
    expect(quote).toMatchObject({ step_id: steps[0], status: 1 });
    expect((await space.update('Quotes', quote.id, { step_id: steps[2] })).status).toBe(3);
    expect((await space.update('Quotes', quote.id, { is_archived: true })).status).toBe(2);
    expect((await space.update('Quotes', quote.id, { name: 'Offer 2' })).status).toBe(2);
    expect((await space.update('Quotes', quote.id, { is_archived: false })).status).toBe(3);
    expect((await space.update('Quotes', quote.id, { step_id: steps[1] })).status).toBe(1);
    const foreign = await space.send('PATCH', `Quotes/${quote.id}`, { body: { step_id: space.ids.stepIds[0] } });
    expect(leavesOf(foreign).map((leaf) => leaf.slice(0, 12))).toEqual(['step_id 9020']);
  });

  describe('the quote that an opportunity goes by', () => {
    const marks = async (deal: string) => {
      const { data } = await running.space.list('Quotes', { 'filter[oppty_id]': deal, 'include-deleted': true });
      return data.filter((quote) => quote.is_active_in_opportunity === true).map(({ id }) => id);
    };
    const active = async (deal: string) => (await running.space.get('Opportunities', deal)).active_quote_id;

    it('is marked and named alike, whichever is written', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      const first = await newQuote({ oppty_id: id, is_active_in_opportunity: true });
      expect([await active(id), await marks(id)]).toEqual([first.id, [first.id]]);
      const second = await newQuote({ oppty_id: id });
      await space.update('Opportunities', id, { active_quote_id: second.id });
      expect([await active(id), await marks(id)]).toEqual([second.id, [second.id]]);
      await space.update('Quotes', first.id, { is_active_in_opportunity: true });
      expect([await active(id), await marks(id)]).toEqual([first.id, [first.id]]);
      await space.update('Quotes', first.id, { is_active_in_opportunity: false });
      expect([await active(id), await marks(id)]).toEqual([null, []]);
      await space.update('Quotes', first.id, { is_active_in_opportunity: true });
      await space.update('Opportunities', id, { active_quote_id: null });
      expect([await active(id), await marks(id)]).toEqual([null, []]);
    });

    it('is one of its own', async () => {
      const { space } = running;
      const [deal, other] = [await space.newOpportunity(), await space.newOpportunity()];
      const quote = await newQuote({ oppty_id: other.id });
      const foreign = await space.send('PATCH', `Opportunities/${deal.id}`, { body: { active_quote_id: quote.id } });
      expect(leavesOf(foreign).map((leaf) => leaf.slice(0, 20))).toEqual(['active_quote_id 9020']);
      const body = { name: 'Offer', owner_id: space.ids.ownerId, is_active_in_opportunity: true };
      const alone = await space.send('POST', 'Quotes', { body });
      expect(leavesOf(alone).map((leaf) => leaf.slice(0, 29))).toEqual(['is_active_in_opportunity 9020']);
    });

    it('is none any more when it goes', async () => {
      const { space } = running;
      const [deal, other] = [await space.newOpportunity(), await space.newOpportunity()];
      const quote = await newQuote({ oppty_id: deal.id, is_active_in_opportunity: true });
      const moved = await space.update('Quotes', quote.id, { oppty_id: other.id });
      expect(moved.is_active_in_opportunity).toBe(false);
      expect([await active(deal.id), await active(other.id)]).toEqual([null, null]);
      await space.update('Quotes', quote.id, { is_active_in_opportunity: true });
      await space.delete('Quotes', quote.id);
      expect([await active(other.id), await marks(other.id)]).toEqual([null, []]);
    });

    it('is one only, also of many that are marked together', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      const item = { name: 'Offer', owner_id: space.ids.ownerId, oppty_id: id, is_active_in_opportunity: true };
      await space.send('POST', 'Quotes/batch-modify', { body: [item, item, item] });
      expect(await marks(id)).toEqual([await active(id)]);
      const { data } = await space.list('Quotes', { 'filter[oppty_id]': id });
      const mark = (quote: string) =>
        space.send('PATCH', `Quotes/${quote}`, { body: { is_active_in_opportunity: true } });
      await Promise.all(data.flatMap((quote) => [mark(quote.id), mark(quote.id)]));
      expect(await marks(id)).toEqual([await active(id)]);
    });

    it('is one only, although some of many that are marked are rejected', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      await newQuote({ oppty_id: id, is_active_in_opportunity: true });
      const item = { name: 'Offer', owner_id: space.ids.ownerId, oppty_id: id, is_active_in_opportunity: true };
      const wrong = { ...item, unit_id: '00000000-0000-4000-8000-000000000bad' };
      for (const body of [
        [wrong, item],
        [item, wrong, item],
      ]) {
        await space.send('POST', 'Quotes/batch-modify', { body, query: { 'rollback-method': 1 } });
        expect(await marks(id)).toEqual([await active(id)]);
      }
      expect((await space.list('Quotes', { 'filter[oppty_id]': id })).data).toHaveLength(4);
    });
  });
});
