/** An operation that takes too long: the caller gets an error in time, and its statements end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import { GraphqlServer } from './graphql-server.js';

const limitMs = 400;
const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n > 0) SELECT n FROM c';

describe.each(databases)('on %s', (database) => {
  let server: GraphqlServer;

  beforeAll(async () => {
    server = await GraphqlServer.start(database, { timeoutMs: limitMs });
    await server.query('mutation { createPipeline(input: { name: "P" }) { id } }');
    // The engine's types are built, so that what follows measures operations only.
    server.server.spoilNumbers();
    const { knex } = server.server.deps.db;
    await knex.raw('ALTER TABLE "pipelines" RENAME TO "kept_pipelines"');
    await knex.raw(`CREATE VIEW "pipelines" AS SELECT k.* FROM "kept_pipelines" k CROSS JOIN (${endless}) e`);
  });
  afterAll(() => server.close());

  const stopped = {
    message: 'This was stopped, as it takes longer than 0.4 seconds. Ask for less at once.',
    extensions: { code: 'ERROR_UNAVAILABLE', number: 9009, requestId: expect.any(String) },
  };

  it('is stopped with a clear error', async () => {
    const { status, body } = await server.send(
      '{ clients { totalCount } pipelines(filter: { name: { eq: "P" } }) { totalCount } }',
    );
    expect(status).toBe(503);
    expect(body).toMatchObject({ data: null, errors: [stopped] });
  });

  it('leaves nothing running', async () => {
    const { deps } = server.server;
    if (database === 'postgres') {
      const running = deps.db.knex('pg_stat_activity').where('state', 'active').where('query', 'like', '%"pipelines"%');
      await expect.poll(() => running.clone()).toEqual([]);
    }
    // As many as there are connections for reading. A machine that is busy takes longer than the limit now and then, not each time.
    const others = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => server.send('{ clients { totalCount } }')));
      return new Set(answers.map(({ status }) => status));
    };
    await expect.poll(others).toEqual(new Set([200]));
  });
});
