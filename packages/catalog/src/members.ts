/**
 * The members of an answer, worked out from an entity type's fields: a to-one relation has an id member and link members.
 * Pure; knows nothing of how a member's value is made.
 */
import {
  type EntityType,
  type Field,
  isAnswered,
  type ReferenceField,
  type ReferenceLink,
  type ValueField,
} from '@headwater/contract';

/** One member of a record as REST v100 shows it; of links of one name, which only a union has, the first. */
export type Member =
  | { readonly kind: 'value'; readonly name: string; readonly field: Field }
  | { readonly kind: 'link'; readonly name: string; readonly field: ReferenceField; readonly link: ReferenceLink };

/** The members that open every answer, in this order. */
const leadingNames = ['is_delete_protected', 'id', 'is_deleted', 'modified', 'created'];

/** Only bodies know the field. */
export function isWriteOnly(field: Field): field is ValueField {
  return field.kind === 'value' && field.writeOnly === true;
}

/** The other side of a lookup of one record: it shows what points here, and is written there. */
export function onlyShows(field: Field): boolean {
  return field.kind === 'rows' && field.custom !== undefined && !field.owned;
}

/** Members in the order of an answer: the system members, the links by name, then all others by name. */
export function membersOf(entityType: EntityType): readonly Member[] {
  return membersFrom(entityType.fields.filter(isAnswered));
}

/** The members that a body can hold, be they ignored there; an answer has all of them but those that only bodies know. */
export function bodyMembersOf(entityType: EntityType): readonly Member[] {
  return membersFrom(entityType.fields.filter((field) => !field.hidden));
}

function membersFrom(fields: readonly Field[]): readonly Member[] {
  const members = fields.flatMap((field): Member[] => {
    if (field.kind !== 'reference') return [{ kind: 'value', name: field.name, field }];
    const links = field.links
      .filter(({ name }, index) => field.links.findIndex((link) => link.name === name) === index)
      .map((link): Member => ({ kind: 'link', name: link.name, field, link }));
    return field.hasIdMember ? [{ kind: 'value', name: field.name, field }, ...links] : links;
  });
  return members.sort((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1));
}

function rankOf(member: Member): number {
  const leading = leadingNames.indexOf(member.name);
  if (leading !== -1) return leading;
  return leadingNames.length + (member.kind === 'link' ? 0 : 1);
}
