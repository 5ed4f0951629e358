/**
 * What a lead becomes by itself: its step, its status, its unit, its dates.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { leadSteps, newLead, newLeadProcess } from './lifecycle-space.js';

onOneDatabase((running) => {
  describe('a new lead', () => {
    it('needs a name only', async () => {
      const { space } = running;
      const lead = await space.create('Leads', { name: 'Enquiry' });
      const [firstStep] = await leadSteps(space);
      expect(lead).toMatchObject({ status: 1, owner_id: null, unit_id: space.ids.unitId, step_id: firstStep });
      expect(lead).toMatchObject({
        last_move_date: lead.created,
        days_in_step: 0,
        lost_date: null,
        qualify_date: null,
      });
    });

    it('takes the unit of its owner', async () => {
      const { space } = running;
      const unit = await space.create('SalesUnits', { name: 'North', parent_id: space.ids.unitId });
      const [owner] = (await space.list('Clients')).data;
      const other = await space.create('Clients', {
        email: 'lead.owner@example.com',
        default_unit_id: unit.id,
        master_right_id: owner?.master_right_id,
        unit_membership: owner?.unit_membership,
      });
      expect((await newLead(space, { owner_id: other.id })).unit_id).toBe(unit.id);
    });

    it('begins in the first step of its type, and takes the type of its step', async () => {
      const { space } = running;
      const { typeId, stepIds } = await newLeadProcess(space, ['First', 'Second']);
      expect((await newLead(space, { lead_type_id: typeId })).step_id).toBe(stepIds[0]);
      expect(await newLead(space, { step_id: stepIds[1] })).toMatchObject({
        lead_type_id: typeId,
        step_id: stepIds[1],
      });
    });

    it('may be lost already', async () => {
      const body = { is_archived: true, lost_date: '2025-03-01', created: '2025-01-01' };
      const lead = await newLead(running.space, body);
      const lost = '2025-03-01T00:00:00.000000';
      expect(lead).toMatchObject({ status: 2, lost_date: lost, last_move_date: lost });
    });
  });

  describe('a step', () => {
    it('must be one of the process that the type of the lead names', async () => {
      const { space } = running;
      const { stepIds } = await newLeadProcess(space, ['First']);
      const lead = await newLead(space);
      for (const step_id of [stepIds[0], space.ids.stepIds[0]]) {
        const rejected = await space.send('PATCH', `Leads/${lead.id}`, { body: { step_id } });
        expect(rejected.status).toBe(422);
        const problem = `[step_id] ${step_id} is not a step of the lead process that lead_type_id names.`;
        expect(leavesOf(rejected)).toEqual([`step_id 9020 ${problem}`]);
      }
      const contrary = { name: 'x', lead_type_id: lead.lead_type_id, step_id: stepIds[0] };
      expect((await space.send('POST', 'Leads', { body: contrary })).status).toBe(422);
    });

    it('is the first one of a new type, unless the write names one of it', async () => {
      const { space } = running;
      const { typeId, stepIds } = await newLeadProcess(space, ['First', 'Second']);
      const [lead, other] = [await newLead(space), await newLead(space)];
      const moved = await space.update('Leads', lead.id, { lead_type_id: typeId });
      expect(moved).toMatchObject({ step_id: stepIds[0], last_move_date: moved.modified });
      const body = { lead_type_id: typeId, step_id: stepIds[1] };
      expect(await space.update('Leads', other.id, body)).toMatchObject(body);
    });

    it('that is another one sets the last move; the same one does not', async () => {
      const { space } = running;
      const [first, second] = await leadSteps(space);
      const lead = await newLead(space);
      const same = await space.update('Leads', lead.id, { step_id: first, name: 'Renamed' });
      expect(same.last_move_date).toBe(lead.last_move_date);
      const moved = await space.update('Leads', lead.id, { step_id: second });
      expect(moved.last_move_date).toBe(moved.modified);
    });

    it('cannot be taken away', async () => {
      const lead = await newLead(running.space);
      const rejected = await running.space.send('PATCH', `Leads/${lead.id}`, { body: { step_id: null } });
      expect(rejected.status).toBe(422);
    });
  });

  it('is lost when it is archived, and open again when it is taken out', async () => {
    const { space } = running;
    const lead = await newLead(space);
    const lost = await space.update('Leads', lead.id, { is_archived: true });
    expect(lost).toMatchObject({ status: 2, lost_date: lost.modified, last_move_date: lead.last_move_date });
    expect(await space.update('Leads', lead.id, { is_archived: false })).toMatchObject({ status: 1, lost_date: null });
  });

  it('shares its ids with opportunities', async () => {
    const { space } = running;
    const [lead, opportunity] = [await newLead(space), await space.newOpportunity()];
    const query = { 'validation-level': 8 };
    const asLead = await space.send('POST', 'Leads', { body: { id: opportunity.id, name: 'x' }, query });
    expect(leavesOf(asLead).map((leaf) => leaf.slice(0, 7))).toEqual(['id 9021']);
    const members = { name: 'x', owner_id: space.ids.ownerId, closing_date: '2026-01-01', value: { base_value: 1 } };
    const body = { ...members, id: lead.id, step_id: space.ids.stepIds[0] };
    const asOpportunity = await space.send('POST', 'Opportunities', { body, query });
    expect(leavesOf(asOpportunity).map((leaf) => leaf.slice(0, 7))).toEqual(['id 9021']);
  });
});
