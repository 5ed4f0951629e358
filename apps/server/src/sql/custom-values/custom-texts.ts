/**
 * What is in the texts of custom fields that are stored beside a record: members of values, and of links. Pure; knows no statement.
 */
import type { ReferenceField, ReferenceLink } from '@headwater/catalog';
import type { HoldingField } from './custom-value.js';

/** Means in a text what links begin with: it differs with the address under which the service is called. A character in JSON. */
export const linkBaseMark = '\\u0001';

export interface CustomLink {
  readonly field: ReferenceField;
  readonly link: ReferenceLink;
}

/** @returns the names of the members in the text of values */
export function valueNames(fields: readonly HoldingField[]): string[] {
  return fields.map(({ name }) => name);
}

/** @returns the members in the text of links */
export function customLinks(fields: readonly HoldingField[]): CustomLink[] {
  return fields.flatMap((field) => (field.kind === 'reference' ? field.links.map((link) => ({ field, link })) : []));
}
