/** Each space has its own entity types, and every server of a database knows them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { useSecondServer } from '../second-server.js';
import type { TestSpace } from '../test-space.js';
import { defineEntityType } from './define-entity-type.js';

onDatabaseInTurn((running) => {
  const status = async (space: TestSpace, path: string) => (await space.send('GET', path)).status;

  describe('two spaces', () => {
    let other: TestSpace;
    beforeAll(async () => {
      other = await running.server.newSpace('other');
    });

    it('have entity types of the same name, each with its own records', async () => {
      const here = await defineEntityType(running.space, 'Vehicle', { name_singular: 'Vehicle' });
      expect(await status(other, 'Vehicle')).toBe(404);
      const there = await defineEntityType(other, 'Vehicle', { name_singular: 'Fahrzeug' });
      const [van, bus] = [await here.create({ name: 'Van' }), await there.create({ name: 'Bus' })];
      expect((await running.space.list('Vehicle')).data).toEqual([van]);
      expect((await other.list('Vehicle')).data).toEqual([bus]);
      expect(await status(other, `Vehicle/${van.id}`)).toBe(404);
      expect(await status(other, `VehicleType/${here.typeId}`)).toBe(404);
      const foreign = { name: 'x', owner_id: other.ids.ownerId, type_id: here.typeId };
      expect((await other.send('POST', 'Vehicle', { body: foreign })).status).toBe(422);
    });

    it('lose them one by one', async () => {
      const [here, there] = [await defineEntityType(running.space, 'Crane'), await defineEntityType(other, 'Crane')];
      const crane = await there.create();
      await here.create();
      await running.space.send('DELETE', `Entities/${here.entity.id}`, { query: { 'delete-records': true } });
      expect(await status(running.space, 'Crane')).toBe(404);
      expect(await other.get('Crane', crane.id)).toEqual(crane);
      expect((await other.list('Fields', { 'filter[entity_name]': 'Crane' })).data).not.toEqual([]);
    });
  });

  describe('two servers', () => {
    const second = useSecondServer(running);

    it('know what was made, changed and deleted through the other with the next request', async () => {
      expect(await status(second.space, 'Ship')).toBe(404);
      const ship = await defineEntityType(running.space, 'Ship');
      expect(await status(second.space, 'Ship')).toBe(200);
      const body = { name: 'Ariel', owner_id: second.space.ids.ownerId, type_id: ship.typeId };
      const made = await second.space.create('Ship', body);
      expect(await running.space.get('Ship', made.id)).toMatchObject({ name: 'Ariel' });
      await second.space.delete('Ship', made.id);
      await second.space.delete('Entities', ship.entity.id);
      expect(await status(running.space, 'Ship')).toBe(404);
      expect((await running.space.send('POST', 'Ship', { body })).status).toBe(404);
      await running.space.send('POST', 'Entities/batch-restore', { body: [ship.entity.id] });
      expect(await status(second.space, 'Ship')).toBe(200);
    });

    it('never leave a record of an entity type that was deleted meanwhile', async () => {
      const kind = await defineEntityType(running.space, 'Barge');
      const members = { name: 'B', owner_id: second.space.ids.ownerId, type_id: kind.typeId };
      const write = (space: TestSpace, collection: string) => space.send('POST', collection, { body: members });
      const remove = () => running.space.send('DELETE', `Entities/${kind.entity.id}`);
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, (_, index) => write(index % 2 ? running.space : second.space, 'Barge')),
        remove(),
        ...Array.from({ length: 8 }, (_, index) => write(index % 2 ? running.space : second.space, 'CustomEntities')),
      ]);
      const removed = answers[8]?.status === 200;
      const statuses = new Set(answers.map((answer) => answer.status));
      for (const one of statuses) expect([200, 201, 404, 409, 422]).toContain(one);
      const left = (await running.space.list('CustomEntities', { 'filter[name]': 'B' })).data.length;
      if (removed) expect(left).toBe(0);
      else expect(left).toBe(answers.filter((answer) => answer.status === 201).length);
    });

    it('let one of two who give the same name make the entity type', async () => {
      const body = { name_singular: 'Race', name_plural: 'Races' };
      const post = (space: TestSpace) => space.send('POST', 'Entities', { body });
      const answers = await Promise.all([running.space, second.space, running.space, second.space].map(post));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422, 422]);
    });
  });
});
