/** What entity types a space has that has defined kinds. */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { customEntityTypes } from './custom-entity-types.js';

const system = buildCatalog(entityTypes);
const rowOf = (name: string) => ({ entity_api_name: name, name_singular: name });
const namesOf = (names: readonly string[]) => customEntityTypes(system, names.map(rowOf)).map(({ name }) => name);

it('has one for the records of a kind and one for their types', () => {
  const [vehicle, vehicleType] = customEntityTypes(system, [rowOf('Vehicle')]);
  expect(vehicle).toMatchObject({
    name: 'Vehicle',
    collection: 'Vehicle',
    v1: { entity: 'Vehicle', collection: 'Vehicle' },
    graphql: { one: 'vehicle', many: 'vehicles' },
    storedIn: 'CustomEntity',
    customFields: true,
    merge: false,
    operations: system.existing('CustomEntity').operations,
  });
  expect(vehicleType).toMatchObject({
    name: 'VehicleType',
    collection: 'VehicleType',
    graphql: { one: 'vehicleType', many: 'vehicleTypes' },
    storedIn: 'CustomEntityType',
    operations: ['list', 'get'],
  });
});

it('has the fields of all custom entities; its types are its own', () => {
  const catalog = buildCatalog([...system.entityTypes, ...customEntityTypes(system, [rowOf('Vehicle')])]);
  const names = (name: string) => catalog.members(name).map((member) => member.name);
  expect(names('Vehicle')).toEqual(names('CustomEntity'));
  expect(names('VehicleType')).toEqual(names('CustomEntityType'));
  const type = { targets: ['VehicleType'], links: [{ name: 'type', target: 'VehicleType' }] };
  expect(catalog.field('Vehicle', 'type_id')).toMatchObject(type);
  expect(catalog.field('CustomEntity', 'type_id')).toMatchObject({ targets: ['CustomEntityType'] });
});

it('leaves out a kind whose name has come to mean something else, and keeps all others', () => {
  expect(namesOf(['Contact', 'Vehicle', 'Vehicles', 'Crane'])).toEqual([
    'Vehicle',
    'VehicleType',
    'Crane',
    'CraneType',
  ]);
});
