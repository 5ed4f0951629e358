/**
 * The plain floor's SQL on PostgreSQL: tables with one column for each member, and one statement for each kind of request. A write is one
 * statement too, and so one transaction: it takes the revision, writes, and answers the record.
 */
import {
  type ColumnKind,
  type Columns,
  contactColumns,
  contactMembers,
  indexes,
  references,
  type TableName,
  tables,
} from './columns.js';
import { pageSize } from './contact-store.js';

const types: Readonly<Record<ColumnKind, string>> = {
  id: 'uuid',
  text: 'text',
  moment: 'timestamptz',
  integer: 'integer',
  boolean: 'boolean',
};

/** For a program that leaves them out when it writes. */
const defaults: Readonly<Record<string, string>> = {
  id: 'gen_random_uuid()',
  created: 'now()',
  modified: 'now()',
  revision: '0',
  gender: '0',
  share_mode: '0',
};

function createTable(name: string, columns: Columns): string {
  const lines = Object.entries(columns).map(([column, kind]) => {
    const fallback = kind === 'boolean' ? 'false' : defaults[column];
    return [
      column,
      types[kind],
      // Text is compared by its bytes: what is asked for needs no language.
      kind === 'text' ? 'COLLATE "C"' : '',
      column === 'id' ? 'PRIMARY KEY' : '',
      fallback === undefined ? '' : `DEFAULT ${fallback}`,
      references[column] === undefined ? '' : `REFERENCES ${references[column]}`,
    ].join(' ');
  });
  const key = 'id' in columns ? '' : ', PRIMARY KEY (contact_id, account_id)';
  return `CREATE TABLE ${name} (${lines.join(', ')}${key})`;
}

export const createTables = [
  ...Object.entries(tables).map(([name, columns]) => createTable(name, columns)),
  ...indexes,
  'CREATE TABLE counters (revision integer NOT NULL)',
  'INSERT INTO counters VALUES (0)',
];

/** $1 the rows, as a JSON array. */
export function insertRows(table: TableName): string {
  const columns = Object.keys(tables[table]).join(', ');
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`;
}

const relations = `(
  SELECT json_agg(row_to_json(m))
  FROM (
    SELECT r.*, row_to_json(a) AS account
    FROM contact_accounts r JOIN accounts a ON a.id = r.account_id
    WHERE r.contact_id = c.id
    ORDER BY r.is_primary DESC) m)`;

const primaryAccount = `(
  SELECT row_to_json(a)
  FROM contact_accounts r JOIN accounts a ON a.id = r.account_id
  WHERE r.contact_id = c.id AND r.is_primary)`;

/** One more than a page has, to see whether there is another page. */
const newest = (columns: string, from = 'contacts c', where = '') =>
  `SELECT row_to_json(t)::text AS json
   FROM (SELECT ${columns} FROM ${from} ${where} ORDER BY c.created DESC, c.id DESC LIMIT ${pageSize + 1}) t`;

const withOwner = 'contacts c JOIN users u ON u.id = c.owner_id';
const owner = 'row_to_json(u) AS owner';

const nextRevision = 'next AS (UPDATE counters SET revision = revision + 1 RETURNING revision)';

const unitOf = (owner: string) => `(SELECT default_unit_id FROM users WHERE id = ${owner})`;

/** $1 and on in this order; the revision is taken, the unit is that of the owner. */
export const insertMembers = contactMembers.filter((member) => member !== 'revision' && member !== 'unit_id');

const placeOf = (member: string) =>
  `$${insertMembers.indexOf(member) + 1}::${types[contactColumns[member as keyof typeof contactColumns]]}`;

/** Of a batch. */
const taken: Readonly<Record<string, string>> = {
  revision: 'next.revision + c.revision',
  unit_id: unitOf('c.owner_id'),
};

export const statements = {
  newest: newest('c.*'),
  /** $1 when the last contact of the page before was created, $2 its id. */
  newestAfter: newest('c.*', 'contacts c', 'WHERE (c.created, c.id) < ($1, $2)'),
  ownerAndAccounts: newest(`c.*, ${owner}, ${relations} AS account_relations`, withOwner),
  ownerAndPrimaryAccount: newest(`c.*, ${owner}, ${primaryAccount} AS primary_account`, withOwner),
  /** $1 the city, $2 the prefix, $3 the least text behind all that begin with it. */
  inCity: `
    SELECT row_to_json(c)::text AS json FROM contacts c
    WHERE c.city = $1 AND lower(c.last_name) >= $2 AND lower(c.last_name) < $3
    ORDER BY lower(c.last_name), c.id LIMIT ${pageSize + 1}`,
  /** $1 the id. */
  get: 'SELECT row_to_json(c)::text AS json FROM contacts c WHERE c.id = $1',
  create: `
    WITH ${nextRevision}
    INSERT INTO contacts (${insertMembers.join(', ')}, revision, unit_id)
    SELECT ${insertMembers.map(placeOf).join(', ')}, revision, ${unitOf(placeOf('owner_id'))} FROM next
    RETURNING row_to_json(contacts)::text AS json`,
  /** $1 the id, $2 position, $3 comments. */
  update: `
    WITH ${nextRevision}
    UPDATE contacts SET modified = now(), revision = next.revision, position = $2, comments = $3
    FROM next WHERE id = $1
    RETURNING row_to_json(contacts)::text AS json`,
  /** $1 how many, $2 the rows, as a JSON array, their revisions from 1. */
  createMany: `
    WITH next AS (UPDATE counters SET revision = revision + $1 RETURNING revision - $1 AS revision)
    INSERT INTO contacts (${contactMembers.join(', ')})
    SELECT ${contactMembers.map((member) => taken[member] ?? `c.${member}`).join(', ')}
    FROM next, json_populate_recordset(NULL::contacts, $2::json) c`,
} as const;
