import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { tableName } from './columns.js';
import { postgres, sqlite } from './dialects/dialect.js';
import { recordsOf } from './record-source.js';

const catalog = buildCatalog(entityTypes);
const vehicle = {
  ...catalog.existing('CustomEntity'),
  name: 'Vehicle',
  collection: 'Vehicle',
  storedIn: 'CustomEntity',
};
const vehicleType = { ...vehicle, name: 'VehicleType', collection: 'VehicleType', storedIn: 'CustomEntityType' };

it('reads the records of an entity type from its table', () => {
  expect(recordsOf(sqlite, catalog.existing('Contact'))).toBe('"contacts"');
});

it.each([
  [vehicle, 'CustomEntity', 'kind'],
  [vehicleType, 'CustomEntityType', 'entity_api_name'],
])('reads those of $name from the table of $storedIn', (entityType, storedIn, kindColumn) => {
  const table = tableName(catalog.existing(storedIn));
  expect(tableName(entityType)).toBe(table);
  expect(recordsOf(sqlite, entityType)).toBe(
    `(SELECT * FROM "${table}" WHERE "space_id" = ?1 AND "${kindColumn}" = 'Vehicle')`,
  );
  expect(recordsOf(postgres, entityType)).toContain(`WHERE "space_id" = $1 AND "${kindColumn}" = 'Vehicle'::text`);
});

it('knows no other place to keep records in', () => {
  expect(() => recordsOf(sqlite, { ...vehicle, storedIn: 'Contact' })).toThrow('cannot be stored in Contact');
});
