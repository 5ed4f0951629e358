/** A space defines entity types of its own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { onEachDatabase } from '../fixture.js';
import type { Answer, Json, TestRecord } from '../test-space.js';

const vehicle = { name_singular: 'Vehicle', name_plural: 'Vehicles' };

onEachDatabase((running) => {
  describe('a kind', () => {
    let kind: TestRecord;

    beforeAll(async () => {
      kind = await running.space.create('Entities', vehicle);
    });

    it('is an Entity record with an api name', () => {
      expect(kind).toMatchObject({
        ...vehicle,
        entity_name: 'Vehicle',
        entity_api_name: 'Vehicle',
        entity_type: 11,
        table_name: 'custom_entity',
        access_mode: 2,
        icon: 0,
        is_delete_protected: false,
      });
    });

    it('has a collection with all operations', async () => {
      const { ownerId } = running.space.ids;
      const type = await running.space.send('GET', 'VehicleType');
      expect(type).toMatchObject({ status: 200, body: { data: { name: 'Vehicle', entity_api_name: 'Vehicle' } } });
      const typeId = (type.body.data as TestRecord).id;
      const van = await running.space.create('Vehicle', { name: 'Van 7', owner_id: ownerId, type_id: typeId });
      expect(van).toMatchObject({ name: 'Van 7', table_name: 'custom_entity' });
      expect(await running.space.get('Vehicle', van.id)).toEqual(van);
    });
  });
});
