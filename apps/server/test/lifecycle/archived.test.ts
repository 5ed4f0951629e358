/**
 * Archived leads and opportunities are not edited until they are reactivated.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { newLead } from './lifecycle-space.js';

onOneDatabase((running) => {
  const lostDeal = async () => running.space.newOpportunity({ is_archived: true });

  describe('an archived opportunity', () => {
    it('rejects other members, and says each of them', async () => {
      const { space } = running;
      const account = await space.newAccount();
      const { id } = await lostDeal();
      const body = {
        name: 'New name',
        ranking: 5,
        value: { base_value: 7 },
        account_relations: [{ account_id: account.id, is_primary: true }],
      };
      const rejected = await space.send('PATCH', `Opportunities/${id}`, { body });
      expect(rejected.status).toBe(422);
      expect(leavesOf(rejected).map((leaf) => leaf.split(' ').slice(0, 2))).toEqual([
        ['name', '9026'],
        ['ranking', '9026'],
        ['value', '9026'],
        ['account_relations', '9026'],
      ]);
      expect(await space.get('Opportunities', id)).toMatchObject({ name: '200 forklifts', account_relations: [] });
    });

    it('may be sent back as it is', async () => {
      const { space } = running;
      const account = await space.newAccount();
      const relations = { account_relations: [{ account_id: account.id, is_primary: true }] };
      const { id } = await space.newOpportunity({ ...relations, is_archived: true });
      const stored = await space.get('Opportunities', id);
      expect(await space.update('Opportunities', id, stored)).toEqual(stored);
    });

    it('takes what is said of its loss', async () => {
      const { space } = running;
      const [reason] = (await space.list('Data', { 'filter[option_name]': 'Price' })).data;
      const { id } = await lostDeal();
      const body = { lost_date: '2025-01-01T00:00:00.000000', reason_of_close_description: 'Too dear' };
      const changed = await space.update('Opportunities', id, { ...body, reason_of_close_id: reason?.id });
      expect(changed).toMatchObject({ ...body, reason_of_close_id: reason?.id, status: 2 });
    });

    it('is edited with what reactivates it, or with validation-level 8', async () => {
      const { space } = running;
      const { id } = await lostDeal();
      const query = { 'validation-level': 8 };
      expect((await space.update('Opportunities', id, { ranking: 5 }, query)).ranking).toBe(5);
      const changed = await space.update('Opportunities', id, { is_archived: false, name: 'Again' });
      expect(changed).toMatchObject({ status: 1, name: 'Again' });
    });

    it('can be deleted and restored', async () => {
      const { space } = running;
      const { id } = await lostDeal();
      await space.delete('Opportunities', id);
      const restored = await space.send('POST', 'Opportunities/batch-restore', { body: [id] });
      expect(restored.status).toBe(200);
      expect((await space.get('Opportunities', id)).status).toBe(2);
    });
  });

  it('an archived lead rejects edits too', async () => {
    const { space } = running;
    const lead = await newLead(space, { is_archived: true });
    const rejected = await space.send('PATCH', `Leads/${lead.id}`, { body: { name: 'New name' } });
    expect(leavesOf(rejected).map((leaf) => leaf.split(' ').slice(0, 2))).toEqual([['name', '9026']]);
    expect((await space.update('Leads', lead.id, { name: 'New name', is_archived: false })).name).toBe('New name');
  });
});
