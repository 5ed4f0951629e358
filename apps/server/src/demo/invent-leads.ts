/**
 * Invents leads: who asked for what, and how far that has come. Pure: the same random numbers give the same results.
 */
import { dataSets, type LeadStepName, leadSteps } from '../spaces/first-records.js';
import { countries } from './country.js';
import type { DemoAccount, DemoContact, DemoLead, DemoProduct, DemoUser } from './demo-records.js';
import { inventCompanyName } from './invent-accounts.js';
import { asciiSlug, inventPerson, inventPhone } from './invent-contact-details.js';
import { pickTags } from './invent-labels.js';
import { daysSince, type Today, workingMoment } from './moments.js';
import type { Random } from './random.js';

const leadCount = 90;
/** Leads that are still open began at most so many days ago. */
const longestOpenDays = 60;
const historyDays = 365;
const lostShare = 0.55;

export interface LeadFacts {
  readonly users: readonly DemoUser[];
  readonly accounts: readonly DemoAccount[];
  readonly contacts: readonly DemoContact[];
  readonly products: readonly DemoProduct[];
  readonly today: Today;
}

export function inventLeads(random: Random, facts: LeadFacts): DemoLead[] {
  return Array.from({ length: leadCount }, () => {
    const contact = random.chance(0.4) ? random.integer(0, facts.contacts.length - 1) : undefined;
    const known = contact === undefined ? undefined : facts.contacts[contact];
    return known === undefined || contact === undefined
      ? inventStranger(random, facts)
      : inventKnown(random, facts, contact, known);
  });
}

function inventStranger(random: Random, facts: LeadFacts): DemoLead {
  const country = random.pick(countries);
  const company = inventCompanyName(random, country);
  const { first_name, last_name } = inventPerson(random, country);
  const mailbox = asciiSlug(`${first_name} ${last_name}`).replaceAll('-', '.') || 'office';
  return {
    ...inventInterest(random, facts, company),
    owner: random.integer(0, facts.users.length - 1),
    quick_account_name: company,
    quick_contact_name: `${first_name} ${last_name}`,
    quick_email: `${mailbox}@${asciiSlug(company) || 'company'}.example.com`,
    ...(random.chance(0.7) ? { quick_phone: inventPhone(random, country) } : {}),
    ...inventLife(random, facts.today, historyDays),
  };
}

function inventKnown(random: Random, facts: LeadFacts, contact: number, known: DemoContact): DemoLead {
  const account = known.accounts[0]?.account;
  const name = (account === undefined ? undefined : facts.accounts[account]?.name) ?? known.last_name;
  return {
    ...inventInterest(random, facts, name),
    owner: known.owner,
    contact,
    ...(account === undefined ? {} : { account }),
    // Nobody asks before we know them.
    ...inventLife(random, facts.today, Math.max(2, Math.min(historyDays, daysSince(facts.today, known.created)))),
  };
}

function inventInterest(random: Random, { products }: LeadFacts, company: string) {
  const product = random.pick(products).name;
  const leadSource = random.pick(dataSets.leadSources.options);
  return {
    name: random.pick(names).replace('{product}', product).replace('{company}', company),
    description: random.pick(descriptions).replace('{product}', product),
    leadSource,
    ranking: random.integer(5, 80),
    tags: pickTags(random, leadSource === 'Trade fair' ? 0.6 : 0.1),
  };
}

const names = ['{product} for {company}', '{company}: enquiry about {product}', '{company} asks for {product}'];
const descriptions = [
  'Wrote through the web site; wants to be called.',
  'Left a card at our stand. Has a budget from next quarter on.',
  'Knows {product} from another site and asks for a price.',
  'Recommended by a customer.\nDecides together with the plant manager.',
];

/** @param oldestAge days ago that it began at most */
function inventLife(random: Random, today: Today, oldestAge: number) {
  const isLost = random.chance(lostShare) && oldestAge > 10;
  const age = random.integer(1, isLost ? oldestAge : Math.min(oldestAge, longestOpenDays));
  const created = workingMoment(random, today, age);
  const step = stepAfter(random, age);
  if (!isLost || age < 5) return { step, created, is_archived: false };
  const lost_date = workingMoment(random, today, random.integer(1, age - 1));
  return { step, created, lost_date, is_archived: true, reasonOfClose: random.pick(reasonsToLose) };
}

const reasonsToLose = dataSets.reasonsOfClose.options.slice(2);

function stepAfter(random: Random, age: number): LeadStepName {
  const farthest = Math.min(leadSteps.length - 1, Math.floor(age / 10));
  return leadSteps[random.integer(0, farthest)]?.name ?? 'New';
}
