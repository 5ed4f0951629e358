/** When a field that has values may get a formula, and when a formula may be taken away. */
import { expect, it, vi } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

onOneDatabase((running) => {
  const create = (name: string, body: Json = {}) =>
    running.space.create('Fields', { entity_name: 'Account', type_id: 'integer', name, ...body });
  const setFormula = (id: string, calc_formula: string | null) =>
    running.space.send('PATCH', `Fields/${id}`, { body: { calc_formula } });
  const isRecomputed = (id: string) =>
    vi.waitFor(
      async () => expect(await running.space.get('Fields', id)).toMatchObject({ recomputation: null }),
      60_000,
    );

  it('rejects a formula for a field in which values were entered, which stay', async () => {
    const field = await create('Entered');
    const account = await running.space.newAccount({ cf_entered: 7 });
    const answer = await setFormula(field.id, '1 + 1');
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body).toMatchObject({ name: 'ERROR_STATE_CONFLICT' });
    expect(answer.body.message).toContain(`values that records have in Account.cf_entered, such as ${account.id}`);
    expect(await running.space.get('Accounts', account.id)).toMatchObject({ cf_entered: 7 });
    await running.space.update('Accounts', account.id, { cf_entered: null });
    expect((await setFormula(field.id, '1 + 1')).status).toBe(200);
    expect((await setFormula(field.id, '1 + 2')).status).toBe(200);
  });

  it('takes a formula away only when no values are being worked out any more', async () => {
    const field = await create('Worked', { calc_formula: '2 + 3' });
    const { knex } = running.server.deps.db;
    await isRecomputed(field.id);
    const waiting = {
      space_id: running.space.id,
      subject: 'Account',
      action: 'recompute-values',
      record_ids: JSON.stringify([field.id]),
      revision: 1,
      steps_done: 0,
      done: 0,
      lease_owner: 'another process',
      leased_until: Date.now() + 60_000,
    };
    await vi.waitFor(async () => {
      const left = await knex('jobs').where({ space_id: running.space.id }).select('subject');
      expect(left).toEqual([]);
    }, 60_000);
    await knex('jobs').insert(waiting);
    const answer = await setFormula(field.id, null);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.message).toContain('still being recalculated');
    await knex('jobs').where({ space_id: running.space.id }).delete();
    expect((await setFormula(field.id, null)).status).toBe(200);
  });
});
