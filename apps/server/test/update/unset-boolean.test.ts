/** A boolean that must have a value now, and has none in a record from before that: all answers show it as false. */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';

onBothDatabases((running) => {
  it('is shown as false by reads and by answers to writes', async () => {
    const { space, server } = running;
    const { id } = await space.create('Currencies', { code: 'XAF' });
    await server.deps.db.knex('currencies').where({ id }).update({ is_base: null });
    expect(await space.get('Currencies', id)).toMatchObject({ code: 'XAF', is_base: false });
    const updated = await space.update('Currencies', id, { symbol: 'FCFA' });
    expect(updated).toMatchObject({ symbol: 'FCFA', is_base: false });
    expect(await space.get('Currencies', id)).toEqual(updated);
  });
});
