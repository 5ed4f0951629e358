/**
 * What GraphQL is asked for: the members of the floor's records, in the names of GraphQL.
 */
import { accountColumns, contactColumns, userColumns } from '../floors/plain/columns.js';

/** @returns `first_name` as `firstName` */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** @returns a JSON value with the names of GraphQL as those of REST: `firstName` as `first_name` */
export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), toSnakeCase(member)]));
}

/** A selection of all columns of a table. */
const selection = (columns: object, id = 'id') =>
  Object.keys(columns)
    .map((name) => (name === 'id' ? id : toCamelCase(name)))
    .join(' ');

export const contactSelection = selection(contactColumns);
export const userSelection = selection(userColumns);
export const accountSelection = selection(accountColumns);

/** PostGraphile has another id of its own under that name. */
const rowId = 'id: rowId';
export const peerContactSelection = selection(contactColumns, rowId);
export const peerUserSelection = selection(userColumns, rowId);
export const peerAccountSelection = selection(accountColumns, rowId);
