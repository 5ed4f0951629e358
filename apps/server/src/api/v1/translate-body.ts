/**
 * Turns a REST v1 record body into the v100 body that the core takes: names, ids, numbers of users and units, 0 and 1
 * for booleans. Whether values fit their fields, the core finds out.
 */
import {
  type Catalog,
  type EntityType,
  onlyShows,
  type ReferenceField,
  type RowsField,
  type ValueField,
} from '@headwater/catalog';
import type { Leaf } from '../../errors/validation-error.js';
import { maxRows } from '../../plan/change/plan-change.js';
import { isRecordBody, type RecordBody, RowsPart } from '../../request/write-request.js';
import { type LegacyField, legacyFields, parseLegacyId, parseRecordNumber } from './legacy-fields.js';

/** What a translation looks things up in. */
export interface BodyContext {
  readonly catalog: Catalog;
  /** @returns the uuid of the record of a numbered entity type; undefined when none has the number */
  readonly findIdByNumber: (entityType: string, number: number) => Promise<string | undefined>;
  /** Takes every error of the body. */
  readonly reject: (leaf: Leaf) => void;
  /** Lets other requests run now and then: a body may have tens of thousands of members. */
  readonly pause: () => Promise<void>;
  /** @returns ` Did you mean "x"?` when a name is close, else '' */
  readonly suggest: (given: string, names: () => Iterable<string>) => string;
}

/**
 * Waits on the database only for numbers of users and units, for all rows of a list at once.
 * @param body REST v1 names to JSON values. Read-only fields are left out, so that a record can be sent back as it
 *   came, but for the other side of a lookup, which the core compares; `ID` stays only in rows, where it names the row.
 */
export async function translateBody(
  context: BodyContext,
  entityType: EntityType,
  body: Readonly<Record<string, unknown>>,
): Promise<RecordBody> {
  const fields = legacyFields(context.catalog, entityType);
  const translated: Record<string, unknown> = {};
  const lists: GivenList[] = [];
  for (const [name, value] of Object.entries(body)) {
    await context.pause();
    const legacy = fields.get(name);
    if (legacy === undefined) {
      const hint = context.suggest(name, () => fields.keys());
      const message = `${entityType.v1?.entity ?? entityType.name} has no field "${name}".${hint}`;
      context.reject({ errorName: 'ERROR_UNKNOWN_MEMBER', message });
    } else if (legacy.kind === 'money') {
      const parts = translated[legacy.field.name];
      const part = { [legacy.part]: legacy.part === 'currency_id' ? plainId(value) : value };
      translated[legacy.field.name] = { ...(isRecordBody(parts) ? parts : {}), ...part };
    } else if (legacy.kind === 'list') {
      if (!legacy.field.readOnly) lists.push({ legacy, value });
    } else if (!legacy.field.readOnly || onlyShows(legacy.field)) {
      translated[legacy.field.name] = await translateMember(context, legacy, value);
    }
  }
  for (const field of new Set(lists.map(({ legacy }) => legacy.field))) {
    translated[field.name] = await translateLists(context, field, lists);
  }
  return withoutEmptyMoney(entityType, translated);
}

interface GivenList {
  readonly legacy: LegacyField & { readonly kind: 'list' };
  readonly value: unknown;
}

async function translateMember(
  context: BodyContext,
  legacy: Exclude<LegacyField, { kind: 'money' | 'list' }>,
  value: unknown,
): Promise<unknown> {
  switch (legacy.kind) {
    case 'value':
      return translateValue(legacy.field, value);
    case 'reference':
      return translateReference(context, legacy.name, legacy.field, value);
    case 'rows':
      return translateRows(context, legacy, value);
  }
}

function translateValue({ type }: ValueField, value: unknown): unknown {
  if (type === 'string' || type === 'text' || type === 'json') {
    return value;
  }
  if (value === '') {
    return null; // Only texts can be empty; for all else callers clear a field so.
  }
  switch (type) {
    case 'boolean':
      return value === 1 || value === '1' ? true : value === 0 || value === '0' ? false : value;
    case 'uuid':
      return plainId(value);
    case 'uuids':
      return Array.isArray(value) ? value.map(plainId) : value;
    default:
      return value;
  }
}

