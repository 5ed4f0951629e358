/**
 * The members of a body, read into values of fields. Whether the record is valid with them is asked later.
 */
import type { EntityType, Field } from '@headwater/catalog';
import { isObject, type Json, type JsonObject } from './json.js';
import type { Findings } from './rejection.js';
import { catalog, type Reference, type Rows, type StoredRecord } from './tables.js';
import { type Read, readMoney, readUuid, readValue, unsetValue } from './values.js';
import type { WriteContext } from './write-context.js';

export interface Changes {
  /** By name of the field. */
  readonly values: Map<string, Json>;
  /** Items of the rows that are written inside the record. */
  readonly rows: Map<Rows, Json>;
}

/** The server's own, whatever a body says. */
const neverWritten = ['id', 'is_deleted', 'revision'];

/** Reads what can be written; what cannot be read goes to `findings`, and what only answers have is ignored. */
export function readBody(
  context: WriteContext,
  type: EntityType,
  body: JsonObject,
  before: StoredRecord | undefined,
  findings: Findings,
): Changes {
  const changes: Changes = { values: new Map(), rows: new Map() };
  for (const [name, value] of Object.entries(body)) {
    const member = catalog.member(type.name, name);
    if (member === undefined) {
      findings.add(name, 'ERROR_UNKNOWN_MEMBER', `${type.name} has no member "${name}".`);
      continue;
    }
    const { field } = member;
    if (!isWritten(context, field)) continue;
    if (field.kind === 'rows') {
      if (field.owned) changes.rows.set(field, value);
      continue;
    }
    // The id member wins.
    if (member.kind === 'link' && member.field.hasIdMember && Object.hasOwn(body, field.name)) continue;
    const read =
      member.kind === 'link'
        ? readRelated(context, member.field, value)
        : readMember(context, field, value, before?.[field.name]);
    if (read === undefined) continue;
    if ('problem' in read)
      findings.add(field.name, 'ERROR_VALUE_INVALID', `The value of "${field.name}" ${read.problem}.`);
    else changes.values.set(field.name, read.value);
  }
  return changes;
}

function isWritten({ level }: WriteContext, { name, derived, readOnly }: Field): boolean {
  return derived === undefined && !neverWritten.includes(name) && (!readOnly || level.readOnlyToo);
}

function readMember({ tables }: WriteContext, field: Exclude<Field, Rows>, value: Json, soFar: Json | undefined): Read {
  if (value === null) return { value: unsetValue(field) };
  if (field.kind === 'value') return readValue(field, value);
  if (field.kind === 'money') {
    const base = tables.of('Currency').find((currency) => currency.is_base === true && !currency.is_deleted);
    const own = isObject(soFar) ? soFar.currency_id : null;
    return readMoney(value, base?.id ?? null, typeof own === 'string' ? own : null);
  }
  const id = readUuid(value);
  return id === undefined ? { problem: 'is no id' } : { value: id };
}

/** The related record as an object with its id, as its link or id, or as the name of an option. @returns undefined when nothing is said */
function readRelated(context: WriteContext, field: Reference, value: Json): Read | undefined {
  if (value === null) return field.links.length > 1 ? undefined : { value: null };
  if (isObject(value)) {
    const id = value.id === null ? null : readUuid(value.id);
    return id === undefined ? { problem: 'has no id' } : { value: id };
  }
  const link = typeof value === 'string' ? readLink(context, value, field.targets) : 'none';
  if (link === 'elsewhere') return undefined;
  if (link !== 'none') return { value: link.id };
  const id = readUuid(value);
  if (id !== undefined) return { value: id };
  const option = context.tables
    .of('Data')
    .find((data) => data.data_set_id === field.dataSet && data.option_name === value && !data.is_deleted);
  return option === undefined
    ? { problem: `is no related record; set "${field.name}" to an id instead` }
    : { value: option.id };
}

/**
 * @param targets entity types that the link may lead to
 * @returns the id in the link; `elsewhere` for the link of another space, `none` for any other text
 */
export function readLink(
  { spacePath }: WriteContext,
  text: string,
  targets: readonly string[],
): { readonly id: string } | 'elsewhere' | 'none' {
  if (!URL.canParse(text)) return 'none';
  const { pathname } = new URL(text);
  const [, space, collection = '', id] =
    /^(\/api\/v100\/rest\/spaces\/[^/]+)\/entities\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  const uuid = readUuid(id);
  const target = catalog.byCollection(collection);
  if (uuid === undefined || target === undefined || !targets.includes(target.name)) return 'none';
  return space === spacePath ? { id: uuid } : 'elsewhere';
}
