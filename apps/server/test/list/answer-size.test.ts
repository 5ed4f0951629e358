/**
 * Answers are bounded by what they hold, as relations can be expanded in a circle.
 */
import { beforeAll, expect, it } from 'vitest';
import { defaultAnswerLimits } from '../../src/request/answer-limits.js';
import { onBothDatabases } from '../fixture.js';

onBothDatabases((running) => {
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

  it('each is one statement, whether it is rejected or not', async () => {
    for (const steps of ['pipeline.steps', 'pipeline.steps.pipeline.steps']) {
      expect(await running.server.statementsOf(() => listSteps(steps))).toHaveLength(1);
    }
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

/** As many as one answer may hold; a template's records are fewer. */
const records = 40;

onBothDatabases(
  (running) => {
    const ids: string[] = [];
    beforeAll(async () => {
      for (const [name, steps] of [
        ['Fits', 10],
        ['Is too large', records],
      ] as const) {
        const { id } = await running.space.create('Pipelines', { name });
        const body = Array.from({ length: steps }, (_, index) => ({ name: `Step ${index}`, pipeline_id: id }));
        await running.space.send('POST', 'Steps/batch-modify', { body });
        ids.push(id);
      }
    });
    const tooMany = (found: number, at: string, remedy: string) => ({
      status: 400,
      body: { code: 117, message: `${at} ${found} records, where ${records} are allowed${remedy}` },
    });

    it('rows that are expanded directly below a record are counted', async () => {
      const [fits, isTooLarge] = ids;
      const get = (id: string | undefined) =>
        running.space.send('GET', `Pipelines/${id}`, { query: { expand: 'steps' } });
      expect(await get(fits)).toMatchObject({ status: 200, body: { data: { steps: { length: 10 } } } });
      const rejected = tooMany(
        records + 1,
        'expand: the answer would hold',
        '. Expand fewer relations, or read smaller pages.',
      );
      expect(await get(isTooLarge)).toMatchObject(rejected);
    });

    it('so are those of all records of a page', async () => {
      const query = { expand: 'steps', 'filter[id]': ids, 'order-by': 'name' };
      const answer = await running.space.send('GET', 'Pipelines', { query });
      expect(answer).toMatchObject({ status: 400, body: { code: 117 } });
      expect((await running.space.send('GET', 'Pipelines', { query: { ...query, first: 1 } })).status).toBe(400);
      expect(
        (await running.space.send('GET', 'Pipelines', { query: { ...query, 'filter[id]': ids.slice(0, 1) } })).status,
      ).toBe(200);
    });

    it('GraphQL counts full pages', async () => {
      const query = '{ pipelines(first: 2) { nodes { steps(first: 30) { nodes { name } } } } }';
      const answer = await running.space.send('POST', '../../../../graphql/spaces/acme', { body: { query } });
      expect(JSON.stringify(answer.body)).toContain(`up to 62 records, where ${records} are allowed`);
    });
  },
  { answerLimits: { ...defaultAnswerLimits, records } },
);