async function translateReference(
  context: BodyContext,
  name: string,
  field: ReferenceField,
  value: unknown,
): Promise<unknown> {
  if (value === null || value === '') {
    return null;
  }
  const target = field.targets.find((target) => context.catalog.existing(target).numbered);
  const isNumber = typeof value === 'string' || typeof value === 'number';
  const number = target === undefined || !isNumber ? undefined : parseRecordNumber(String(value));
  if (target === undefined || number === undefined) {
    return plainId(value);
  }
  const id = await context.findIdByNumber(target, number);
  if (id === undefined) {
    context.reject({
      errorName: 'ERROR_RELATIONS_DOESNT_EXIST',
      message: `${name}: there is no ${target} with the number ${number}.`,
    });
  }
  return id;
}

/** Rows come as objects, or as the bare ids that REST v1 shows of rows that are not inline. */
async function translateRows(
  context: BodyContext,
  { name, field, item }: LegacyField & { readonly kind: 'rows' },
  value: unknown,
): Promise<unknown> {
  const target = context.catalog.existing(field.target);
  const translateId = async (id: unknown) => (item ? translateReference(context, name, item, id) : plainId(id));
  const translate = async (row: unknown) =>
    isRecordBody(row) ? await translateRow(context, target, row) : { id: await translateId(row) };
  if (field.single) {
    return value === null || value === '' ? null : await translate(value);
  }
  // One that is too long is rejected as it is.
  if (!Array.isArray(value) || value.length > maxRows) return value;
  // Side by side: their numbers are looked up together.
  return Promise.all(value.map(translate));
}

/** What is in several of the lists, or twice in one, is one row: that of the list that the field has first. */
async function translateLists(context: BodyContext, field: RowsField, given: readonly GivenList[]): Promise<RowsPart> {
  const order = field.v1Lists ?? [];
  const lists = given
    .filter(({ legacy }) => legacy.field === field)
    .sort((one, other) => order.indexOf(one.legacy.list) - order.indexOf(other.legacy.list));
  const items = await Promise.all(lists.map((list) => translateList(context, list)));
  const seen = new Set<unknown>();
  const isFirst = ({ row: { id } }: ListItem) =>
    typeof id !== 'string' || (!seen.has(id) && seen.add(id) !== undefined);
  const wanted = items.flat().filter(isFirst);
  return new RowsPart(
    lists.map(({ legacy }) => legacy.list.where),
    wanted.map(({ row }) => row),
    wanted.map(({ place }) => place),
  );
}

interface ListItem {
  /** With the id of what is listed. */
  readonly row: Readonly<Record<string, unknown>>;
  /** In what was sent. */
  readonly place: string;
}

/** Numbers that are there for no record are left out: they are rejected already. */
async function translateList(context: BodyContext, { legacy, value }: GivenList): Promise<readonly ListItem[]> {
  const { name, list, item } = legacy;
  if (value === null || value === '') return [];
  if (!Array.isArray(value)) {
    context.reject({ errorName: 'ERROR_VALUE_INVALID', message: `${name}: must be an array.` });
    return [];
  }
  // Before each of them is looked up.
  if (value.length > maxRows) {
    context.reject({ errorName: 'ERROR_VALUE_INVALID', message: `${name}: must have at most ${maxRows} items.` });
    return [];
  }
  const ids = await Promise.all(value.map((one) => translateReference(context, name, item.field, one)));
  const items = ids.map((id, index) => ({ row: { ...list.where, id }, place: `${name}[${index}]` }));
  return items.filter(({ row }) => row.id !== undefined);
}

async function translateRow(
  context: BodyContext,
  target: EntityType,
  row: Readonly<Record<string, unknown>>,
): Promise<RecordBody> {
  const body = await translateBody(context, target, row);
  return row.ID === undefined ? body : { id: plainId(row.ID), ...body };
}

/** What is no id stays as it is, for the core to reject. */
function plainId(value: unknown): unknown {
  return typeof value === 'string' ? (parseLegacyId(value) ?? (value === '' ? null : value)) : value;
}

/** Money of which every part sent is null is no money. */
function withoutEmptyMoney(entityType: EntityType, body: Record<string, unknown>): RecordBody {
  for (const field of entityType.fields) {
    const money = field.kind === 'money' ? body[field.name] : undefined;
    if (isRecordBody(money) && Object.values(money).every((part) => part === null)) {
      body[field.name] = null;
    }
  }
  return body;
}
