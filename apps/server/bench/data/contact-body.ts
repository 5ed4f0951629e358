/**
 * A contact of the benchmark's space as the body of a create.
 */
import { inventPerson } from './invent-contact.js';
import { contactTypeId, createdOf, relationRows } from './invent-rows.js';
import { recordId } from './record-id.js';
import { ownerOf, type SpacePlan } from './space-plan.js';

/** @returns what makes the contact at a place, under its own id and with its moment */
export function storedContact(contact: number, plan: SpacePlan): object {
  return {
    id: recordId('contact', contact),
    created: createdOf(contact),
    ...ownerAndType(contact),
    ...inventPerson(contact),
    account_relations: relationRows(contact, plan).map(({ contact_id: _, ...relation }) => relation),
  };
}

/** @returns the 20 members of a create */
export function newContactBody(contact: number): Readonly<Record<string, unknown>> {
  const { email3, phone3, ...person } = inventPerson(contact);
  return { ...ownerAndType(contact), ...person };
}

function ownerAndType(contact: number) {
  return { owner_id: recordId('user', ownerOf(contact)), contact_type_id: contactTypeId };
}
