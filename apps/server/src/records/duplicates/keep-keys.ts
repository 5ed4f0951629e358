/**
 * Brings the keys by which duplicates are found up to the last change of an entity type. They follow the changes instead of being
 * written with them: writes cost nothing for it, and whatever changes a record, and however, is found by its revision.
 */
import type { DuplicateRule, EntityType } from '@headwater/catalog';
import type { Row, Transaction } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { DuplicateCompiler, type KeyRow, type Progress } from '../../sql/filter/compile-duplicates.js';
import type { RecordStore } from '../record-store.js';
import { fieldsOf, keysOf, methodOf } from './duplicate-keys.js';

/** Changes whose keys are written in one transaction; others write between two of them. */
const changesAtOnce = 5_000;

/** After that the caller has to come again; what was done is stored. */
const maxDurationMs = 20_000;

const beforeAll = { revision: -1, recordId: '00000000-0000-0000-0000-000000000000' } as const;

/**
 * @returns once the keys are those of all changes that were made before the call
 * @throws ApiError `ERROR_UNAVAILABLE` when there is more to do than can be waited for, as after a large import
 */
export async function keepKeys(
  store: RecordStore,
  space: string,
  entityType: EntityType,
  rule: DuplicateRule,
): Promise<void> {
  const compiler = new DuplicateCompiler(store.db.dialect, space, entityType);
  const keeping: Keeping = { compiler, rule, method: methodOf(rule), fields: fieldsOf(rule) };
  const start = performance.now();
  while (await isBehind(store, keeping)) {
    if (performance.now() - start > maxDurationMs) {
      const message = `Not all ${entityType.collection} have been looked through for duplicates yet. Ask again after a moment.`;
      throw new ApiError('ERROR_UNAVAILABLE', message);
    }
    await store.db.write((transaction) => keepSome(transaction, keeping));
  }
}

interface Keeping {
  readonly compiler: DuplicateCompiler;
  readonly rule: DuplicateRule;
  readonly method: string;
  readonly fields: readonly string[];
}

async function isBehind({ db }: RecordStore, { compiler, method }: Keeping): Promise<boolean> {
  const [row] = await db.read(compiler.progress(false));
  const progress = row && readProgress(row);
  if (progress?.method !== method) return true;
  return (await db.read(compiler.changedSince(progress, [], 1))).length > 0;
}

async function keepSome(transaction: Transaction, keeping: Keeping): Promise<void> {
  const { compiler, rule, method, fields } = keeping;
  const progress = await beginOrResume(transaction, keeping);
  const records = await transaction.run(compiler.changedSince(progress, fields, changesAtOnce));
  const wanted = new Map(records.map((record) => [String(record.id), keysOfRow(rule, record)]));
  await exchangeKeys(transaction, compiler, wanted);
  const last = records.at(-1);
  if (!last) return;
  await transaction.run(compiler.setProgress({ method, revision: Number(last.revision), recordId: String(last.id) }));
}

/** Two that are at it at once take turns. */
async function beginOrResume(transaction: Transaction, { compiler, method }: Keeping): Promise<Progress> {
  const begin = { method, ...beforeAll };
  await transaction.run(compiler.beginProgress(begin));
  const [row] = await transaction.run(compiler.progress(true));
  const progress = row && readProgress(row);
  if (progress?.method === method) return progress;
  await transaction.run(compiler.forgetAll());
  await transaction.run(compiler.setProgress(begin));
  return begin;
}

function readProgress(row: Row): Progress {
  return { method: String(row.method), revision: Number(row.revision), recordId: String(row.record_id) };
}

/** A deleted record has none. */
function keysOfRow(rule: DuplicateRule, record: Row): string[] {
  if (record.is_deleted === true || record.is_deleted === 1) return [];
  const textOf = (field: string) => (typeof record[field] === 'string' ? record[field] : null);
  return keysOf(rule, textOf).map(({ key }) => key);
}

/** @param wanted the keys that records shall have, by their ids */
async function exchangeKeys(
  transaction: Transaction,
  compiler: DuplicateCompiler,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const stored = await transaction.run(compiler.keysOf([...wanted.keys()], false));
  const held = new Set(stored.map((row) => `${row.record_id} ${row.key}`));
  const removed = stored
    .map((row) => ({ recordId: String(row.record_id), key: String(row.key) }))
    .filter(({ recordId, key }) => !wanted.get(recordId)?.includes(key));
  const added = [...wanted].flatMap(([recordId, keys]) =>
    keys.filter((key) => !held.has(`${recordId} ${key}`)).map((key) => ({ recordId, key })),
  );
  if (removed.length > 0) await transaction.run(compiler.remove(removed));
  const touched = new Set([...removed, ...added].map(({ key }) => key));
  if (touched.size === 0) return;
  const holders = await countHolders(transaction, compiler, [...touched]);
  const { rows, shared, alone } = shareOut(added, touched, holders);
  if (rows.length > 0) await transaction.run(compiler.insert(rows));
  if (shared.length > 0) await transaction.run(compiler.setShared(shared, true));
  if (alone.length > 0) await transaction.run(compiler.setShared(alone, false));
}

/** @returns how many records have each key; from two on it does not matter */
async function countHolders(
  transaction: Transaction,
  compiler: DuplicateCompiler,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.run(compiler.countHolders(keys, 2));
  return new Map(rows.map((row) => [String(row.key), Number(row.holders)]));
}

/**
 * Says which rows are shared. Of a key that several had and have still, the rows that stay say so already.
 * @param holders how many had each key before anyone was added
 */
function shareOut(
  added: readonly Pick<KeyRow, 'key' | 'recordId'>[],
  touched: ReadonlySet<string>,
  holders: ReadonlyMap<string, number>,
) {
  const newcomers = new Map<string, number>();
  for (const { key } of added) newcomers.set(key, (newcomers.get(key) ?? 0) + 1);
  const countOf = (key: string) => (holders.get(key) ?? 0) + (newcomers.get(key) ?? 0);
  const hadOne = [...touched].filter((key) => holders.get(key) === 1);
  return {
    rows: added.map((row): KeyRow => ({ ...row, isShared: countOf(row.key) > 1 })),
    shared: hadOne.filter((key) => newcomers.has(key)),
    alone: hadOne.filter((key) => !newcomers.has(key)),
  };
}
