/**
 * The names of a custom entity type: all follow from its api name. Pure.
 */
import { lowerFirst } from '@headwater/contract';

/** The longest api name. */
export const maxApiNameLength = 50;

/** Ends the name of the entity type of the record types. */
const typeSuffix = 'Type';

/** @returns the name of the entity type of its record types: `VehicleType` */
export function typeNameOf(apiName: string): string {
  return apiName + typeSuffix;
}

/** @returns what is wrong with the form of an api name; undefined: nothing */
export function apiNameProblem(apiName: string): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(apiName)) {
    return 'must be of letters from A to Z and digits and begin with a capital letter, such as SalesRegion.';
  }
  if (apiName.length > maxApiNameLength) return `must have at most ${maxApiNameLength} characters.`;
  if (/type$/i.test(apiName)) return `must not end in "${typeSuffix}": such names belong to the types of records.`;
  return undefined;
}

/**
 * "Sales region" gives `SalesRegion`, "Gerät" gives `Gerat`.
 * @returns '' when no letter from A to Z is left to begin with
 */
export function apiNameFrom(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll('ß', 'ss')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return joined
    .replace(/^[0-9]+/, '')
    .slice(0, maxApiNameLength)
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** @returns the members of GraphQL's `Query`: `vehicle` for one record, `vehicles` for many */
export function queryNames(name: string): { readonly many: string; readonly one: string } {
  const one = lowerFirst(name);
  return { one, many: pluralOf(one) };
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}
