/**
 * The rows of a contact and of its relations to accounts, as the tables of the service hold them: column names to JSON values.
 * They are what the service itself would have stored, had each contact been created through it.
 */
import { Chance } from './chance.js';
import { fullName, inventPerson } from './invent-contact.js';
import { momentOf, recordId } from './record-id.js';
import { accountsOf, ownerOf, type SpacePlan } from './space-plan.js';
import { positions } from './words.js';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What every contact of the space shares. */
export interface CommonMembers {
  readonly space: string;
  readonly unitId: string;
  readonly contactTypeId: string;
  /** The revision of the last change before the first contact. */
  readonly revision: number;
}

/** The rows of one contact's relations, the primary one first. */
export function relationRows(contact: number, plan: SpacePlan, common: CommonMembers): Row[] {
  const chance = new Chance(-contact - 1);
  return accountsOf(contact, plan).map((account, place) => ({
    ...systemColumns(recordId('relation', contact * 2 + place), contact, common),
    account_id: recordId('account', account),
    contact_id: recordId('contact', contact),
    is_primary: place === 0,
    position: chance.pick(positions),
    comment: null,
    is_assistant: false,
    is_sibling: false,
    relationship: chance.below(4),
  }));
}

export function contactRow(contact: number, plan: SpacePlan, common: CommonMembers): Row {
  const person = inventPerson(contact);
  const [primary] = relationRows(contact, plan, common);
  if (!primary) throw new Error('every contact has a primary account');
  return {
    ...systemColumns(recordId('contact', contact), contact, common),
    ...person,
    formatted_name: fullName(person),
    owner_id: recordId('user', ownerOf(contact)),
    unit_id: common.unitId,
    contact_type_id: common.contactTypeId,
    account_position: primary.position ?? null,
    primary_account: primary.account_id ?? null,
    primary_account_position: primary.position ?? null,
    primary_account_relationship: primary.relationship ?? null,
    is_archived: false,
    share_mode: 0,
  };
}

function systemColumns(id: string, contact: number, { space, revision }: CommonMembers): Row {
  const moment = new Date(momentOf(contact)).toISOString().replace('Z', '000');
  return {
    space_id: space,
    id,
    created: moment,
    modified: moment,
    revision: revision + contact + 1,
    is_deleted: false,
    is_delete_protected: false,
  };
}
