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
  /** In the file, from 2 on: the first line names the columns. */
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

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** @returns each column as the member that is called so, if there is one */
export function guessMapping({ columns }: Table, members: readonly Member[]): Mapping {
  return columns.map((column) => {
    const wanted = plain(column);
    return members.find(({ name, label }) =>
      [name, name.replace(/_id$/, ''), label].some((one) => plain(one) === wanted),
    )?.name;
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns the texts of a relation that are no ids: they have to be looked up */
export function textsOf({ rows }: Table, mapping: Mapping, { name }: Member): string[] {
  const at = mapping.indexOf(name);
  if (at < 0) return [];
  return [...new Set(rows.map((row) => (row[at] ?? '').trim()))].filter((text) => text !== '' && !uuid.test(text));
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
  return table.rows.map((texts, index) => {
    const problems: string[] = [];
    const body: Record<string, unknown> = { ...forAll };
    mapping.forEach((name, at) => {
      const member = name === undefined ? undefined : byName.get(name);
      const text = (texts[at] ?? '').trim();
      // An empty cell says nothing: the member takes its default.
      if (member === undefined || text === '') return;
      const value = cellValue(text, member, find);
      if (value === undefined) problems.push(`“${text}” is no ${expected(member)}`);
      else body[member.name] = value;
    });
    return { line: index + 2, body, problems };
  });
}

/** @returns undefined where the text cannot be a value of the member */
function cellValue(text: string, member: Member, find: FindRecord): unknown {
  switch (member.kind) {
    case 'integer':
    case 'number': {
      const number = Number(text);
      return Number.isNaN(number) ? undefined : number;
    }
    case 'money': {
      const number = Number(text);
      return Number.isNaN(number) ? undefined : { base_value: number };
    }
    case 'boolean':
      return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : undefined;
    case 'choice':
      return member.choices.find(({ value, label }) => String(value) === text || plain(label) === plain(text))?.value;
    case 'relation':
      return uuid.test(text) ? text : find(member, text);
    case 'texts':
      return text.split(/\s*;\s*/);
    default:
      return text;
  }
}

function expected({ kind, label, choices }: Member): string {
  switch (kind) {
    case 'relation':
      return `text that means exactly one record (${label})`;
    case 'choice':
      return `choice of ${label}: ${choices.map((one) => one.label).join(', ')}`;
    case 'boolean':
      return `yes or no (${label})`;
    default:
      return `number (${label})`;
  }
}
