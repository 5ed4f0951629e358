/** Entity types of the space's own: how they are made, called and changed. */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json } from '../test-space.js';
import { defineEntityType } from './define-entity-type.js';

onOneDatabase((running) => {
  const post = (body: Json) => running.space.send('POST', 'Entities', { body });
  const status = async (path: string) => (await running.space.send('GET', path)).status;

  describe('an entity type that a space makes', () => {
    it('is an Entity record that says the same of it as of any entity type', async () => {
      const names = { name_singular: 'Company car', name_plural: 'Company cars' };
      const settings = { color: 'red' };
      const made = await running.space.create('Entities', { ...names, icon: 4, settings });
      expect(made).toMatchObject({
        ...names,
        entity_api_name: 'CompanyCar',
        entity_name: 'CompanyCar',
        entity_type: 11,
        abstract_entity_id: null,
        access_mode: 2,
        allows_multiple_relation: true,
        icon: 4,
        settings,
        table_name: 'custom_entity',
        is_delete_protected: false,
      });
      const { data } = await running.space.list('Entities', { 'order-by': '-preference_order', first: 1 });
      expect(data).toEqual([made]);
    });

    it('is there at once: its collection, its default type, its fields', async () => {
      expect(await status('Ship')).toBe(404);
      const { typeId } = await defineEntityType(running.space, 'Ship');
      expect(await running.space.list('Ship')).toMatchObject({ data: [] });
      const type = await running.space.send('GET', 'ShipType');
      expect(type.body).toMatchObject({
        success: true,
        data: { id: typeId, name: 'Ship', entity_api_name: 'Ship', is_delete_protected: true, is_readonly: false },
      });
      expect(await running.space.get('ShipType', typeId)).toEqual(type.body.data);
      expect(await running.space.get('CustomEntityTypes', typeId)).toEqual(type.body.data);
      const fields = await running.space.list('Fields', {
        'filter[entity_name]': 'Ship',
        'filter[api_name]': 'unit_id',
      });
      expect(fields.data).toMatchObject([{ name: 'Unit', type_id: 'lookup', system_type: 1 }]);
    });

    it('keeps its api name, while people may call it something else', async () => {
      const { entity } = await defineEntityType(running.space, 'Lorry');
      const changes = {
        name_singular: 'Truck',
        name_plural: 'Trucks',
        icon: 7,
        preference_order: 3,
        settings: { a: 1 },
      };
      const changed = await running.space.update('Entities', entity.id, changes);
      expect(changed).toMatchObject({ ...changes, entity_api_name: 'Lorry', entity_name: 'Lorry' });
      expect(await status('Lorry')).toBe(200);
      expect(await status('Truck')).toBe(404);
      const answer = await running.space.send('PATCH', `Entities/${entity.id}`, { body: { entity_api_name: 'Truck' } });
      expect(answer.status).toBe(422);
      expect(leavesOf(answer)).toEqual([expect.stringContaining('Can be set on create only')]);
    });

    it('needs what people call it', async () => {
      const answer = await post({ entity_api_name: 'Nameless' });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain("'name_singular'");
      expect(answer.body.message).toContain("'name_plural'");
      expect(await status('Nameless')).toBe(404);
    });

    it('needs an api name where none can be made of its name', async () => {
      const answer = await post({ name_singular: 'Ωδή', name_plural: 'Ωδές' });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain('[entity_api_name] must be given');
    });

    it.each([
      ['contact', 'begin with a capital letter'],
      ['Sales Region', 'letters from A to Z'],
      ['X'.repeat(51), '50'],
      ['ShipType', 'must not end in "Type"'],
      ['Contact', 'is taken: there is an entity type Contact'],
      ['Contacts', 'too near to the name of the entity type Contact'],
      ['AccountFilter', 'too near to the name of the entity type Account'],
      ['DateTime', 'the interface itself uses'],
    ])('cannot be called %s', async (name, why) => {
      const answer = await post({ name_singular: 'Region', name_plural: 'Regions', entity_api_name: name });
      expect(answer.status).toBe(422);
      expect(leavesOf(answer)).toEqual([expect.stringMatching(/^entity_api_name 9020 /)]);
      expect(answer.body.message).toContain(why);
      expect(await status('Regions')).toBe(404);
    });

    it('cannot have the name of another one, nor one that is too near to it', async () => {
      const { entity } = await defineEntityType(running.space, 'Crane');
      const again = await post({ name_singular: 'Crane', name_plural: 'Cranes' });
      expect(again.status).toBe(422);
      expect(leavesOf(again)).toEqual([expect.stringMatching(/^entity_api_name 9021 /)]);
      for (const name of ['CRANE', 'Cranes', 'CraneOrder']) {
        const answer = await post({ name_singular: 'x', name_plural: 'x', entity_api_name: name });
        expect(answer.body.message, name).toMatch(/there is an entity type Crane|name of the entity type Crane/);
      }
      expect(await running.space.get('Entities', entity.id)).toEqual(entity);
    });

    it('is made or changed by its api name', async () => {
      const put = (body: Json) => running.space.send('PUT', 'Entities/by/entity_api_name/Wagon', { body });
      const made = await put({ name_singular: 'Wagon', name_plural: 'Wagons' });
      expect(made.status).toBe(201);
      const changed = await put({ name_plural: 'Rolling stock' });
      expect(changed).toMatchObject({ status: 200, body: { data: { name_plural: 'Rolling stock' } } });
      expect(await status('WagonType')).toBe(200);
    });

    it('is not made by a key that may only read', async () => {
      const headers = { authorization: running.space.readOnlyAuthorization };
      const body = { name_singular: 'Spy', name_plural: 'Spies' };
      expect((await running.space.send('POST', 'Entities', { headers, body })).status).toBe(403);
      expect(await status('Spy')).toBe(404);
    });

    it('is made once by the same request sent twice', async () => {
      const sent = { headers: { 'idempotency-key': 'barge' }, body: { name_singular: 'Barge', name_plural: 'Barges' } };
      const [first, second] = [
        await running.space.send('POST', 'Entities', sent),
        await running.space.send('POST', 'Entities', sent),
      ];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(await status('Barge')).toBe(200);
    });
  });

  it('of two that make one at the same time, one does', async () => {
    const bodies = Array.from({ length: 6 }, () => ({ name_singular: 'Race', name_plural: 'Races' }));
    const answers = await Promise.all(bodies.map(post));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const made = await running.space.list('Entities', { 'filter[entity_api_name]': 'Race' });
    expect(made.data).toHaveLength(1);
    const types = await running.space.list('CustomEntityTypes', { 'filter[entity_api_name]': 'Race' });
    expect(types.data).toHaveLength(1);
  });
});
