/**
 * Reads what a space holds of the records that the writers write: as a client sees it, and as it is stored.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/db/database.js';
import { templateSpace } from '../prepare-databases.js';
import type { Sent, TestRecord, TestSpace } from '../test-space.js';
import type { Fields, State } from './model.js';
import { formulaKey } from './writer.js';

/** The event of a lead that has become an opportunity. */
const qualified = 4;

/** What names a record of a collection, and what is shown of it. */
const collections: Readonly<Record<string, { readonly name: string; readonly members: string }>> = {
  Contacts: {
    name: 'last_name',
    members:
      'is_deleted,cf_count,cf_code,cf_number,cf_scaled,account_relations.is_deleted,account_relations.account.name',
  },
  Accounts: { name: 'name', members: 'is_deleted,city,cf_people,cf_total' },
  Leads: { name: 'name', members: '' },
  Opportunities: { name: 'name', members: '' },
  Products: { name: 'sku', members: 'name' },
  CloudObjects: { name: 'filename', members: '' },
};

export interface FoundSpace {
  /** All records by collection and name, with what is shown of them. */
  readonly records: ReadonlyMap<string, TestRecord>;
  /** As writers know them. */
  readonly state: State;
  /** Names that several records have. */
  readonly doubles: readonly string[];
}

export async function readSpace(space: TestSpace, scaledFieldId: string): Promise<FoundSpace> {
  const records = new Map<string, TestRecord>();
  const state: State = new Map();
  const doubles: string[] = [];
  const events = await all(space, 'LeadOpptyKPIs', { 'filter[kpi]': qualified, 'load-only': 'id,lead_oppty_id' });
  const qualifiedIds = events.map(({ lead_oppty_id }) => lead_oppty_id);
  for (const [collection, { name, members }] of Object.entries(collections)) {
    const query = { 'include-deleted': true, 'load-only': `id,revision,${name},${members}` };
    for (const record of await all(space, collection, query)) {
      const key = `${collection}/${record[name]}`;
      if (records.has(key)) doubles.push(key);
      records.set(key, record);
      state.set(key, await fieldsOf(space, collection, record, qualifiedIds));
    }
  }
  const { calc_formula } = await space.get('Fields', scaledFieldId);
  state.set(formulaKey, { calc_formula });
  return { records, state, doubles };
}

async function fieldsOf(
  space: TestSpace,
  collection: string,
  record: TestRecord,
  qualifiedIds: readonly unknown[],
): Promise<Fields> {
  const { is_deleted, city, name, cf_count, cf_code } = record;
  switch (collection) {
    case 'Contacts':
      return { cf_count, cf_code, is_deleted, accounts: accountsOf(record) };
    case 'Accounts':
      return { city, is_deleted };
    case 'Products':
      return { name };
    case 'CloudObjects':
      return { content: (await space.send('GET', `CloudObjects/${record.id}/content`)).text };
    default:
      return { qualified: qualifiedIds.filter((id) => id === record.id).length };
  }
}

interface AccountRelation {
  readonly is_deleted: boolean;
  readonly account: { readonly name: string };
}

/** @returns the names of the accounts of a contact; a deleted contact is listed with deleted rows as well */
export function accountsOf(contact: TestRecord): string[] {
  const relations = contact.account_relations as readonly AccountRelation[];
  return relations.flatMap(({ is_deleted, account }) => (is_deleted ? [] : [account.name]));
}

async function all(space: TestSpace, collection: string, query: NonNullable<Sent['query']>): Promise<TestRecord[]> {
  const found: TestRecord[] = [];
  for (let after = {}; ; ) {
    const { data, page_info } = await space.list(collection, { first: 100, ...query, ...after });
    found.push(...data);
    if (!page_info.has_next_page) return found;
    after = { after: page_info.end_cursor ?? '' };
  }
}

export interface StoredSpace {
  readonly revision: number;
  /** Values of custom fields by the ids of the field and of the record, as filters and orders find them. */
  readonly values: ReadonlyMap<string, { readonly value: unknown; readonly isHeld: boolean }>;
  /** Names of files that records have. */
  readonly namedFiles: ReadonlySet<string>;
  readonly jobs: number;
  /** Requests that were named and have no answer. */
  readonly unanswered: number;
}

export async function readStored({ knex }: Database): Promise<StoredSpace> {
  const of = { space_id: templateSpace };
  const values: [string, { value: unknown; isHeld: boolean }][] = [];
  for (const table of ['custom_integers', 'custom_strings']) {
    for (const { field_id, record_id, value, is_held } of await knex(table).where(of))
      values.push([`${field_id} ${record_id}`, { value, isHeld: Boolean(is_held) }]);
  }
  const files = await knex('cloud_objects').where(of).select('storage_key');
  return {
    revision: Number((await knex('spaces').where(of).first('revision')).revision),
    values: new Map(values),
    namedFiles: new Set(files.map(({ storage_key }) => String(storage_key))),
    jobs: (await knex('jobs').where(of)).length,
    unanswered: (await knex('idempotency_keys').where({ ...of, status: null })).length,
  };
}

/** @returns the keys of all files that are stored for the space */
export function readFiles(dataDir: string): ReadonlySet<string> {
  const folder = join(dataDir, 'files', templateSpace);
  if (!existsSync(folder)) return new Set();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(found.filter((entry) => entry.isFile()).map(({ name }) => `${templateSpace}/${name}`));
}
