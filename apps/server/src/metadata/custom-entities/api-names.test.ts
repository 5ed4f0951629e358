import { expect, it } from 'vitest';
import { apiNameFrom, queryNames } from './api-names.js';

it.each([
  ['Vehicle', 'Vehicle'],
  ['Sales region', 'SalesRegion'],
  ['sales-region (EU)', 'SalesRegionEU'],
  ['Gerät', 'Gerat'],
  ['Straße', 'Strasse'],
  ['2nd Vehicle', 'NdVehicle'],
  ['Ωmega', 'Mega'],
  ['Ω', ''],
  ['42', ''],
  ['long '.repeat(20), 'Long'.repeat(20).slice(0, 50)],
])('makes an api name of "%s"', (text, wanted) => {
  expect(apiNameFrom(text)).toBe(wanted);
});

it.each([
  ['Vehicle', 'vehicle', 'vehicles'],
  ['Company', 'company', 'companies'],
  ['Day', 'day', 'days'],
  ['Box', 'box', 'boxes'],
  ['Branch', 'branch', 'branches'],
  ['Status', 'status', 'statuses'],
  ['SalesRegion', 'salesRegion', 'salesRegions'],
])('names members of Query after %s', (name, one, many) => {
  expect(queryNames(name)).toEqual({ one, many });
});
