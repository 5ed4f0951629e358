/**
 * Many upserts of the same record at once: one makes it, the others change it.
 */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { TestRecord } from '../test-space.js';

const callers = 20;

onBothDatabases((running) => {
  const statuses = [...Array.from({ length: callers - 1 }, () => 200), 201];

  it.each([
    ['Products/by/sku/PARALLEL', { allowed_pipelines: 1, unit_symbol: 'pcs' }],
    ['Pipelines/by/id/01a1fdea-10da-766f-926d-3bbd6b3a11b4', {}],
  ])('%s', async (path, members) => {
    const { space, server } = running;
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, index) =>
        space.send('PUT', path, { body: { ...members, name: `caller ${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
    const records = answers.map(({ body }) => body.data as TestRecord);
    expect(new Set(records.map(({ id }) => id)).size).toBe(1);
    const made = answers.findIndex(({ status }) => status === 201);
    expect(Math.min(...records.map(({ revision }) => revision))).toBe(records[made]?.revision);
    const last = records.reduce((a, b) => (a.revision > b.revision ? a : b));
    const [collection = ''] = path.split('/');
    expect(await space.get(collection, last.id)).toEqual(last);
    expect(server.failures).toEqual([]);
  });

  it('of which all want a new record: one gets it', async () => {
    const body = { name: 'x', allowed_pipelines: 1, unit_symbol: 'pcs' };
    const answers = await Promise.all(
      Array.from({ length: callers }, () =>
        running.space.send('PUT', 'Products/by/sku/ONCE', { body, headers: { 'If-None-Match': '*' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(callers - 1);
  });

  it('while it is deleted again and again', async () => {
    const { space } = running;
    const body = { name: 'x', allowed_pipelines: 1, unit_symbol: 'pcs' };
    const rejected: string[] = [];
    await Promise.all(
      Array.from({ length: callers }, async () => {
        const answer = await space.send('PUT', 'Products/by/sku/COMES-AND-GOES', { body });
        if (answer.status !== 200 && answer.status !== 201) rejected.push(answer.text);
        else await space.send('DELETE', `Products/${(answer.body.data as TestRecord).id}`);
      }),
    );
    expect(rejected).toEqual([]);
    expect((await space.list('Products', { 'filter[sku]': 'COMES-AND-GOES' })).data).toEqual([]);
  });
});
