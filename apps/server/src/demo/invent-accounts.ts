/**
 * Invents customers: companies and the people who work there. Pure: the same random numbers give the same results.
 */
import { dataSets } from '../spaces/first-records.js';
import { type Country, countries } from './country.js';
import type { DemoAccount, DemoContact, DemoUser } from './demo-records.js';
import { asciiSlug, inventAddress, inventPerson, inventPhone } from './invent-contact-details.js';
import { pickTags } from './invent-labels.js';
import { type Today, workingMoment } from './moments.js';
import type { Random } from './random.js';

const accountCount = 200;
const contactCount = 500;
/** How far back history goes. */
export const historyDays = 730;

const topLevels = ['com', 'org', 'net'] as const;
const fields = [
  'Logistics',
  'Foods',
  'Instruments',
  'Packaging',
  'Energy',
  'Media',
  'Textiles',
  'Optics',
  'Parcel',
  'Marine',
];

const countryWeights = countries.map((country) => [country, country.weight] as const);

export interface InventedAccount {
  readonly account: DemoAccount;
  readonly country: Country;
  /** Host of the company's addresses: `harbourline.example.com`. */
  readonly host: string;
}

export function inventAccounts(random: Random, users: readonly DemoUser[], today: Today): InventedAccount[] {
  const accounts: InventedAccount[] = [];
  const taken = new Set<string>();
  while (accounts.length < accountCount) {
    const country = random.pickWeighted(countryWeights);
    const name = inventCompanyName(random, country);
    if (taken.has(name)) continue;
    taken.add(name);
    accounts.push(inventAccount(random, { name, country, place: accounts.length, users, today }));
  }
  return accounts;
}

/** @returns the name of a company that nobody has */
export function inventCompanyName(random: Random, country: Country): string {
  const stem = random.pick(country.stems);
  // Greek and Japanese stems say already what the company does.
  const name = asciiSlug(stem) === '' || random.chance(0.2) ? stem : `${stem} ${random.pick(fields)}`;
  return random.pick(country.companyForms).replace('{name}', name);
}

interface AccountFacts {
  readonly name: string;
  readonly country: Country;
  readonly place: number;
  readonly users: readonly DemoUser[];
  readonly today: Today;
}

function inventAccount(random: Random, { name, country, place, users, today }: AccountFacts): InventedAccount {
  const host = `${asciiSlug(name) || `company-${place + 1}`}.example.${random.pick(topLevels)}`;
  const account: DemoAccount = {
    name,
    ...inventAddress(random, country),
    home_page: `https://${host}/`,
    email1: `info@${host}`,
    phone1: inventPhone(random, country),
    ...(random.chance(0.3) ? { comments: random.pick(accountComments) } : {}),
    account_class: random.pickWeighted([
      [1, 30],
      [2, 10],
      [3, 20],
      [4, 25],
      [5, 15],
    ]),
    owner: random.integer(0, users.length - 1),
    industry: random.pick(dataSets.industries.options),
    customerType: random.pickWeighted(customerTypeWeights),
    ...(place > 20 && random.chance(0.1) ? { parent: random.integer(0, place - 1) } : {}),
    tags: pickTags(random, 0.25),
    // A tenth of the history leaves time for deals.
    created: workingMoment(random, today, random.integer(historyDays / 10, historyDays + 90)),
  };
  return { account, country, host };
}

const customerTypeWeights = dataSets.customerTypes.options.map((option, index) => [option, 5 - index] as const);

const accountComments = [
  'Pays late but always pays.',
  'Wants delivery before noon.\nGate 3, ask for the shift leader.',
  'Met at the trade fair; interested in a framework agreement.',
  'Tender every spring. Prices must hold for 12 months.',
  'Moved to a new site last year: 60 % more floor, same staff.',
];

export function inventContacts(
  random: Random,
  accounts: readonly InventedAccount[],
  users: readonly DemoUser[],
  today: Today,
): DemoContact[] {
  return Array.from({ length: contactCount }, (_, place) => {
    const isAlone = random.chance(0.04);
    const main = random.integer(0, accounts.length - 1);
    const second = random.integer(0, accounts.length - 1);
    const at = accounts[main];
    if (at === undefined) throw new Error('contacts need accounts');
    const person = inventPerson(random, at.country);
    const mailbox = asciiSlug(`${person.first_name} ${person.last_name}`).replaceAll('-', '.') || `contact${place + 1}`;
    return {
      ...person,
      email1: isAlone ? `${mailbox}.${place + 1}@example.${random.pick(topLevels)}` : `${mailbox}@${at.host}`,
      phone1: inventPhone(random, at.country),
      ...(random.chance(0.3) ? { phone2: inventPhone(random, at.country) } : {}),
      ...(random.chance(0.08) ? { title: 'Dr.' } : {}),
      gender: random.pick([0, 1, 2]),
      city: at.account.city,
      country: at.account.country,
      ...(random.chance(0.1) ? { comments: random.pick(contactComments) } : {}),
      owner: random.chance(0.8) ? at.account.owner : random.integer(0, users.length - 1),
      accounts: isAlone ? [] : workplaces(random, main, second),
      tags: pickTags(random, 0.15),
      created: workingMoment(random, today, random.integer(1, historyDays)),
    };
  });
}

const contactComments = ['Prefers e-mail.', 'On parental leave until spring.', 'Speaks for the works council, too.'];
const positions = [
  'Head of purchasing',
  'Plant manager',
  'Managing director',
  'Logistics planner',
  'Maintenance lead',
  'Accountant',
];

function workplaces(random: Random, main: number, second: number): DemoContact['accounts'] {
  const work = (account: number) => ({ account, position: random.pick(positions), relationship: random.integer(0, 3) });
  return random.chance(0.12) && second !== main ? [work(main), work(second)] : [work(main)];
}
