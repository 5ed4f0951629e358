/** What a kind can be called. */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { customEntityTypes } from './custom-entity-types.js';
import { namesMadeOf, newNameProblem } from './taken-names.js';

const system = buildCatalog(entityTypes);
const vehicle = { entity_api_name: 'Vehicle', name_singular: 'Vehicle' };
const withVehicle = buildCatalog([...system.entityTypes, ...customEntityTypes(system, [vehicle])]);

it.each(['Vehicle', 'SalesRegion', 'R2D2', 'X', 'Bus', 'Content', 'Gadget2'])('%s is free', (name) => {
  expect(newNameProblem(name, system)).toBeUndefined();
});

it.each([
  ['vehicle', 'capital'],
  ['Sales Region', 'letters'],
  ['Gerät', 'letters'],
  ['7Eleven', 'capital'],
  ['Car_Pool', 'letters'],
  ['', 'letters'],
  ['V'.repeat(51), 'at most 50'],
  ['VehicleType', 'end in "Type"'],
  ['Archetype', 'end in "Type"'],
  ['Contact', 'there is an entity type Contact'],
  ['contacts', 'capital'],
  ['CONTACT', 'there is an entity type Contact'],
  ['Contacts', 'name of the entity type Contact'],
  ['Datum', 'name of the entity type Data'],
  ['Stage', 'name of the entity type Step'],
  ['ContactOrder', 'name of the entity type Contact'],
  ['TagRelationRow', 'the interface itself'],
  ['Money', 'the interface itself'],
  ['PageInfo', 'the interface itself'],
  ['DateTime', 'the interface itself'],
  ['Query', 'the interface itself'],
  ['CloudObjectContent', 'the interface itself'],
  ['DuplicateAccounts', 'the interface itself'],
  ['Indicator', 'the interface itself'],
])('%s is not, and says why', (name, why) => {
  expect(newNameProblem(name, system)).toContain(why);
});

it.each([
  ['Vehicle', 'there is an entity type Vehicle'],
  ['VEHICLE', 'there is an entity type Vehicle'],
  ['Vehicles', 'name of the entity type Vehicle'],
  ['VehicleOrder', 'name of the entity type Vehicle'],
  ['VehicleKey', 'name of the entity type Vehicle'],
  ['VehicleBatchResult', 'name of the entity type Vehicle'],
])('%s is not where there is a Vehicle', (name, why) => {
  expect(newNameProblem(name, withVehicle)).toContain(why);
  expect(newNameProblem(name, system)).toBeUndefined();
});

it('is not the name of a deleted kind, nor too near to it', () => {
  expect(newNameProblem('Vehicle', system, ['Crane', 'Vehicle'])).toContain('restore Vehicle');
  expect(newNameProblem('Vehicles', system, ['Vehicle'])).toContain('deleted entity Vehicle');
  expect(newNameProblem('VehicleItem', system, ['Vehicle'])).toBeUndefined();
});

it('sees what follows from a name, whichever of two was there first', () => {
  const clash = (first: string, second: string) =>
    namesMadeOf(first).some((name) => namesMadeOf(second).includes(name));
  expect(clash('Box', 'Boxes')).toBe(true);
  expect(clash('Boxes', 'Box')).toBe(true);
  expect(clash('Purchase', 'PurchaseOrder')).toBe(true);
  expect(clash('PurchaseOrder', 'Purchase')).toBe(true);
  expect(clash('Invoice', 'InvoiceItem')).toBe(false);
});
