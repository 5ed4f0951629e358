/**
 * Answers are bounded by what they hold, as relations can be expanded in a circle.
 */
import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../fixture.js';

onEachDatabase((running) => {
  const steps = 30;
  let pipelineId: string;
  beforeAll(async () => {
    const pipeline = await running.space.create('Pipelines', { name: 'In circles' });
    pipelineId = pipeline.id;
    const body = Array.from({ length: steps }, (_, index) => ({ name: `Step ${index}`, pipeline_id: pipelineId }));
    await running.space.send('POST', 'Steps/batch-modify', { body });
  });

  const listSteps = (expand: string) =>
    running.space.send('GET', 'Steps', { query: { 'filter[pipeline_id]': pipelineId, first: 100, expand } });
  const getPipeline = (expand: string) => running.space.send('GET', `Pipelines/${pipelineId}`, { query: { expand } });
  const rejected = (message: string) => ({ status: 400, body: { code: 117, message } });
  const tooMany = (records: number) =>
    rejected(
      `expand: the answer would hold ${records} records, where 25000 are allowed. Expand fewer relations, or read smaller pages.`,
    );

  it('a list in a circle is rejected before it is read', async () => {
    // A step, its pipeline, the steps of that, and so on.
    const records = steps * (2 + steps * (2 + steps));
    expect(await listSteps('pipeline.steps.pipeline.steps')).toMatchObject(tooMany(records));
    expect((await listSteps('pipeline.steps.pipeline')).status).toBe(200);
  });

  it('so is a record', async () => {
    const records = 1 + steps * (2 + steps * (2 + steps));
    expect(await getPipeline('steps.pipeline.steps.pipeline.steps')).toMatchObject(tooMany(records));
    expect((await getPipeline('steps.pipeline.steps')).status).toBe(200);
  });

  it('a union counts what its types expand', async () => {
    const answer = await running.space.send('GET', 'Activities', { query: { expand: 'owner,unit' } });
    expect(answer.status).toBe(200);
  });

  it('100 relations are expanded at most', async () => {
    const links = ['owner', 'unit', 'account_type', 'status', 'industry', 'parent_account'];
    const paths = links.flatMap((one) => links.flatMap((two) => links.map((three) => `${one}.${two}.${three}`)));
    const answer = await running.space.send('GET', 'Accounts', { query: { expand: paths.join(',') } });
    expect(answer).toMatchObject(rejected('expand: names 258 relations, where 100 are allowed. Expand fewer of them.'));
  });
});
