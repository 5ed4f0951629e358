/**
 * Invents the person behind a contact: the members that a user would type in, about two thirds of them set.
 * Knows neither relations nor how a contact is stored.
 */
import { Chance } from './chance.js';
import {
  cities,
  companyKinds,
  companyNames,
  firstNames,
  lastNames,
  positions,
  remarks,
  streets,
  titles,
} from './words.js';

/** As members of a create body. */
export interface Person {
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly title: string | null;
  readonly gender: number;
  readonly position: string;
  readonly quick_account_name: string | null;
  readonly address: string;
  readonly city: string;
  readonly state_province: string | null;
  readonly zip_code: string;
  readonly country: string;
  readonly comments: string | null;
  readonly email1: string;
  readonly email2: string | null;
  readonly email3: string | null;
  readonly phone1: string;
  readonly phone2: string | null;
  readonly phone3: string | null;
  readonly is_unsubscribed: boolean;
}

/** @param seed equal seeds give equal people */
export function inventPerson(seed: number): Person {
  const chance = new Chance(seed);
  const first = chance.pick(firstNames);
  const last = chance.pick(lastNames);
  const { city, region, zipCode, country, dial } = chance.pick(cities);
  const mailbox = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase();
  const phone = () => `${dial} ${chance.digits(4)}`;
  return {
    first_name: first,
    middle_name: chance.maybe(40, () => chance.pick(firstNames)),
    last_name: last,
    title: chance.maybe(50, () => chance.pick(titles)),
    gender: chance.below(4),
    position: chance.pick(positions),
    quick_account_name: chance.maybe(50, () => `${chance.pick(companyNames)} ${chance.pick(companyKinds)}`),
    address: `${chance.below(180) + 1} ${chance.pick(streets)}`,
    city,
    state_province: region,
    zip_code: zipCode,
    country,
    comments: chance.maybe(60, () => chance.pick(remarks)),
    email1: `${mailbox}${seed}@example.com`,
    email2: chance.maybe(60, () => `${mailbox}@home.example`),
    email3: chance.maybe(20, () => `office${seed}@example.org`),
    phone1: phone(),
    phone2: chance.maybe(70, phone),
    phone3: chance.maybe(30, phone),
    is_unsubscribed: chance.below(20) === 0,
  };
}

/** @returns first, middle and last name as the service joins them */
export function fullName({ first_name, middle_name, last_name }: Person): string {
  return [first_name, middle_name, last_name].filter((name) => name !== null).join(' ');
}
