/**
 * The records by which the service describes itself in a space, kept as they should be. Nobody else writes them, so
 * that nothing is checked.
 */
import type { EntityType } from '@headwater/catalog';
import type { Operand } from '../plan/list/predicate.js';
import { changedMembers } from '../records/write/changed-record.js';
import type { StoredRecord } from '../records/write/draft.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import { foldedColumn } from '../sql/columns.js';
import { foldBeyondAscii } from '../sql/filter/fold.js';
import type { ChangedRecord } from '../sql/tables/changes.js';
import type { Stamp } from '../sql/write/compile-rows.js';
import type { ColumnValues } from '../sql/write/compile-write.js';

/**
 * Records that the service keeps of itself: every space has them, and what they say follows from the catalog. Knows no database.
 */
export interface DescribedRecord {
  readonly id: string;
  /** Canonical values by field name; fields left out are null. */
  readonly values: ReadonlyMap<string, Operand>;
}

/** All records of one entity type that the service itself keeps in a space. */
export interface DescribedType {
  readonly entityType: string;
  readonly records: readonly DescribedRecord[];
}

/**
 * Adds the records that are missing and corrects those that say something else. It deletes none: what an older server on the same
 * database describes may still be requested there.
 */
export async function syncDescribed(
  context: WriteContext,
  { entityType: name, records }: DescribedType,
): Promise<void> {
  const { store, transaction, space } = context;
  const entityType = store.catalog.existing(name);
  const stored = new Map((await readAllStored(context, entityType)).map((record) => [String(record.id), record]));
  const missing = records.filter(({ id }) => !stored.has(id));
  const deleted = records.filter(({ id }) => stored.get(id)?.is_deleted === true);
  const wrong = records.filter(
    (record) => !deleted.includes(record) && saysSomethingElse(record, stored.get(record.id)),
  );
  if (missing.length > 0) {
    const log = missing.map(({ id, values }) => loggedAs(entityType, { id, values }, undefined));
    const stamp = await context.stamp({ entityType, act: 'create', records: missing.map(({ id }) => id), log });
    const rows = missing.map((record) => columnsOf(entityType, record, firstStamp(record, stamp)));
    await transaction.run(store.writes.compileInserts(entityType, space, rows));
  }
  if (wrong.length > 0) {
    const log = wrong.map((record) => loggedAs(entityType, record, stored.get(record.id)));
    const stamp = await context.stamp({ entityType, act: 'update', records: wrong.map(({ id }) => id), log });
    const rows = wrong.map((record) => {
      return { id: record.id, values: columnsOf(entityType, record, new Map(Object.entries(stamp))) };
    });
    await transaction.run(store.writes.compileUpdates(entityType, space, rows));
  }
  for (const record of deleted) await markDeleted(context, entityType, record, stored.get(record.id), false);
}

/**
 * Deletes a record that is not described any more.
 * @param values what it shows from now on
 */
export async function removeDescribed(context: WriteContext, name: string, record: DescribedRecord): Promise<void> {
  const entityType = context.catalog.existing(name);
  const stored = (await readAllStored(context, entityType)).find(({ id }) => id === record.id);
  if (stored) await markDeleted(context, entityType, record, stored, true);
}

async function markDeleted(
  context: WriteContext,
  entityType: EntityType,
  { id, values: shown }: DescribedRecord,
  stored: StoredRecord | undefined,
  isDeleted: boolean,
): Promise<void> {
  const { store, transaction, space } = context;
  const [act, inLog] = isDeleted ? (['delete', 'deleted'] as const) : (['restore', 'restored'] as const);
  const values = new Map<string, Operand>([['is_deleted', isDeleted], ...shown]);
  const members = changedMembers(entityType, stored, values);
  const changed = { entityType: entityType.name, id, act: inLog, members, owners: [] };
  const stamp = await context.stamp({ entityType, act, records: [id], log: [changed] });
  const columns = new Map<string, Operand>([...values, ...Object.entries(stamp)]);
  await transaction.run(store.writes.compileUpdate(entityType, space, { id, values: columns }));
}

function loggedAs(
  entityType: EntityType,
  { id, values }: DescribedRecord,
  stored: StoredRecord | undefined,
): ChangedRecord {
  const members = changedMembers(entityType, stored, values);
  return { entityType: entityType.name, id, act: stored ? 'updated' : 'created', members, owners: [] };
}

function saysSomethingElse({ values }: DescribedRecord, stored: StoredRecord | undefined): boolean {
  return stored !== undefined && [...values].some(([name, value]) => (stored[name] ?? null) !== value);
}

function firstStamp({ id, values }: DescribedRecord, { modified, revision }: Stamp): ColumnValues {
  return new Map<string, Operand>([
    ['id', id],
    ['created', modified],
    ['modified', modified],
    ['revision', revision],
    ['is_deleted', false],
    ['is_delete_protected', values.get('is_delete_protected') ?? false],
  ]);
}

/** The same columns for every record of a type. */
function columnsOf(entityType: EntityType, { values }: DescribedRecord, stamp: ColumnValues): ColumnValues {
  return new Map([...values, [foldedColumn, foldedTexts(entityType, values)], ...stamp]);
}

/** Texts whose case the databases' own lower() would not fold; null when there are none. */
function foldedTexts({ fields }: EntityType, values: ColumnValues): string | null {
  const folded: Record<string, string> = {};
  for (const [name, value] of values) {
    const beyond = typeof value === 'string' ? foldBeyondAscii(value) : undefined;
    if (beyond === undefined) continue;
    const field = fields.find((one) => one.name === name);
    if (field?.kind === 'value' && (field.type === 'string' || field.type === 'text')) folded[name] = beyond;
  }
  return Object.keys(folded).length === 0 ? null : JSON.stringify(folded);
}
