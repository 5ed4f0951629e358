/**
 * Reads a record body against the catalog: members become fields, JSON values canonical ones, and every mistake is gathered.
 * Pure: what only the database knows is checked later.
 */
import type { Catalog, EntityType, Field, ReferenceField, RowsField } from '@headwater/catalog';
import { suggestion } from '../errors/closest-name.js';
import { type RecordBody, validationBits } from '../request/write-request.js';
import type { Change, MoneyChange, RowChange, RowsChange } from './change.js';
import { memberNames } from './field-path.js';
import { type FieldLeaf, inItem, invalid, primaryWanted, unknownMember } from './mistakes.js';
import { isUuid, parseDecimal, roundAmount } from './operand.js';
import { parseValue } from './parse-value.js';

/** Set by the service alone, whatever the validation level. */
const neverWritten = new Set(['id', 'revision', 'is_deleted']);

/** Rows that one body may hold in one relation; larger sets are written through the rows' own collection. */
const maxRows = 1_000;

export function planChange(
  catalog: Catalog,
  entityType: EntityType,
  body: RecordBody,
  validationLevel: number,
): Change {
  const change: Change = {
    entityType,
    values: new Map(),
    money: new Map(),
    rows: new Map(),
    mistakes: [],
    expectedRevision: Number.isInteger(body.revision) ? Number(body.revision) : undefined,
  };
  for (const [name, given] of Object.entries(body)) {
    const member = catalog.member(entityType.name, name);
    if (!member) {
      change.mistakes.push(unknownMember(entityType, name, suggestion(name, memberNames(entityType))));
    } else if (member.kind === 'value' && isWritable(member.field, validationLevel)) {
      planMember(catalog, change, member.field, given, validationLevel);
    }
  }
  return change;
}

function isWritable(field: Field, validationLevel: number): boolean {
  if (neverWritten.has(field.name) || field.derived) return false;
  return !field.readOnly || (validationLevel & validationBits.readOnlyWritable) !== 0;
}

function planMember(catalog: Catalog, change: Change, field: Field, given: unknown, validationLevel: number): void {
  switch (field.kind) {
    case 'value': {
      const parsed = parseValue(field, given);
      if ('value' in parsed) change.values.set(field.name, parsed.value);
      else change.mistakes.push(invalid(field.name, parsed.problem));
      return;
    }
    case 'reference':
      planReference(change, field, given);
      return;
    case 'money': {
      const money = parseMoney(given);
      if (typeof money === 'string') change.mistakes.push(invalid(field.name, money));
      else change.money.set(field.name, money);
      return;
    }
    case 'rows':
      // Rows with a life of their own are written through their own collection.
      if (field.owned) planRows(catalog, change, field, given, validationLevel);
  }
}

function planReference(change: Change, field: ReferenceField, given: unknown): void {
  if (given === null || given === '') change.values.set(field.name, null);
  else if (isUuid(given)) change.values.set(field.name, given.toLowerCase());
  else change.mistakes.push(invalid(field.name, 'must be a uuid.'));
}

/** @returns the amount, or what is wrong with it */
function parseMoney(given: unknown): MoneyChange | null | string {
  if (given === null) return null;
  if (typeof given !== 'object' || Array.isArray(given)) {
    return 'must be an object with base_value or value_foreign, and currency_id.';
  }
  const money: { base_value?: string | null; value_foreign?: string | null; currency_id?: string | null } = {};
  for (const [part, value] of Object.entries(given)) {
    if (part === 'currency_id') {
      if (value !== null && !isUuid(value)) return 'currency_id must be a uuid.';
      money.currency_id = value === null ? null : value.toLowerCase();
    } else if (part === 'base_value' || part === 'value_foreign') {
      const amount = value === null ? null : parseAmount(value);
      if (amount === undefined) return `${part} must be a number with at most 14 digits before the point.`;
      money[part] = amount;
    } else {
      return `has no part "${part}"; its parts are base_value, currency_id and value_foreign.`;
    }
  }
  return money;
}

function parseAmount(value: unknown): string | undefined {
  const decimal = typeof value === 'number' || typeof value === 'string' ? parseDecimal(String(value)) : undefined;
  return decimal === undefined ? undefined : roundAmount(decimal);
}

function planRows(catalog: Catalog, change: Change, field: RowsField, given: unknown, validationLevel: number): void {
  if (given === null) {
    change.rows.set(field.name, { field, items: [] });
  } else if (!Array.isArray(given)) {
    change.mistakes.push(invalid(field.name, 'must be an array of objects.'));
  } else if (given.length > maxRows) {
    change.mistakes.push(
      invalid(field.name, `must have at most ${maxRows} items; write more through ${field.target}.`),
    );
  } else {
    const items = given.map((item, index) => planRow(catalog, change, field, item, index, validationLevel));
    change.rows.set(field.name, { field, items: items.filter((item) => item !== undefined) });
  }
}

function planRow(
  catalog: Catalog,
  change: Change,
  field: RowsField,
  given: unknown,
  index: number,
  validationLevel: number,
): RowChange | undefined {
  const target = catalog.existing(field.target);
  // What an answer shows for a row is its link: sent back, it keeps the row.
  const body = typeof given === 'string' ? { id: given.slice(given.lastIndexOf('/') + 1) } : given;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    change.mistakes.push(invalid(field.name, `item ${index} must be an object.`));
    return undefined;
  }
  const { id, [field.via]: _parent, ...members } = body as Record<string, unknown>;
  if (id !== undefined && id !== null && !isUuid(id)) {
    change.mistakes.push(invalid(field.name, `item ${index}: id must be a uuid.`));
    return undefined;
  }
  const nested = planChange(catalog, target, members, validationLevel);
  change.mistakes.push(...nested.mistakes.map((mistake) => inItem(field, index, mistake)));
  return { id: isUuid(id) ? id.toLowerCase() : undefined, change: nested };
}

/**
 * Checks that exactly one row of a set is primary. An empty set has none.
 * @param isPrimaryNow whether an existing row, whose flag the body leaves out, is primary
 */
export function checkPrimary(rows: RowsChange, isPrimaryNow: (id: string) => boolean): FieldLeaf | undefined {
  const { primary, name } = rows.field;
  if (primary === undefined || rows.items.length === 0) return undefined;
  const flagged = rows.items.filter(({ id, change }) => {
    const given = change.values.get(primary);
    return given === undefined ? id !== undefined && isPrimaryNow(id) : given === true;
  });
  return flagged.length === 1 ? undefined : primaryWanted(name);
}
