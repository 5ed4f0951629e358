/**
 * The tables that hold what belongs to a space, with the types of their columns: what a backup copies and what the removal of a space
 * empties. Those of records come from the catalog; those of the service itself, which migrations make, are listed here. Pure.
 */
import type { Catalog, ValueType } from '@headwater/catalog';
import { customValueTypes, valueColumns, valueTable } from '../custom-values/value-tables.js';
import { storedTables } from '../table.js';

export interface SpaceColumn {
  readonly name: string;
  readonly type: ValueType;
  /** Table whose record `(space_id, this column)` names. */
  readonly references?: string;
}

export interface SpaceTable {
  readonly name: string;
  /** Columns of the primary key behind `space_id`. */
  readonly key: readonly string[];
  /** Without `space_id`. */
  readonly columns: readonly SpaceColumn[];
  /** Whether a backup has its rows, and whether they mean something in a space of another name as well. */
  readonly copied: 'always' | 'same-name' | 'never';
  /** By its rows others find the space: they come last, and go first. There are few. */
  readonly isEntrance?: true;
  /** Columns that a copy begins with as null: who is at work belongs to the database, not to the space. */
  readonly leftOut?: readonly string[];
}

/** Columns whose references must be filled in after all rows are there. */
export interface OrderedTable extends SpaceTable {
  readonly late: readonly string[];
}

type Columns = Readonly<Record<string, ValueType>>;

const leases: Columns = { lease_owner: 'string', leased_until: 'integer' };

/** Those of the service itself. */
const serviceTables: readonly SpaceTable[] = [
  // Stored hashes are made of the name of the space as well, and stored answers have it in their links.
  serviceTable(
    'api_keys',
    ['token'],
    'same-name',
    {
      token: 'string',
      password_hash: 'string',
      label: 'string',
      read_only: 'boolean',
      scopes: 'text',
      hidden_fields: 'text',
      networks: 'text',
      old_password_hash: 'text',
      old_until: 'text',
      client_id: 'uuid',
      as_user: 'boolean',
      created_by: 'string',
      expires_at: 'string',
      revoked_at: 'string',
      created_at: 'string',
    },
    { isEntrance: true },
  ),
  serviceTable('idempotency_keys', ['key'], 'same-name', {
    key: 'string',
    request_digest: 'string',
    status: 'integer',
    headers: 'text',
    body: 'text',
    created_at: 'string',
  }),
  serviceTable('space_counters', ['name'], 'always', { name: 'string', value: 'integer' }),
  serviceTable('duplicate_keys', ['entity_type', 'key', 'record_id'], 'always', {
    entity_type: 'string',
    key: 'string',
    record_id: 'string',
    shared: 'boolean',
  }),
  serviceTable('duplicate_progress', ['entity_type'], 'always', {
    entity_type: 'string',
    method: 'string',
    revision: 'integer',
    record_id: 'string',
  }),
  serviceTable(
    'jobs',
    ['subject'],
    'always',
    {
      subject: 'string',
      action: 'string',
      record_ids: 'text',
      revision: 'integer',
      steps: 'text',
      steps_done: 'integer',
      position: 'string',
      done: 'integer',
      total: 'integer',
      ...leases,
    },
    { leftOut: Object.keys(leases), isEntrance: true },
  ),
  serviceTable('collections', ['table_name', 'kind'], 'always', {
    table_name: 'string',
    kind: 'string',
    living: 'integer',
    deleted: 'integer',
    revision: 'integer',
  }),
  serviceTable('changes', ['revision', 'position'], 'always', {
    revision: 'integer',
    position: 'integer',
    entity_type: 'string',
    record_id: 'uuid',
    act: 'string',
    members: 'text',
    owner_id: 'uuid',
    other_owner_id: 'uuid',
    changed_at: 'datetime',
    token: 'string',
    client_id: 'uuid',
    request_id: 'string',
    idempotency_key: 'string',
    skip_key: 'string',
  }),
  serviceTable(
    'webhook_states',
    ['webhook_id'],
    'always',
    {
      webhook_id: 'uuid',
      revision: 'integer',
      position: 'integer',
      message_id: 'string',
      message_revision: 'integer',
      message_position: 'integer',
      failures: 'integer',
      failing_since: 'integer',
      next_attempt_at: 'integer',
      ...leases,
    },
    { leftOut: Object.keys(leases) },
  ),
  serviceTable('webhook_deliveries', ['id'], 'always', {
    id: 'uuid',
    webhook_id: 'uuid',
    message_id: 'string',
    kind: 'string',
    attempt: 'integer',
    changes: 'integer',
    revision: 'integer',
    position: 'integer',
    started_at: 'datetime',
    duration_ms: 'integer',
    status: 'integer',
    answer: 'text',
    error: 'text',
  }),
  // Of the last minute.
  serviceTable('rate_usage', ['subject', 'measure'], 'never', {
    subject: 'string',
    measure: 'string',
    minute: 'integer',
    used: 'integer',
  }),
];

function serviceTable(
  name: string,
  key: readonly string[],
  copied: SpaceTable['copied'],
  columns: Columns,
  further: Pick<SpaceTable, 'leftOut' | 'isEntrance'> = {},
): SpaceTable {
  return {
    name,
    key,
    copied,
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
    ...further,
  };
}

/** @returns every table with rows of spaces but those of the search index, which a server fills; each behind those that it refers to */
export function spaceTables(catalog: Catalog): OrderedTable[] {
  return inOrder([...recordTables(catalog), ...valueTables(), ...serviceTables]);
}

function recordTables(catalog: Catalog): SpaceTable[] {
  return storedTables(catalog).map(({ name, columns }) => ({
    name,
    key: ['id'],
    columns: columns.flatMap(({ name: column, type, references }) =>
      type === 'space' ? [] : [{ name: column, type, ...(references === undefined ? {} : { references }) }],
    ),
    copied: 'always',
  }));
}

function valueTables(): SpaceTable[] {
  return customValueTypes.map((type) => ({
    name: valueTable(type),
    key: ['field_id', 'record_id'],
    columns: valueColumns(type).flatMap((column) =>
      column.type === 'space' ? [] : [{ name: column.name, type: column.type }],
    ),
    copied: 'always',
  }));
}

/** References may go around in a circle, or to the table itself: such a one is late. */
function inOrder(tables: readonly SpaceTable[]): OrderedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered: SpaceTable[] = [];
  const visited = new Set<string>();
  const visit = (table: SpaceTable) => {
    if (visited.has(table.name)) return;
    visited.add(table.name);
    for (const { references } of table.columns) {
      const target = byName.get(references ?? '');
      if (target) visit(target);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  const places = new Map(ordered.map(({ name }, index) => [name, index]));
  return ordered.map((table, index) => ({
    ...table,
    late: table.columns
      .filter(({ references }) => references !== undefined && (places.get(references) ?? 0) >= index)
      .map(({ name }) => name),
  }));
}
