/**
 * The same request from many at once: one of them is carried out, and all get its answer.
 */
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';

const callers = 20;

onBothDatabases((running, database) => {
  it('writes once', async () => {
    const { space } = running;
    const body = { last_name: 'Parallel', owner_id: space.ids.ownerId };
    const sent = { body, headers: { 'Idempotency-Key': 'parallel' } };
    const answers = await Promise.all(Array.from({ length: callers }, () => space.send('POST', 'Contacts', sent)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: callers }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    expect((await space.list('Contacts', { 'filter[last_name]': 'Parallel' })).data).toHaveLength(1);
    expect(running.server.failures).toEqual([]);
  });

  it('rejects all others of the same name', async () => {
    const { space } = running;
    const headers = { 'Idempotency-Key': 'one of many' };
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, index) =>
        space.send('POST', 'Contacts', { body: { last_name: `Many ${index}`, owner_id: space.ids.ownerId }, headers }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(callers - 1);
    const query = { 'filter[last_name]': 'Many', 'filter-op[last_name]': 'starts' };
    expect((await space.list('Contacts', query)).data).toHaveLength(1);
  });

  it.runIf(database === 'postgres')('waits for nobody who forgets old names', async () => {
    const { space, server } = running;
    const { knex } = server.deps.db;
    const send = (key: string) =>
      space.send('POST', 'Pipelines', { body: { name: key }, headers: { 'Idempotency-Key': key } });
    const old = ['old', 'free'];
    for (const key of old) expect((await send(key)).status).toBe(201);
    const ofOld = (rows: Knex.QueryBuilder) => rows.where({ space_id: space.id }).whereIn('key', old);
    await ofOld(knex('idempotency_keys')).update({ created_at: '2020-01-01T00:00:00.000000' });
    await knex.transaction(async (other) => {
      await other('idempotency_keys').where({ space_id: space.id, key: 'old' }).delete();
      expect((await send('new')).status).toBe(201);
      expect(await ofOld(knex('idempotency_keys').select('key'))).toEqual([{ key: 'old' }]);
    });
    const again = await send('old');
    expect(again.status).toBe(201);
    expect(again.headers.get('Idempotency-Replayed')).toBeNull();
    expect(server.failures).toEqual([]);
  });
});
