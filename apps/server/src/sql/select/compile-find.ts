/**
 * Writes short statements that find records by what the server knows of them: ids, numbers, unique values, keys of files. Each is
 * bound to its space. Pure.
 */
import type { EntityType, ValueField } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import { numberColumn, tableName } from '../columns.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { customValue } from '../custom-values/custom-value.js';
import type { Dialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { recordsOf } from '../record-source.js';
import type { RowLock } from '../write/compile-stored.js';
import { column } from './compile-value.js';

function selectFrom(
  dialect: Dialect,
  binder: Binder,
  entityType: EntityType,
  columns: string,
  test: string,
): Statement {
  const where = `t.space_id = ${binder.space} AND ${test}`;
  return binder.statement(`SELECT ${columns} FROM ${recordsOf(dialect, entityType)} t WHERE ${where}`);
}

/** @returns rows with `id`, of those ids that belong to a record, deleted or not */
export function compileKnownIds(
  dialect: Dialect,
  space: string,
  entityType: EntityType,
  ids: readonly string[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const named = binder.isOneOf('t.id', ids);
  return selectFrom(dialect, binder, entityType, 't.id', named);
}

/** @returns rows with `id` and `n`, of the records with one of the numbers, deleted or not */
export function compileIdsByNumber(
  dialect: Dialect,
  space: string,
  entityType: EntityType,
  numbers: readonly number[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const { from, values } = binder.bindRows(
    numbers.map((number) => [number]),
    ['integer'],
  );
  const number = `t.${identifier(numberColumn)}`;
  const records = `${recordsOf(dialect, entityType)} t ON t.space_id = ${binder.space} AND ${number} = ${values[0]}`;
  return binder.statement(`SELECT t.id AS id, ${number} AS n FROM ${from} ${dialect.joinInOrder} ${records}`);
}

/**
 * @param lock keeps the record's row locked until the transaction ends
 * @returns a row with `id`, of the record that is not deleted and has a value in a unique field
 */
export function compileHolder(
  dialect: Dialect,
  space: string,
  entityType: EntityType,
  field: ValueField,
  value: Operand,
  lock: RowLock,
): Statement {
  const binder = spaceBinder(dialect, space);
  const records = `${recordsOf(dialect, entityType)} r`;
  const custom = customValue(field);
  const rows = custom && customValueRows(dialect, custom, 'v');
  const inSpace = `r.space_id = ${binder.space}`;
  const from = rows ? `${rows.from} JOIN ${records} ON ${inSpace} AND r.id = ${rows.recordId}` : records;
  const same = `${rows?.value ?? column('r', field.name)} = ${binder.bind(dialect.encode(field.type, value))}`;
  return binder.statement(
    `SELECT r.id FROM ${from} WHERE ${[inSpace, ...(rows?.conditions ?? []), same].join(' AND ')} ` +
      `AND NOT ${column('r', 'is_deleted')}${lock === 'none' ? '' : dialect.forUpdate(lock === 'waiting')}`,
  );
}

/** @param options the entity type of options @returns rows with `id` and `v`, what each option of the sets counts, deleted ones too */
export function compileOptionValues(
  dialect: Dialect,
  space: string,
  options: EntityType,
  sets: readonly string[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const value = dialect.canonicalValue(column('t', 'calc_value'), 'decimal');
  const ofSet = binder.isOneOf(column('t', 'data_set_id'), sets);
  return selectFrom(dialect, binder, options, `t.id AS id, ${value} AS v`, ofSet);
}

/** @returns rows with `j`, a JSON object of the members; records that are not deleted come first, each part in the order of ids */
export function compileJsonRows(
  dialect: Dialect,
  space: string,
  entityType: EntityType,
  members: readonly (readonly [name: string, value: string])[],
  test: string,
): Statement {
  const binder = spaceBinder(dialect, space);
  const { text, values } = selectFrom(
    dialect,
    binder,
    entityType,
    `${dialect.jsonText(dialect.jsonObject(members))} AS j`,
    test,
  );
  return { text: `${text} ORDER BY t.is_deleted, t.id`, values };
}

/** @param files the entity type of stored files @returns a row with where the content is, of a file that is not deleted */
export function compileContentOf(
  dialect: Dialect,
  space: string,
  files: EntityType,
  by: 'id' | 'public_key',
  value: string,
): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT t.storage_key, t.filename, t.mime_type, t.size FROM ${identifier(tableName(files))} t ` +
      `WHERE t.space_id = ${binder.space} AND t.${by} = ${binder.bind(value)} AND NOT t.is_deleted`,
  );
}

/** @returns rows with `k`, of those keys that a file has, deleted or not */
export function compileKeysInUse(
  dialect: Dialect,
  space: string,
  files: EntityType,
  keys: readonly string[],
): Statement {
  const binder = spaceBinder(dialect, space);
  // A few lengths instead of any: each makes a statement that connections keep.
  const bound = Array.from({ length: 2 ** Math.ceil(Math.log2(keys.length)) }, (_, index) => keys[index] ?? keys[0]);
  const listed = bound.map((key) => binder.bind(key)).join(', ');
  return binder.statement(
    `SELECT t.storage_key AS k FROM ${identifier(tableName(files))} t ` +
      `WHERE t.space_id = ${binder.space} AND t.storage_key IN (${listed})`,
  );
}

/** @returns rows with `k`, the key of a stored file that a record names, each once and in their order, behind a key */
export function compileStorageKeys(
  dialect: Dialect,
  space: string,
  files: EntityType,
  after: string,
  limit: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT DISTINCT t.storage_key AS k FROM ${identifier(tableName(files))} t ` +
      `WHERE t.space_id = ${binder.space} AND t.storage_key > ${binder.bind(after)} ORDER BY 1 LIMIT ${limit}`,
  );
}

/** @returns one row with `k0`, `k1` …: whether each entity type has a record, deleted or not, of options in the given set */
export function compileHasRecords(
  dialect: Dialect,
  space: string,
  wanted: readonly { readonly entityType: EntityType; readonly dataSet?: string | undefined }[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const found = wanted.map(({ entityType, dataSet }, index) => {
    const ofSet = dataSet === undefined ? '' : ` AND t."data_set_id" = ${binder.bind(dataSet)}`;
    const table = identifier(tableName(entityType));
    return `EXISTS (SELECT 1 FROM ${table} t WHERE t."space_id" = ${binder.space}${ofSet}) AS k${index}`;
  });
  return binder.statement(`SELECT ${found.join(', ')}`);
}
