/**
 * Reads what is stored of records, for writes that build on it.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import type { Transaction } from '../db/database.js';
import type { PagePlan } from '../plan/list-plan.js';
import type { Shape, ShapeMember } from '../plan/shape.js';
import { isComputedOnRead } from '../sql/columns.js';
import type { StatementScope } from '../sql/compile-list.js';
import type { StoredRecord } from './draft.js';
import type { RecordStore } from './record-store.js';

/** Every stored field under its own name. */
function storedShape(entityType: EntityType): Shape {
  const members = entityType.fields.flatMap((field): ShapeMember[] => {
    if (isComputedOnRead(field) || field.kind === 'rows') return [];
    if (field.kind === 'value') return [{ kind: 'value', as: field.name, field }];
    if (field.kind === 'reference') return [{ kind: 'reference-id', as: field.name, field }];
    const parts = (['base_value', 'currency_id', 'value_foreign'] as const).map((part) => ({
      kind: 'amount' as const,
      as: part,
      part,
    }));
    return [{ kind: 'money', as: field.name, field, parts }];
  });
  return {
    entityType,
    style: 'canonical',
    members,
    includeDeleted: false,
    cacheKey: `["stored","${entityType.name}"]`,
  };
}

/**
 * How a row is locked until the write ends. Who holds the space's revision must not wait for a row: its holder may be waiting for
 * the revision.
 */
export type RowLock = 'none' | 'waiting' | 'at-once';

/** @returns the record; undefined when it is not there or deleted */
export async function readStored(
  store: RecordStore,
  transaction: Transaction,
  scope: StatementScope,
  entityType: EntityType,
  id: string,
  lock: RowLock,
): Promise<StoredRecord | undefined> {
  const statement = store.reads.compileGet(storedShape(entityType), id, false, scope);
  const locking = lock === 'none' ? '' : store.db.dialect.forUpdate(lock === 'waiting');
  const [row] = await transaction.run({ ...statement, text: statement.text + locking });
  return row && (JSON.parse(String(row.j)) as StoredRecord);
}

/** @returns the rows of a relation of one record that are not deleted, oldest first */
export async function readStoredRows(
  store: RecordStore,
  transaction: Transaction,
  scope: StatementScope,
  field: RowsField,
  parent: string,
): Promise<StoredRecord[]> {
  const entityType = store.catalog.existing(field.target);
  const via = store.catalog.field(entityType.name, field.via);
  if (via?.kind !== 'reference') throw new Error(`${entityType.name}.${field.via} is not a reference`);
  const page: PagePlan = {
    entityType,
    filter: { kind: 'compare', terminal: { kind: 'reference', field: via }, operator: 'eq', operands: [parent] },
    order: { keys: [], idDescending: false },
    window: { kind: 'offset', limit: null, offset: 0 },
    includeDeleted: false,
  };
  return readAllStored(store, transaction, scope, page);
}

/** @returns what is stored of every record of a page */
export async function readAllStored(
  store: RecordStore,
  transaction: Transaction,
  scope: StatementScope,
  page: PagePlan,
): Promise<StoredRecord[]> {
  const shape = storedShape(page.entityType);
  const rows = await transaction.run(store.reads.compileList({ ...page, shape, withTotal: false }, scope));
  return rows.map((row) => JSON.parse(String(row.j)) as StoredRecord);
}
