/** Records of the entity types that a space has defined: each kind is by itself, and all of them are CustomEntities. */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

onDatabaseInTurn((running) => {
  let vehicle: Kind;
  let crane: Kind;
  let van: TestRecord;
  let tower: TestRecord;
  beforeAll(async () => {
    vehicle = await defineEntityType(running.space, 'Vehicle');
    crane = await defineEntityType(running.space, 'Crane');
    van = await vehicle.create({ name: 'Van' });
    tower = await crane.create({ name: 'Tower' });
  });

  const send = (method: string, path: string, body?: unknown, query = {}) =>
    running.space.send(method, path, { query, ...(body === undefined ? {} : { body }) });
  const ids = (records: readonly TestRecord[]) => records.map(({ id }) => id).sort();

  describe('a record of one kind', () => {
    it('is in no other kind', async () => {
      expect((await running.space.list('Vehicle')).data).toEqual([van]);
      expect((await running.space.list('Crane')).data).toEqual([tower]);
      expect((await running.space.list('Crane', { 'filter[name]': 'Van' })).data).toEqual([]);
      expect((await running.space.list('Crane', { 'filter[id]': van.id })).data).toEqual([]);
      expect(await running.space.list('Crane', { 'include-total': true })).toMatchObject({ total: 1 });
    });

    it.each([
      ['GET', undefined],
      ['PATCH', { name: 'Stolen' }],
      ['DELETE', undefined],
    ])('is not there for %s of another kind', async (method, body) => {
      expect((await send(method, `Crane/${van.id}`, body)).status).toBe(404);
      expect(await running.space.get('Vehicle', van.id)).toEqual(van);
    });

    it('is not there for batches of another kind', async () => {
      const modify = await send('POST', 'Crane/batch-modify', [{ id: van.id, name: 'Stolen' }], {
        'rollback-method': 1,
      });
      expect(modify.body.data).toMatchObject([{ http_status: 404 }]);
      const remove = await send('POST', 'Crane/batch-delete', [van.id], { 'rollback-method': 1 });
      expect(remove.body.data).toMatchObject([{ http_status: 404 }]);
      expect(await running.space.get('Vehicle', van.id)).toEqual(van);
    });

    it('has a type of its own kind', async () => {
      for (const answer of [
        await send('PATCH', `Vehicle/${van.id}`, { type_id: crane.typeId }),
        await send('POST', 'Vehicle', { name: 'x', owner_id: running.space.ids.ownerId, type_id: crane.typeId }),
      ]) {
        expect(answer.status).toBe(422);
        expect(leavesOf(answer)).toEqual([
          expect.stringContaining(`Relation Vehicle.type_id=${crane.typeId} to VehicleType doesn't exist!`),
        ]);
      }
      expect((await send('GET', `VehicleType/${crane.typeId}`)).status).toBe(404);
    });

    it('needs name and owner', async () => {
      const answer = await send('POST', 'Vehicle', {});
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ entity_name: 'Vehicle' });
      for (const member of ['name', 'owner_id']) expect(answer.body.message).toContain(member);
      expect(answer.body.message).not.toContain('type_id');
    });

    it('has the only type of its kind when none is given, and needs one of several', async () => {
      const space = await running.server.newSpace('barges');
      const barge = await defineEntityType(space, 'Barge');
      const body = { name: 'x', owner_id: space.ids.ownerId };
      const { id, type_id } = await space.create('Barge', { ...body, type_id: null });
      expect(type_id).toBe(barge.typeId);
      expect(await space.create('Barge', body)).toMatchObject({ type_id: barge.typeId });
      const second = await space.create('CustomEntityTypes', { name: 'Tug', entity_api_name: 'Barge' });
      const unclear = await space.send('POST', 'Barge', { body });
      expect(unclear.status).toBe(422);
      expect(unclear.body.message).toContain('type_id');
      expect((await space.send('PATCH', `Barge/${id}`, { body: { type_id: null } })).status).toBe(422);
      await space.delete('CustomEntityTypes', second.id);
      expect(await space.create('Barge', body)).toMatchObject({ type_id: barge.typeId });
    });

    it('leads to its type and is led to under its own collection', async () => {
      const { entities } = running.space;
      expect(van).toMatchObject({ table_name: 'custom_entity', type: `${entities}/VehicleType/${vehicle.typeId}` });
      const { type } = await running.space.get('Vehicle', van.id, { expand: 'type,owner' });
      expect(type).toMatchObject({ id: vehicle.typeId, entity_api_name: 'Vehicle' });
      const page = await running.space.list('Vehicle', {
        'filter[type.name]': 'Vehicle',
        'order-by': '-type.name,name',
      });
      expect(ids(page.data)).toEqual([van.id]);
    });
  });

  describe('CustomEntities', () => {
    it('have the records of all kinds', async () => {
      expect(ids((await running.space.list('CustomEntities')).data)).toEqual(ids([van, tower]));
      const { type: _, ...members } = van;
      expect(await running.space.get('CustomEntities', van.id)).toMatchObject(members);
      const { data } = await running.space.list('CustomEntities', { 'filter[type.entity_api_name]': 'Crane' });
      expect(ids(data)).toEqual([tower.id]);
    });

    it('make a record of the kind that its type belongs to', async () => {
      const body = { name: 'Bus', owner_id: running.space.ids.ownerId, type_id: vehicle.typeId };
      const bus = await running.space.create('CustomEntities', body);
      expect(await running.space.get('Vehicle', bus.id)).toMatchObject({ name: 'Bus' });
      expect((await send('GET', `Crane/${bus.id}`)).status).toBe(404);
      const other = await running.space.create('CustomEntities', {
        ...body,
        type_id: undefined,
        type: { id: crane.typeId },
      });
      expect((await send('GET', `Crane/${other.id}`)).status).toBe(200);
      for (const { id } of [bus, other]) await running.space.delete('CustomEntities', id);
      expect((await running.space.list('Vehicle')).data).toEqual([van]);
    });

    it('change a record, never its kind', async () => {
      const changed = await running.space.update('CustomEntities', van.id, { name: 'Red van' });
      expect(changed).toMatchObject({ name: 'Red van' });
      expect(await running.space.get('Vehicle', van.id)).toMatchObject({ name: 'Red van' });
      const answer = await send('PATCH', `CustomEntities/${van.id}`, { type_id: crane.typeId });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain('type_id');
      van = await running.space
        .update('CustomEntities', van.id, { name: 'Van' })
        .then(() => running.space.get('Vehicle', van.id));
    });

    it('take batches over several kinds', async () => {
      const { ownerId } = running.space.ids;
      const made = await send('POST', 'CustomEntities/batch-modify', [
        { name: 'Car', owner_id: ownerId, type_id: vehicle.typeId },
        { id: tower.id, name: 'High tower' },
        { name: 'Hook', owner_id: ownerId, type_id: crane.typeId },
        { id: van.id, name: 'Blue van' },
      ]);
      const [car, , hook] = made.body.data as string[];
      expect(made.body.data).toEqual([car, tower.id, hook, van.id]);
      expect((await running.space.list('Vehicle')).data.map(({ name }) => name).sort()).toEqual(['Blue van', 'Car']);
      expect((await running.space.list('Crane')).data.map(({ name }) => name).sort()).toEqual(['High tower', 'Hook']);
      await send('POST', 'CustomEntities/batch-delete', [car, hook]);
      expect((await running.space.list('Vehicle')).data.map(({ name }) => name)).toEqual(['Blue van']);
      await send('POST', 'CustomEntities/batch-restore', [car]);
      expect((await running.space.list('Vehicle')).data).toHaveLength(2);
      const mixed = [
        { id: van.id, name: 'x' },
        { name: 'no type', owner_id: ownerId },
      ];
      expect((await send('POST', 'CustomEntities/batch-modify', mixed)).status).toBe(422);
      expect((await running.space.get('Vehicle', van.id)).name).toBe('Blue van');
    });

    it('make or change a record by its id', async () => {
      const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8b77';
      const body: Json = { name: 'Tug', owner_id: running.space.ids.ownerId, type_id: vehicle.typeId };
      expect((await send('PUT', `CustomEntities/by/id/${id}`, body)).status).toBe(201);
      expect((await send('PUT', `Vehicle/by/id/${id}`, { name: 'Tug 2' })).status).toBe(200);
      expect((await send('PUT', `CustomEntities/by/id/${id}`, { name: 'Tug 3' })).status).toBe(200);
      expect(await running.space.get('Vehicle', id)).toMatchObject({ name: 'Tug 3' });
      expect((await send('PUT', `Crane/by/id/${id}`, { ...body, type_id: crane.typeId })).status).toBe(422);
    });
  });

  describe('types', () => {
    it('belong to an entity type that the space has defined', async () => {
      const answer = await send('POST', 'CustomEntityTypes', { name: 'x', entity_api_name: 'Vehicel' });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain(
        '"Vehicel" is not a custom entity type of the space. Did you mean "Vehicle"?',
      );
      const system = await send('POST', 'CustomEntityTypes', { name: 'x', entity_api_name: 'Contact' });
      expect(system.status).toBe(422);
    });

    it('are all of one kind', async () => {
      const truck = await running.space.create('CustomEntityTypes', { name: 'Truck', entity_api_name: 'Vehicle' });
      expect(await running.space.get('VehicleType', truck.id)).toEqual(truck);
      expect((await send('GET', `CraneType/${truck.id}`)).status).toBe(404);
      expect((await send('GET', 'VehicleType')).body.data).toMatchObject({ id: vehicle.typeId });
      const record = await vehicle.create({ type_id: truck.id });
      expect(record.type).toContain(`/entities/VehicleType/${truck.id}`);
    });

    it('are read there and written as CustomEntityTypes', async () => {
      const answer = await send('POST', 'VehicleType', { name: 'x' });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect((await send('DELETE', `VehicleType/${vehicle.typeId}`)).status).toBe(405);
      expect((await send('POST', 'VehicleType/batch-modify', [])).status).toBe(405);
    });

    it('are answered with what is requested', async () => {
      const answer = await send('GET', 'VehicleType', undefined, { expand: 'documents' });
      expect(answer.body.data).toMatchObject({ documents: [], share_mode: 0, table_name: 'custom_entity_type' });
      const etag = answer.headers.get('etag') ?? '';
      const again = await running.space.send('GET', 'VehicleType', {
        query: { expand: 'documents' },
        headers: { 'if-none-match': etag },
      });
      expect(again.status).toBe(304);
      expect((await send('GET', 'VehicleType', undefined, { expand: 'nothing' })).status).toBe(400);
    });
  });
});
