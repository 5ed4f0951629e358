/** An entity type of the space's own is deleted, and comes back. */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

onDatabaseInTurn((running) => {
  const remove = ({ entity }: Kind, query: Record<string, boolean> = {}) =>
    running.space.send('DELETE', `Entities/${entity.id}`, { query });
  const restore = ({ entity }: Kind) => running.space.send('POST', 'Entities/batch-restore', { body: [entity.id] });
  const status = async (path: string) => (await running.space.send('GET', path)).status;
  const all = async (collection: string, filter: Record<string, string>) =>
    (await running.space.list(collection, { ...filter, 'include-deleted': true, first: 100 })).data;

  describe('an entity type of the space', () => {
    it('is deleted when it has no records, and with it its types and fields', async () => {
      const kind = await defineEntityType(running.space, 'Ship');
      expect(await remove(kind)).toMatchObject({ status: 200, body: { data: kind.entity.id } });
      for (const path of ['Ship', 'ShipType', `ShipType/${kind.typeId}`, `CustomEntityTypes/${kind.typeId}`]) {
        expect(await status(path), path).toBe(404);
      }
      const own = { 'filter[entity_name]': 'Ship' };
      expect((await running.space.list('Fields', own)).data).toEqual([]);
      const gone = await all('Fields', own);
      expect(gone.length).toBeGreaterThan(15);
      expect(gone.every(({ is_deleted }) => is_deleted === true)).toBe(true);
    });

    it('comes back with all that it had', async () => {
      const kind = await defineEntityType(running.space, 'Crane');
      const extra = await running.space.create('CustomEntityTypes', { name: 'Tower', entity_api_name: 'Crane' });
      const dropped = await running.space.create('CustomEntityTypes', { name: 'Old', entity_api_name: 'Crane' });
      await running.space.delete('CustomEntityTypes', dropped.id);
      const before = await running.space.list('Fields', { 'filter[entity_name]': 'Crane', first: 100 });
      await remove(kind);
      expect(await restore(kind)).toMatchObject({ status: 200, body: { data: [kind.entity.id] } });
      expect(await status('Crane')).toBe(200);
      expect(await running.space.send('GET', 'CraneType')).toMatchObject({ body: { data: { id: kind.typeId } } });
      expect(await status(`CraneType/${extra.id}`)).toBe(200);
      expect(await status(`CraneType/${dropped.id}`)).toBe(404);
      const after = await running.space.list('Fields', { 'filter[entity_name]': 'Crane', first: 100 });
      expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
      expect(await kind.create()).toMatchObject({ name: 'A Crane' });
    });

    it('is not deleted while it has records; deleted ones do not count', async () => {
      const kind = await defineEntityType(running.space, 'Barge');
      const barge = await kind.create();
      const rejected = await remove(kind);
      expect(rejected).toMatchObject({ status: 409, body: { name: 'ERROR_STATE_CONFLICT' } });
      expect(rejected.body.message).toContain(barge.id);
      expect(rejected.body.message).toContain('delete-records=true');
      expect(await running.space.get('Barge', barge.id)).toEqual(barge);
      await running.space.delete('Barge', barge.id);
      expect((await remove(kind)).status).toBe(200);
    });

    it('takes its records along when that is said, and brings these back, no others', async () => {
      const kind = await defineEntityType(running.space, 'Ferry');
      const other = await defineEntityType(running.space, 'Raft');
      const sharing_clients = [{ client_id: running.space.ids.ownerId, role: 2 }];
      const made: TestRecord[] = [];
      for (const name of ['One', 'Two', 'Three']) made.push(await kind.create({ name, sharing_clients }));
      const raft = await other.create({ name: 'Raft', sharing_clients });
      const [first, second, third] = made as [TestRecord, TestRecord, TestRecord];
      await running.space.delete('Ferry', third.id);
      const rows = () => all('CustomEntitySharingClientRelations', { 'filter[is_deleted]': 'false' });
      expect(await rows()).toHaveLength(3);

      expect((await remove(kind, { 'delete-records': true })).status).toBe(200);
      expect(await rows()).toMatchObject([{ custom_entity_id: raft.id }]);
      const left = await running.space.list('CustomEntities', { 'filter[is_deleted]': false });
      expect(left.data.map(({ id }) => id)).toContain(raft.id);
      expect(left.data.map(({ id }) => id)).not.toContain(first.id);
      const [gone] = await all('CustomEntities', { 'filter[id]': first.id });
      expect(gone).toMatchObject({ is_deleted: true, name: 'One' });
      expect(gone?.revision).toBeGreaterThan(first.revision);

      await restore(kind);
      const back = await running.space.list('Ferry', { 'order-by': 'name' });
      expect(back.data.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(back.data[0]?.sharing_clients).toEqual(first.sharing_clients);
      expect(await status(`Ferry/${third.id}`)).toBe(404);
      expect(await rows()).toHaveLength(3);
    });

    it('keeps its api name till it comes back', async () => {
      const kind = await defineEntityType(running.space, 'Wagon');
      await remove(kind);
      const post = (body: Json) => running.space.send('POST', 'Entities', { body });
      const names = { name_singular: 'Wagon', name_plural: 'Wagons' };
      const rejected = await post(names);
      expect(rejected.status).toBe(422);
      expect(rejected.body.message).toContain('restore Wagon with batch-restore');
      expect((await post({ ...names, entity_api_name: 'WAGON' })).status).toBe(422);
      const near = await post({ ...names, entity_api_name: 'Wagons' });
      expect(near.body.message).toContain('too near to the name of the deleted entity Wagon');
      expect((await post({ ...names, entity_api_name: 'Carriage' })).status).toBe(201);
    });

    it('leaves its deleted records where they are, not to be brought back without it', async () => {
      const kind = await defineEntityType(running.space, 'Sled');
      const sled = await kind.create();
      await remove(kind, { 'delete-records': true });
      const query = { 'validation-level': 16 };
      const answer = await running.space.send('POST', 'CustomEntities/batch-restore', { body: [sled.id], query });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain('"Sled", which is not a custom entity type of the space');
      const again = { name: 'New', owner_id: running.space.ids.ownerId, type_id: kind.typeId };
      const made = await running.space.send('POST', 'CustomEntities', { body: again, query });
      expect(made.status).toBe(422);
    });

    it('is not deleted by who has seen an older revision, nor by a key that may only read', async () => {
      const kind = await defineEntityType(running.space, 'Tram');
      await running.space.update('Entities', kind.entity.id, { name_plural: 'Trams of the city' });
      const path = `Entities/${kind.entity.id}`;
      const stale = await running.space.send('DELETE', path, { headers: { 'if-match': String(kind.entity.revision) } });
      expect(stale.status).toBe(409);
      const headers = { authorization: running.space.readOnlyAuthorization };
      expect((await running.space.send('DELETE', path, { headers })).status).toBe(403);
      expect(await status('Tram')).toBe(200);
    });

    it('keeps its default type', async () => {
      const kind = await defineEntityType(running.space, 'Kayak');
      const answer = await running.space.send('DELETE', `CustomEntityTypes/${kind.typeId}`);
      expect(answer).toMatchObject({ status: 422, body: { name: 'ERROR_DELETE_PROTECTED' } });
    });
  });
});
