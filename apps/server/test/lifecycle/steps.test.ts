/**
 * A step belongs to one process, and opportunities are in steps of the pipeline of their type.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { leadSteps } from './lifecycle-space.js';

onOneDatabase((running) => {
  it('belongs to exactly one process', async () => {
    const { space } = running;
    const [process] = (await space.list('LeadProcesses')).data;
    const both = { name: 'x', pipeline_id: space.ids.pipelineId, lead_process_id: process?.id };
    const rejected = await space.send('POST', 'Steps', { body: both });
    expect(leavesOf(rejected).map((leaf) => leaf.slice(0, 20))).toEqual(['lead_process_id 9020']);
    expect((await space.send('POST', 'Steps', { body: { name: 'x' } })).status).toBe(422);
  });

  it('of another pipeline needs a type of that pipeline', async () => {
    const { space } = running;
    const pipeline = await space.create('Pipelines', { name: 'Renewals' });
    const type = await space.create('OpportunityTypes', { name: 'Renewal', pipeline_id: pipeline.id });
    const step = { name: 'Reminder', pipeline_id: pipeline.id, sort_order: 1 };
    const [first, second] = [
      await space.create('Steps', step),
      await space.create('Steps', { ...step, sort_order: 2 }),
    ];
    const deal = await space.newOpportunity();
    const rejected = await space.send('PATCH', `Opportunities/${deal.id}`, { body: { step_id: first.id } });
    const problem = `[step_id] ${first.id} is not a step of the pipeline that oppty_type_id names.`;
    expect(leavesOf(rejected)).toEqual([`step_id 9020 ${problem}`]);
    const both = { step_id: second.id, oppty_type_id: type.id };
    expect(await space.update('Opportunities', deal.id, both)).toMatchObject({ ...both, status: 3 });
    const other = await space.newOpportunity();
    const moved = await space.update('Opportunities', other.id, { oppty_type_id: type.id });
    expect(moved).toMatchObject({ step_id: first.id, status: 1 });
    expect((await space.newOpportunity({ step_id: first.id })).oppty_type_id).toBe(type.id);
    const contrary = { ...other, id: null, step_id: first.id };
    expect((await space.send('POST', 'Opportunities', { body: contrary })).status).toBe(422);
  });

  it('must be named by a new opportunity', async () => {
    const rejected = await running.space.newOpportunity({ step_id: undefined }).catch(String);
    expect(rejected).toContain(".step_id' is null or empty");
  });

  it('of a lead process is none for an opportunity', async () => {
    const { space } = running;
    const [step_id] = await leadSteps(space);
    const rejected = await space.newOpportunity({ step_id }).catch(String);
    expect(rejected).toContain('is not a step of the pipeline');
  });
});
