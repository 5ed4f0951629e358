/**
 * The plain floor's SQL on SQLite: tables with one column for each member, and one statement for each kind of request.
 */
import {
  accountColumns,
  type ColumnKind,
  type Columns,
  contactColumns,
  contactMembers,
  indexes,
  references,
  relationColumns,
  type TableName,
  tables,
  userColumns,
} from './columns.js';
import { pageSize } from './contact-store.js';

const types: Readonly<Record<ColumnKind, string>> = {
  id: 'TEXT',
  text: 'TEXT',
  moment: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
};

function createTable(name: string, columns: Columns): string {
  const lines = Object.entries(columns).map(([column, kind]) => {
    const key = column === 'id' ? ' PRIMARY KEY' : '';
    return `${column} ${types[kind]}${key}${references[column] === undefined ? '' : ` REFERENCES ${references[column]}`}`;
  });
  return `CREATE TABLE ${name} (${lines.join(', ')})`;
}

export const createTables = [
  ...Object.entries(tables).map(([name, columns]) => createTable(name, columns)),
  ...indexes,
  'CREATE TABLE counters (revision INTEGER NOT NULL)',
  'INSERT INTO counters VALUES (0)',
];

/** @param others SQL of columns that are not in the rows. ?1 the rows, as a JSON array. */
export function insertRows(table: TableName, others: Readonly<Record<string, string>> = {}): string {
  const columns = Object.keys(tables[table]);
  const values = columns.map((column) => others[column] ?? `value ->> '${column}'`);
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?1)`;
}

function json(row: string, columns: Columns, more: Readonly<Record<string, string>> = {}): string {
  const members = Object.entries(columns).map(([name, kind]) => {
    const value = kind === 'boolean' ? `json(iif(${row}.${name}, 'true', 'false'))` : `${row}.${name}`;
    return `'${name}', ${value}`;
  });
  return `json_object(${[...members, ...Object.entries(more).map(([name, value]) => `'${name}', ${value}`)].join(', ')})`;
}

const contact = json('c', contactColumns);
const written = json('contacts', contactColumns);
const owner = json('u', userColumns);
const account = json('a', accountColumns);

const relations = `(
  SELECT json_group_array(${json('r', relationColumns, { account })} ORDER BY r.is_primary DESC)
  FROM contact_accounts r JOIN accounts a ON a.id = r.account_id
  WHERE r.contact_id = c.id)`;

const primaryAccount = `(
  SELECT ${account}
  FROM contact_accounts r JOIN accounts a ON a.id = r.account_id
  WHERE r.contact_id = c.id AND r.is_primary)`;

/** One more than a page has, to see whether there is another page. */
const newest = (columns: string, from: string, where = '') =>
  `SELECT ${columns} AS json FROM ${from} ${where} ORDER BY c.created DESC, c.id DESC LIMIT ${pageSize + 1}`;

const withOwner = 'contacts c JOIN users u ON u.id = c.owner_id';

const unitOf = (owner: string) => `(SELECT default_unit_id FROM users WHERE id = ${owner})`;

const placeOf = (member: string) => `?${contactMembers.indexOf(member) + 1}`;
const inserted = contactMembers.map((member) => (member === 'unit_id' ? unitOf(placeOf('owner_id')) : placeOf(member)));

export const statements = {
  newest: newest(contact, 'contacts c'),
  /** ?1 when the last contact of the page before was created, ?2 its id. */
  newestAfter: newest(contact, 'contacts c', 'WHERE (c.created, c.id) < (?1, ?2)'),
  ownerAndAccounts: newest(json('c', contactColumns, { owner, account_relations: relations }), withOwner),
  ownerAndPrimaryAccount: newest(json('c', contactColumns, { owner, primary_account: primaryAccount }), withOwner),
  /** ?1 the city, ?2 the prefix, ?3 the least text behind all that begin with it. */
  inCity: `
    SELECT ${contact} AS json FROM contacts c
    WHERE c.city = ?1 AND lower(c.last_name) >= ?2 AND lower(c.last_name) < ?3
    ORDER BY lower(c.last_name), c.id LIMIT ${pageSize + 1}`,
  /** ?1 the id. */
  get: `SELECT ${contact} AS json FROM contacts c WHERE c.id = ?1`,
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  /** ?1 how many. */
  takeRevisions: 'UPDATE counters SET revision = revision + ?1 RETURNING revision',
  /** The members in the order of the columns; the unit is that of the owner. */
  insert: `
    INSERT INTO contacts (${contactMembers.join(', ')}) VALUES (${inserted.join(', ')})
    RETURNING ${written} AS json`,
  insertMany: insertRows('contacts', { unit_id: unitOf("value ->> 'owner_id'") }),
  /** ?1 the id, ?2 the moment, ?3 the revision, ?4 position, ?5 comments. */
  update: `
    UPDATE contacts SET modified = ?2, revision = ?3, position = ?4, comments = ?5 WHERE id = ?1
    RETURNING ${written} AS json`,
} as const;
