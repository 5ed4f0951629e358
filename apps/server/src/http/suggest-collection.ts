/**
 * Suggests a collection in place of one that does not exist.
 */
import { suggestion } from '../errors/closest-name.js';

/** What other CRMs call them; in lower case, without the `s` at the end. */
const otherNames: Readonly<Record<string, string>> = {
  user: 'Clients',
  compan: 'Accounts',
  organization: 'Accounts',
  customer: 'Accounts',
  person: 'Contacts',
  people: 'Contacts',
  deal: 'Opportunities',
};

/** @param names of the collections that there are @returns ` Did you mean "x"?` when one is likely, else '' */
export function suggestCollection(given: string, names: readonly string[]): string {
  const other = otherNames[given.toLowerCase().replace(/(ies|y|s)$/, '')];
  return other !== undefined && names.includes(other) ? ` Did you mean "${other}"?` : suggestion(given, names);
}
