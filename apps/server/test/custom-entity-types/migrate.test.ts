/** What servers of a later version find of a space's own entity types. */
import { beforeAll, expect, it } from 'vitest';
import { migrateSpaces } from '../../src/spaces/migrate-spaces.js';
import { onDatabaseInTurn, type Running } from '../fixture.js';
import { recount } from '../miscounted.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

onDatabaseInTurn((running) => {
  let kind: Kind;
  beforeAll(async () => {
    kind = await defineEntityType(running.space, 'Vehicle');
  });

  it('corrects and completes the Field records of a kind', async () => {
    const fields = () =>
      running.server.deps.db.knex('fields').where({ space_id: running.space.id, entity_name: 'Vehicle' });
    const shown = () => fields().select('id', 'api_name', 'name', 'is_deleted').orderBy('id');
    const before = await shown();
    await fields().where({ api_name: 'share_mode' }).update({ name: 'Access' });
    await fields().where({ api_name: 'tags' }).delete();
    await recount(running.server.deps.db, 'fields');
    await bringUp(running);
    expect(await shown()).toEqual(before);
  });

  it('finds out of which kind a record is by its type', async () => {
    const van = await kind.create({ name: 'Van 7' });
    const { knex } = running.server.deps.db;
    await knex('custom_entities').where({ id: van.id }).update({ kind: null });
    await recount(running.server.deps.db, 'custom_entities');
    expect((await running.space.send('GET', `Vehicle/${van.id}`)).status).toBe(404);
    await bringUp(running);
    const found = await running.space.get('Vehicle', van.id);
    expect(found).toEqual({ ...van, revision: found.revision });
    expect(found.revision).toBeGreaterThan(van.revision);
  });
});

async function bringUp({ server, space }: Running): Promise<void> {
  await server.deps.db.knex('spaces').where({ space_id: space.id }).update({ catalog_version: 'older' });
  await migrateSpaces(server.deps);
}
