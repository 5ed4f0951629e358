/** What holds for the records of every entity type holds for those of one that a space has defined. */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { customEntityTypes } from '../../src/metadata/custom-entities/custom-entity-types.js';
import { RecordMaker } from '../every-type/record-maker.js';
import { specialTypes } from '../every-type/special-types.js';
import { testWritableType } from '../every-type/writable-type.js';
import { onOneDatabase } from '../fixture.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

const system = buildCatalog(entityTypes);
const kinds = customEntityTypes(system, [{ entity_api_name: 'Vehicle', name_singular: 'Vehicle' }]);
const catalog = buildCatalog([...system.entityTypes, ...kinds]);

onOneDatabase((running) => {
  let maker: RecordMaker;
  let kind: Kind;

  beforeAll(async () => {
    kind = await defineEntityType(running.space, 'Vehicle');
    const { id: second } = await running.space.create('CustomEntityTypes', { name: 'Van', entity_api_name: 'Vehicle' });
    const values = { type_id: { first: kind.typeId, second } };
    maker = new RecordMaker(running.space, catalog, { ...specialTypes, Vehicle: { values, with: ['type_id'] } });
  });

  describe('a record of a kind', () => {
    testWritableType(running, () => maker, catalog.existing('Vehicle'));
  });

  it('has a Field record for each of its members', async () => {
    const { data } = await running.space.list('Fields', { 'filter[entity_name]': 'Vehicle', first: 100 });
    const shown = catalog.existing('Vehicle').fields.filter(({ hidden }) => !hidden);
    expect(data.map(({ api_name }) => api_name).sort()).toEqual(shown.map(({ name }) => name).sort());
    expect(data.find(({ api_name }) => api_name === 'name')?.id).toBe(kind.entity.default_view_field_id);
    expect(data.find(({ api_name }) => api_name === 'type_id')).toMatchObject({
      system_type: 1,
      is_delete_protected: true,
      lookup: { entity_name: 'VehicleType', many: false },
    });
  });
});
