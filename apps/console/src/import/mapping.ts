/** Which member each column of a file is, and what a row becomes by that. Pure. */
import type { EntityType } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import type { Values } from '../record/record-form.js';
import type { Table } from './table.js';

/** Names of members by position of the column; undefined: the column is left out. */
export type Mapping = readonly (string | undefined)[];

/** Finds the record that a text means; undefined where none or several do. */
export type FindRecord = (member: Member, text: string) => string | undefined;

export interface Row {
  /** In the file, from 1 on: the first line names the columns. */
  readonly line: number;
  readonly body: Values;
  readonly problems: readonly string[];
}

/** The member of a file that says which record a row changes. */
const idMember = 'id';

/** @returns the members that a row can set */
export function importedMembers({ members }: EntityType): Member[] {
  return members.filter(
    ({ name, kind, onCreate }) => name === idMember || (onCreate && kind !== 'relations' && kind !== 'json'),
  );
}

/** @returns a text as names are compared; empty where it has neither letters nor digits */
const plain = (text: string) =>
  text
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** @returns each column as the member that is called so, if there is one; the first of several such columns */
export function guessMapping({ columns }: Table, members: readonly Member[]): Mapping {
  const taken = new Set<string>();
  return columns.map((column) => {
    const wanted = plain(column);
    if (wanted === '') return undefined;
    const found = members.find(
      ({ name, label }) =>
        !taken.has(name) && [name, name.replace(/_id$/, ''), label].some((one) => plain(one) === wanted),
    )?.name;
    if (found !== undefined) taken.add(found);
    return found;
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns the texts of a relation that are no ids: they have to be looked up */
export function textsOf({ rows }: Table, mapping: Mapping, { name }: Member): string[] {
  const at = mapping.indexOf(name);
  if (at < 0) return [];
  return [...new Set(rows.map(({ cells }) => (cells[at] ?? '').trim()))].filter(
    (text) => text !== '' && !uuid.test(text),
  );
}

/** @param forAll values of members that no column has */
export function rowsOf(
  table: Table,
  mapping: Mapping,
  members: readonly Member[],
  forAll: Values,
  find: FindRecord,
): Row[] {
  const byName = new Map(members.map((member) => [member.name, member]));
  return table.rows.map(({ line, cells }) => {
    const { length } = table.columns;
    // Which cell is of which column cannot be known.
    if (cells.length !== length) {
      return { line, body: {}, problems: [`The head has ${length} columns, this row has ${cells.length}`] };
    }
    const problems: string[] = [];
    const body: Record<string, unknown> = { ...forAll };
    mapping.forEach((name, at) => {
      const member = name === undefined ? undefined : byName.get(name);
      const text = (cells[at] ?? '').trim();
      // An empty cell says nothing: the member takes its default.
      if (member === undefined || text === '') return;
      const value = cellValue(text, member, find);
      if (value === undefined) problems.push(`“${text}” is no ${expected(member)}`);
      else body[member.name] = value;
    });
    return { line, body, problems };
  });
}

/** @returns undefined where the text cannot be a value of the member */
function cellValue(text: string, member: Member, find: FindRecord): unknown {
  switch (member.kind) {
    case 'integer': {
      const number = numberIn(text);
      return Number.isInteger(number) ? number : undefined;
    }
    case 'number':
      return numberIn(text);
    case 'money': {
      const number = numberIn(text);
      return number === undefined ? undefined : { base_value: number };
    }
    case 'date':
      // The server does the same with a date-time.
      return isDate(text) ? text.slice(0, 10) : undefined;
    case 'date-time':
      return isDate(text) ? text : undefined;
    case 'boolean':
      return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : undefined;
    case 'choice':
      return member.choices.find(({ value, label }) => String(value) === text || isSameName(label, text))?.value;
    case 'relation':
      return uuid.test(text) ? text : find(member, text);
    case 'texts':
      return text.split(/\s*;\s*/);
    default:
      return text;
  }
}

function isSameName(one: string, other: string): boolean {
  return plain(one) !== '' && plain(one) === plain(other);
}

/** @returns undefined where a number would be another one than the text says: whole ones are exact up to 2^53 */
function numberIn(text: string): number | undefined {
  if (!/^[+-]?(\d+|\d*\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** @returns whether a text is a date or a date-time, of a day that exists, in a form that the server reads */
function isDate(text: string): boolean {
  const [, day, time = '00:00'] = isoDate.exec(text) ?? [];
  const moment = new Date(`${day}T${time.replace(',', '.')}Z`);
  // A day that its month does not have is carried over to the next one.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === day;
}

function expected({ kind, label, choices }: Member): string {
  switch (kind) {
    case 'relation':
      return `text that means exactly one record (${label})`;
    case 'choice':
      return `choice of ${label}: ${choices.map((one) => one.label).join(', ')}`;
    case 'boolean':
      return `yes or no (${label})`;
    case 'date':
      return `date such as 2026-03-09 (${label})`;
    case 'date-time':
      return `date-time such as 2026-03-09T14:05:31Z (${label})`;
    case 'integer':
      return `whole number of at most 15 digits (${label})`;
    default:
      return `number such as 1234.5, of at most 15 digits before the point (${label})`;
  }
}
