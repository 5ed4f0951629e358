/**
 * Rows that are written inside their parent: the items of a body are the whole set.
 */

import type { EntityType } from '@headwater/catalog';
import { readLink } from './bodies.js';
import { rowsOf } from './derived.js';
import { isObject, type Json, type JsonObject } from './json.js';
import type { Findings } from './rejection.js';
import { catalog, type Rows, type StoredRecord } from './tables.js';
import { readUuid } from './values.js';
import type { WriteContext } from './write-context.js';

/** What is done with rows as with all records. */
export interface RowWrites {
  /** @param fixed values that a row has whatever its body says @returns what is wrong with the row, and its id */
  store(
    context: WriteContext,
    type: EntityType,
    before: StoredRecord | undefined,
    body: JsonObject,
    fixed: JsonObject,
  ): { readonly id: string; readonly findings: Findings };
  remove(context: WriteContext, type: EntityType, record: StoredRecord): void;
}

/** @param items as the body has them */
export function writeRows(
  context: WriteContext,
  type: EntityType,
  record: StoredRecord,
  field: Rows,
  items: Json,
  writes: RowWrites,
  findings: Findings,
): void {
  const list = field.single && !Array.isArray(items) ? (items === null ? [] : [items]) : items;
  if (!Array.isArray(list)) {
    findings.add(field.name, 'ERROR_VALUE_INVALID', `"${field.name}" is no list.`);
    return;
  }
  const target = catalog.existing(field.target);
  const there = rowsOf(context.tables, type, record, field);
  const fixed = { ...field.where, [field.via]: record[field.on] ?? null };
  const kept = new Set<string>();
  for (const item of list) {
    const read = readItem(context, field, item, there, kept);
    if (read === undefined) {
      const text = JSON.stringify(item);
      findings.add(field.name, 'ERROR_VALUE_INVALID', `"${field.name}" has the item ${text}, which names no row.`);
      continue;
    }
    if (read.row !== undefined) kept.add(read.row.id);
    if (isObject(item) && typeof item.id === 'string') kept.add(item.id.toLowerCase());
    if (read.row !== undefined && Object.keys(read.body).length === 0) continue;
    const stored = writes.store(context, target, read.row, read.body, fixed);
    kept.add(stored.id);
    findings.addRow(field.name, stored.findings);
  }
  for (const row of there) if (!kept.has(row.id)) writes.remove(context, target, row);
  const { primary } = field;
  if (primary === undefined || list.length === 0) return;
  const flagged = rowsOf(context.tables, type, record, field).filter((row) => row[primary] === true);
  if (flagged.length !== 1) {
    const message = `Error on field ${field.name}. Exactly one '${primary}' item must be set.`;
    findings.add(field.name, 'ERROR_PRIMARY_RELATION', message);
  }
}

interface Item {
  /** Undefined: a new one. */
  readonly row: StoredRecord | undefined;
  readonly body: JsonObject;
}

/**
 * An item names a row that is there, the record that a row points at, or neither: then it is a new row.
 * @returns undefined when it names what there is not
 */
function readItem(
  context: WriteContext,
  { target, item: pointer }: Rows,
  item: Json,
  there: readonly StoredRecord[],
  taken: ReadonlySet<string>,
): Item | undefined {
  const { id: named, ...body } = isObject(item) ? item : { id: textId(context, target, pointer, item) };
  if (named === undefined) return isObject(item) ? { row: undefined, body } : undefined;
  const id = readUuid(named);
  if (id !== undefined && taken.has(id)) return undefined;
  const free = there.filter((row) => !taken.has(row.id));
  const row = free.find((each) => each.id === id);
  if (row !== undefined) return { row, body };
  if (id === undefined || pointer === undefined || Object.hasOwn(body, pointer)) return undefined;
  const pointing = free.find((each) => each[pointer] === id);
  return pointing === undefined ? { row: undefined, body: { ...body, [pointer]: id } } : { row: pointing, body };
}

/** The id in a text: it is one, or the link of a row or of the record that a row points at. */
function textId(context: WriteContext, target: string, pointer: string | undefined, item: Json): string | undefined {
  if (typeof item !== 'string') return undefined;
  const field = pointer === undefined ? undefined : catalog.field(target, pointer);
  const link = readLink(context, item, [target, ...(field?.kind === 'reference' ? field.targets : [])]);
  return typeof link === 'object' ? link.id : readUuid(item);
}
