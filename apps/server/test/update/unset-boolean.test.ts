/** A boolean that must have a value now, and has none in a record from before that: it is false for all who ask. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.js';
import { setBooleans } from '../../src/db/migrations/set-booleans.js';
import { onBothDatabases } from '../fixture.js';

onBothDatabases((running) => {
  it('is shown as false by reads and by answers to writes', async () => {
    const { space, server } = running;
    const { id } = await space.create('Currencies', { code: 'XAF' });
    await server.deps.db.knex('currencies').where({ id }).update({ is_base: null });
    expect(await space.get('Currencies', id)).toMatchObject({ code: 'XAF', is_base: false });
    expect(await getLegacy('Currencies', id)).toMatchObject({ CODE: 'XAF', IS_BASE: 0 });
    const updated = await space.update('Currencies', id, { symbol: 'FCFA' });
    expect(updated).toMatchObject({ symbol: 'FCFA', is_base: false });
    expect(await space.get('Currencies', id)).toEqual(updated);
  });

  it('is shown as false where the service sets it', async () => {
    const { space, server } = running;
    const { ownerId: owner_id, unitId: unit_id } = space.ids;
    const times = { start_date: '2026-05-04T09:00:00', end_date: '2026-05-04T10:00:00' };
    const { id } = await space.create('Appointments', { subject: 'Call', owner_id, unit_id, ...times });
    const members = ['has_3rd_party_mapping', 'is_recurrence_active', 'is_recurrence_exception'];
    const unset = Object.fromEntries(members.map((member) => [member, null]));
    await server.deps.db.knex('appointments').where({ id }).update(unset);
    expect(await space.get('Appointments', id)).toMatchObject(allAre(members, false));
    expect(await getLegacy('Appointments', id)).toMatchObject(allAre(members.map(upper), 0));
  });

  it('is stored as false when a server starts, so that filters find it', async () => {
    const { space, server } = running;
    const { db, catalog } = server.deps;
    const codes = ['QAA', 'QAB', 'QAC', 'QAD', 'QAE'];
    const made = await Promise.all(codes.map((code) => space.create('Currencies', { code })));
    const ids = made.map(({ id }) => id);
    const forget = () => db.knex('currencies').whereIn('id', ids).update({ is_base: null });
    const find = async () => {
      const { data } = await space.list('Currencies', {
        'filter[is_base]': false,
        'filter[code]': 'QA',
        'filter-op[code]': 'starts',
      });
      return data.length;
    };
    await forget();
    expect(await find()).toBe(0);
    await setBooleans(db.knex, catalog, 2);
    expect(await find()).toBe(5);
    await forget();
    await db.knex('settings').where({ name: 'required_booleans' }).delete();
    expect(await migrate(db, catalog)).toBe(true);
    expect(await find()).toBe(5);
    expect(await migrate(db, catalog)).toBe(false);
  });

  it('is stored as false by a server that does not know it', async () => {
    const { server } = running;
    const { knex, dialect } = server.deps.db;
    const { space_id, id } = await knex('currencies').first('space_id', 'id');
    const row = { ...(await knex('currencies').where({ space_id, id }).first()), id: randomUUID(), code: 'QBA' };
    const { is_base, ...known } = row;
    if (dialect.altersTables) {
      // As a table is that an older version has made.
      await knex.raw('ALTER TABLE currencies ALTER COLUMN is_base DROP DEFAULT');
      await knex('settings').where({ name: 'record_tables' }).delete();
      await migrate(server.deps.db, server.deps.catalog);
    }
    await knex('currencies').insert(known);
    const { is_base: stored } = await knex('currencies').where({ space_id, id: row.id }).first('is_base');
    expect(Boolean(stored)).toBe(false);
    expect(stored).not.toBeNull();
    // It is in no number of the collection.
    await knex('currencies').where({ space_id, id: row.id }).delete();
  });

  const upper = (member: string) => member.toUpperCase();
  const allAre = (members: readonly string[], value: unknown) =>
    Object.fromEntries(members.map((member) => [member, value]));

  async function getLegacy(collection: string, id: string): Promise<unknown> {
    const { space } = running;
    const address = `${space.origin}/rest_services/v1/${space.id}/${collection}/${id}`;
    const answer = await fetch(address, { headers: { Authorization: space.authorization } });
    const { data = null, ...record } = (await answer.json()) as Record<string, unknown>;
    return data ?? record;
  }
});
