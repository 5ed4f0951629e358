/**
 * The writes of one record. They throw what is wrong with it, and leave a fork behind that nobody adopts then.
 */
import { randomUUID } from 'node:crypto';
import type { EntityType } from '@headwater/catalog';
import { readBody } from './bodies.js';
import { withDefaults } from './defaults.js';
import { rowsOf } from './derived.js';
import type { Json, JsonObject } from './json.js';
import { keepOnePrimary, promoteOther } from './primary-rows.js';
import { badParameter, Findings, rejection } from './rejection.js';
import { writeRows } from './rows.js';
import { catalog, type StoredRecord } from './tables.js';
import { checkUnique, validate } from './validity.js';
import { readUuid, readValue } from './values.js';
import type { WriteContext } from './write-context.js';

/** @param id of the new record; undefined: as the body says, or any @returns its id @throws Rejection */
export function create(context: WriteContext, type: EntityType, body: JsonObject, id?: string): string {
  const { id: said, revision, ...members } = body;
  const given = said ?? undefined;
  const own = given === undefined ? undefined : readUuid(given);
  const findings = new Findings(type.name, id ?? own ?? randomUUID());
  if (given !== undefined && (own === undefined || !(context.level.readOnlyToo || own === id))) {
    findings.add(
      'id',
      'ERROR_VALUE_INVALID',
      '"id" can be given with bit 8 of validation-level only, and must be one.',
    );
  }
  if (context.tables.find(type.name, findings.id) !== undefined) {
    findings.add('id', 'ERROR_VALUE_NOT_UNIQUE', `There is, or was, a ${type.name} ${findings.id}.`);
  }
  expectRevision(revision, findings);
  return storeAlone(context, type, undefined, members, findings);
}

/** @param record not deleted @throws Rejection */
export function update(context: WriteContext, type: EntityType, record: StoredRecord, body: JsonObject): string {
  const { id, revision, ...members } = body;
  const findings = new Findings(type.name, record.id);
  if ((id ?? null) !== null && readUuid(id) !== record.id)
    findings.add('id', 'ERROR_WRITE_ONCE', '"id" cannot be changed.');
  if (typeof revision === 'number' && revision !== record.revision) throw revisionConflict(type, record);
  expectRevision(revision, findings);
  return storeAlone(context, type, record, members, findings);
}

function expectRevision(revision: Json | undefined, findings: Findings): void {
  const isNumber = Number.isInteger(revision) || (revision ?? null) === null;
  if (!isNumber) findings.add('revision', 'ERROR_VALUE_INVALID', 'The value of "revision" is no whole number.');
}

export function revisionConflict(type: EntityType, { id, revision }: StoredRecord) {
  return rejection('ERROR_REVISION_CONFLICT', `${type.name} ${id} has the revision ${revision} now.`);
}

/** Marks the record as deleted, and the rows that belong to it. @throws Rejection */
export function remove(context: WriteContext, type: EntityType, record: StoredRecord): string {
  if (record.is_delete_protected === true)
    throw rejection('ERROR_DELETE_PROTECTED', `${type.name} ${record.id} is protected.`);
  mark(context, type, record, true);
  promoteOther(context, type, record);
  return record.id;
}

/** Takes the mark from the record and from the rows that were deleted with it. @throws Rejection */
export function restore(context: WriteContext, type: EntityType, record: StoredRecord): string {
  if (!record.is_deleted) return record.id;
  const findings = new Findings(type.name, record.id);
  for (const field of type.fields)
    if (field.kind === 'value' && field.unique && !['', null].includes(record[field.name] as string | null))
      checkUnique(context, type, record, field.name, findings);
  findings.expectNone();
  mark(context, type, record, false);
  return record.id;
}

/**
 * Changes the record that has the value, or makes one with it.
 * @param field name of a unique member, or `id`
 * @returns its id, and whether it is new @throws Rejection
 */
export function upsert(
  context: WriteContext,
  type: EntityType,
  field: string,
  text: string,
  body: JsonObject,
  admit: (record: StoredRecord | undefined) => void,
): { readonly id: string; readonly isNew: boolean } {
  const value = keyValue(type, field, text);
  const found = context.tables.of(type.name).find((each) => each[field] === value && !each.is_deleted);
  admit(found);
  const said = body[field];
  const findings = new Findings(type.name, found?.id ?? randomUUID());
  if (said !== undefined && (field === 'id' ? readUuid(said) : said) !== value) {
    findings.add(field, 'ERROR_VALUE_INVALID', `"${field}" differs from the address.`);
    findings.expectNone();
  }
  if (found !== undefined) return { id: update(context, type, found, body), isNew: false };
  const id =
    field === 'id' ? create(context, type, body, String(value)) : create(context, type, { ...body, [field]: value });
  return { id, isNew: true };
}

function keyValue(type: EntityType, name: string, text: string): Json {
  const field = catalog.field(type.name, name);
  if (name !== 'id' && !(field?.kind === 'value' && field.unique)) {
    throw badParameter('field', `is "${name}", which is no unique member of ${type.name}`);
  }
  const isNumber = field?.kind === 'value' && ['integer', 'float', 'decimal'].includes(field.type);
  const read = field?.kind === 'value' ? readValue(field, isNumber ? Number(text) : text) : { problem: 'is no value' };
  if ('problem' in read) throw badParameter('value', `is "${text}", which ${read.problem}`);
  return read.value;
}

function storeAlone(
  context: WriteContext,
  type: EntityType,
  before: StoredRecord | undefined,
  body: JsonObject,
  findings: Findings,
): string {
  const record = store(context, type, before, body, {}, findings);
  if (findings.isEmpty) keepOnePrimary(context, type, record, findings);
  findings.expectNone();
  return record.id;
}

/** Writes a record with its rows, whatever is wrong with it. */
function store(
  context: WriteContext,
  type: EntityType,
  before: StoredRecord | undefined,
  body: JsonObject,
  fixed: JsonObject,
  findings: Findings,
): StoredRecord {
  const { values, rows } = readBody(context, type, body, before, findings);
  for (const [name, value] of Object.entries(fixed)) values.set(name, value);
  // In a new record null is as if it were left out.
  if (before === undefined) for (const [name, value] of values) if (value === null) values.delete(name);
  const { now: modified, revision } = context;
  const record =
    before === undefined
      ? withDefaults(context, type, findings.id, values)
      : { ...before, modified, ...Object.fromEntries(values), revision };
  context.tables.put(type.name, record);
  validate(context, type, record, before, new Set(values.keys()), findings);
  for (const [field, items] of rows)
    writeRows(context, type, record, field, items, { store: storeRow, remove: removeRow }, findings);
  return record;
}

function storeRow(
  context: WriteContext,
  type: EntityType,
  before: StoredRecord | undefined,
  body: JsonObject,
  fixed: JsonObject,
): { readonly id: string; readonly findings: Findings } {
  const findings = new Findings(type.name, before?.id ?? randomUUID());
  return { id: store(context, type, before, body, fixed, findings).id, findings };
}

function removeRow(context: WriteContext, type: EntityType, record: StoredRecord): void {
  mark(context, type, record, true);
}

function mark(context: WriteContext, type: EntityType, record: StoredRecord, is_deleted: boolean): void {
  const { tables, now: modified, revision } = context;
  for (const field of type.fields) {
    if (field.kind !== 'rows' || !field.owned) continue;
    for (const row of rowsOf(tables, type, record, field))
      mark(context, catalog.existing(field.target), row, is_deleted);
  }
  tables.put(type.name, { ...record, is_deleted, modified, revision });
}
