/**
 * What goes wrong on the way: a change and its answer are stored together or not at all, and a caller that waits too long gets an error.
 */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';

onBothDatabases((running, database) => {
  it('a change whose answer cannot be kept is not made', async () => {
    const { space, server } = running;
    const sent = { body: { name: 'Kept whole' }, headers: { 'Idempotency-Key': 'kept whole' } };
    const countMade = async () => (await space.list('Pipelines', { 'filter[name]': 'Kept whole' })).data.length;
    server.onStatement = ({ text }) => {
      if (/^(?:INSERT INTO|UPDATE) "idempotency_keys".*"body"/.test(text)) throw new Error('the process dies');
    };
    const failed = await space.send('POST', 'Pipelines', sent);
    server.onStatement = () => {};
    expect(failed.status).toBe(500);
    expect(await countMade()).toBe(0);
    const made = await space.send('POST', 'Pipelines', sent);
    expect([made.status, made.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    expect(await countMade()).toBe(1);
  });

  // On SQLite one transaction writes at a time: who is second never meets the first.
  it.runIf(database === 'postgres')('409 while the first is still under way', async () => {
    const { space, server } = running;
    const key = 'slow';
    const moment = new Date().toISOString().replace('Z', '000');
    await server.deps.db.write(async (transaction) => {
      await transaction.run({
        text: 'INSERT INTO "idempotency_keys" ("space_id", "key", "request_digest", "created_at") VALUES ($1, $2, $3, $4)',
        values: [space.id, key, 'x', moment],
      });
      const answer = await space.send('POST', 'Pipelines', {
        body: { name: 'x' },
        headers: { 'Idempotency-Key': key },
      });
      expect({ status: answer.status, ...answer.body }).toStrictEqual({
        status: 409,
        code: 9011,
        name: 'ERROR_IDEMPOTENCY_IN_PROGRESS',
        message: expect.stringContaining('not finished'),
        http_status: 409,
        success: false,
      });
    });
  });
});
