/**
 * The benchmark's records as plain rows: member names to values. Contacts hold what the service derives as well, so that a floor with such
 * rows answers what the service answers.
 */
import { Chance } from './chance.js';
import { fullName, inventPerson } from './invent-contact.js';
import { momentOf, recordId } from './record-id.js';
import { accountsOf, ownerOf, type SpacePlan, userCount } from './space-plan.js';
import { companyKinds, companyNames, positions } from './words.js';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Of all users and contacts. */
export const unitId = recordId('unit', 1_000);
export const contactTypeId = recordId('contact-type', 0);

export function userRow(user: number): Row {
  const { first_name, last_name, position, phone1 } = inventPerson(-user - 1);
  return {
    id: recordId('user', user),
    email: `user${user}@headwater.example`,
    ...{ first_name, last_name, position },
    phone: phone1,
    timezone: 'Europe/Vienna',
    default_unit_id: unitId,
  };
}

export function accountRow(account: number): Row {
  const chance = new Chance(account);
  const name = `${chance.pick(companyNames)} ${chance.pick(companyKinds)} ${account}`;
  const { address, city, country, zip_code, state_province, comments, phone1, phone2 } = inventPerson(account);
  return {
    id: recordId('account', account),
    owner_id: recordId('user', account % userCount),
    ...{ name, address, city, country, zip_code, state_province, comments, phone1, phone2 },
    email1: `office${account}@example.com`,
    home_page: `https://www${account}.example.com`,
    account_class: chance.below(5) + 1,
  };
}

/** The rows of one contact's relations to accounts, the primary one first. */
export function relationRows(contact: number, plan: SpacePlan): Row[] {
  const chance = new Chance(-contact - 1);
  return accountsOf(contact, plan).map((account, place) => ({
    contact_id: recordId('contact', contact),
    account_id: recordId('account', account),
    is_primary: place === 0,
    position: chance.pick(positions),
    relationship: chance.below(4),
  }));
}

export function contactRow(contact: number, plan: SpacePlan): Row {
  const person = inventPerson(contact);
  const [primary] = relationRows(contact, plan);
  if (!primary) throw new Error('every contact has a primary account');
  const created = createdOf(contact);
  return {
    id: recordId('contact', contact),
    created,
    modified: created,
    revision: contact + 1,
    ...person,
    formatted_name: fullName(person),
    owner_id: recordId('user', ownerOf(contact)),
    unit_id: unitId,
    contact_type_id: contactTypeId,
    account_position: primary.position ?? null,
    primary_account_position: primary.position ?? null,
    primary_account_relationship: primary.relationship ?? null,
    share_mode: 0,
    is_archived: false,
    is_favorite: false,
    is_deleted: false,
    is_delete_protected: false,
  };
}

export function createdOf(contact: number): string {
  return new Date(momentOf(contact)).toISOString();
}
