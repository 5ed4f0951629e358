/**
 * Invents who sells and what: units, users and products. Pure: the same random numbers give the same results.
 */
import { type Country, countries } from './country.js';
import type { DemoProduct, DemoUnit, DemoUser } from './demo-records.js';
import { asciiSlug, inventPerson, inventPhone } from './invent-contact-details.js';
import type { Random } from './random.js';

export const units: readonly DemoUnit[] = [
  { name: 'Sales Americas' },
  { name: 'Sales Europe North' },
  { name: 'Sales Europe South' },
  { name: 'Key accounts' },
];

const timezones = ['America/New_York', 'Europe/Berlin', 'Europe/Madrid', 'Europe/London'];
const usersPerUnit = 3;

export function inventUsers(random: Random): DemoUser[] {
  const users: DemoUser[] = [];
  for (const unit of units.keys()) {
    for (let count = 0; count < usersPerUnit; count++) {
      users.push(
        inventUser(random, random.pick(latinCountries), unit, count === 0, new Set(users.map((user) => user.email))),
      );
    }
  }
  return users;
}

/** Users' addresses are made of their names. */
const latinCountries = countries.filter(({ firstNames }) => firstNames.every((name) => asciiSlug(name) !== ''));

function inventUser(
  random: Random,
  country: Country,
  unit: number,
  leads: boolean,
  taken: ReadonlySet<string>,
): DemoUser {
  for (;;) {
    const person = inventPerson(random, country);
    const email = `${asciiSlug(`${person.first_name}.${person.last_name}`).replaceAll('-', '.')}@example.com`;
    if (taken.has(email)) continue;
    return {
      ...person,
      email,
      position: leads ? 'Head of sales' : random.pick(['Account manager', 'Sales representative']),
      phone: inventPhone(random, country),
      timezone: timezones[unit] ?? 'UTC',
      unit,
    };
  }
}

export const products: readonly DemoProduct[] = [
  {
    name: 'Conveyor CX-200',
    sku: 'CX-200',
    description: 'Belt conveyor, 2 m modules,\nload up to 50 kg/m.',
    unit_symbol: 'pcs',
    price: 4_200,
  },
  { name: 'Conveyor CX-400', sku: 'CX-400', description: 'Heavy belt conveyor.', unit_symbol: 'pcs', price: 7_900 },
  { name: 'Sorter S1', sku: 'S1', description: 'Sorter for small parcels.', unit_symbol: 'pcs', price: 31_500 },
  { name: 'Lift table LT', sku: 'LT-1', description: 'Hydraulic, 1.5 t.', unit_symbol: 'pcs', price: 2_650 },
  { name: 'Palletiser „Atlas“', sku: 'AT-9', description: 'Robot palletiser.', unit_symbol: 'pcs', price: 86_000 },
  { name: 'Control software', sku: 'SW-C', description: 'Licence for a year.', unit_symbol: 'licence', price: 1_200 },
  { name: 'Maintenance contract', sku: 'MC-12', description: '12 months.', unit_symbol: 'year', price: 3_800 },
  { name: 'Commissioning', sku: 'CM-1', description: 'On site, by the day.', unit_symbol: 'day', price: 1_150 },
];
