/** The many records of an entity type of the space's own go and come back in chunks; its collection does so at once. */
import { expect, test } from 'vitest';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import { Copier } from './many-records.js';
import { QuietSpace } from './quiet-space.js';

const count = 7_500;

onDatabaseInTurn((running) => {
  test('goes with its records and comes back with them', async () => {
    const space = await running.server.newSpace('harbour');
    const quiet = new QuietSpace(running.server, space);
    const kind = await defineEntityType(space, 'Ship');
    const other = await defineEntityType(space, 'Raft');
    const raft = await other.create();
    const sharing_clients = [{ client_id: space.ids.ownerId, role: 2 }];
    const first = await kind.create({ name: 'First', sharing_clients });
    const rowTable = 'custom_entity_sharing_client_relations';
    const copier = new Copier(running.server.deps, space.id);
    await copier.copy('custom_entities', first.id, count, 1);
    const row = await quiet.knex(rowTable).where({ space_id: space.id, custom_entity_id: first.id }).first('id');
    await copier.copy(rowTable, row.id, count, 2, { custom_entity_id: copier.idOf(1) });
    const [last, gone] = [Copier.id(1, count), Copier.id(1, count - 1)];
    await space.delete('Ship', gone);

    const status = async (path: string) => (await space.send('GET', path)).status;
    const numberOf = async (table: string, is_deleted: boolean) => {
      const [found] = await quiet.knex(table).where({ space_id: space.id, is_deleted }).count({ n: '*' });
      return Number(found?.n);
    };
    const restore = () => space.send('POST', 'Entities/batch-restore', { body: [kind.entity.id] });
    const query = { 'delete-records': true };
    const remove = () => space.send('DELETE', `Entities/${kind.entity.id}`, { query });

    await quiet.delete('Entity', kind.entity.id, 'records');
    expect(await status('Ship')).toBe(404);
    await quiet.expectWork('Entities', kind.entity.id, { action: 'delete-records', state: 'waiting', done: 5_000 });
    expect(await status(`CustomEntities/${Copier.id(1, 1)}`)).toBe(404);
    expect(await status(`CustomEntities/${last}`)).toBe(200);
    const early = await restore();
    expect(early.status).toBe(422);
    expect(early.text).toContain('Ship is still being carried out in its records (delete-records)');
    await quiet.runJobs();
    await quiet.finish();
    await quiet.expectWork('Entities', kind.entity.id, null);
    expect([await numberOf('custom_entities', false), await numberOf(rowTable, false)]).toEqual([1, 0]);
    expect(await status(`CustomEntities/${last}`)).toBe(404);
    expect(await status(`Raft/${raft.id}`)).toBe(200);

    await quiet.write({ kind: 'restore', entityType: 'Entity', id: kind.entity.id, validationLevel: 0 });
    expect(await status('Ship')).toBe(200);
    expect(await status(`Ship/${last}`)).toBe(404);
    const rejected = await remove();
    expect(rejected.status).toBe(409);
    expect(rejected.body.message).toContain('Ship is still being carried out in its records (restore-records)');
    await quiet.finish();
    await quiet.expectWork('Entities', kind.entity.id, null);
    // The one that was deleted by itself stays away, with its row.
    expect([await numberOf('custom_entities', false), await numberOf(rowTable, false)]).toEqual([count + 1, count]);
    expect(await status(`Ship/${gone}`)).toBe(404);
    expect((await space.get('Ship', last)).sharing_clients).toHaveLength(1);
    expect((await remove()).status).toBe(200);
    while (await quiet.left()) await new Promise((later) => setTimeout(later, 50));
    expect(await numberOf('custom_entities', false)).toBe(1);
  }, 60_000);
});
