/**
 * What a new record has in fields that its body leaves out.
 */
import { randomUUID } from 'node:crypto';
import type { EntityType, Field } from '@headwater/catalog';
import type { Json } from './json.js';
import { catalog, follow, type Reference, type StoredRecord, type Tables } from './tables.js';
import { unsetValue } from './values.js';
import type { WriteContext } from './write-context.js';

/** @param given values by name of the field @returns a value for every field that is stored */
export function withDefaults(
  context: WriteContext,
  type: EntityType,
  id: string,
  given: ReadonlyMap<string, Json>,
): StoredRecord {
  const { now, revision } = context;
  const system = { id, is_deleted: false, revision };
  const values: Record<string, Json> = {};
  const stored = type.fields.filter((field) => field.kind !== 'rows' && field.derived === undefined);
  // Defaults by way of a relation come last: the relation may be a default itself.
  const isLast = (field: Field) => Number(field.default?.kind === 'through');
  for (const field of stored.toSorted((a, b) => isLast(a) - isLast(b))) {
    const value = given.get(field.name);
    values[field.name] =
      value === undefined ? (apiName(field, given) ?? defaultOf(context, type, field, values)) : value;
  }
  const [created, modified] = [String(values.created ?? now), String(given.get('modified') ?? now)];
  return { ...values, ...system, created, modified };
}

/** An entity type of the space's own is called after its name. */
function apiName({ name }: Field, given: ReadonlyMap<string, Json>): Json | undefined {
  if (name !== 'entity_api_name' || !given.has('name_singular')) return undefined;
  const words = String(given.get('name_singular')).match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 50);
}

function defaultOf(
  { tables, now }: WriteContext,
  type: EntityType,
  field: Field,
  values: Readonly<Record<string, Json>>,
): Json {
  const fallback = field.default;
  switch (fallback?.kind) {
    case 'value':
      return fallback.value;
    case 'now':
      return now;
    case 'first-record':
      return oldest(tables, field, fallback.where);
    case 'through': {
      const reference = catalog.field(type.name, fallback.reference) as Reference;
      const value = follow(tables, reference, values[reference.name])?.record[fallback.member] ?? null;
      return value === null && !field.nullable ? oldest(tables, field, undefined) : value;
    }
    default:
      return field.nullable ? unsetValue(field) : blank(type, field, now);
  }
}

function oldest(tables: Tables, field: Field, where: string | undefined): Json {
  const [target = ''] = (field as Reference).targets;
  const [first] = tables
    .of(target)
    .filter((record) => !record.is_deleted && (where === undefined || record[where] === true))
    .toSorted((a, b) => (a.created < b.created ? -1 : Number(a.created > b.created)));
  return first?.id ?? null;
}

/** In place of what rules of the entity type would work out, and which is never null. */
function blank({ required }: EntityType, field: Field, now: string): Json {
  if (field.kind !== 'value' || required.includes(field.name)) return unsetValue(field);
  const [option] = field.enum ?? [];
  if (option !== undefined) return option.value;
  const blanks = {
    boolean: false,
    integer: 0,
    float: 0,
    decimal: 0,
    datetime: now,
    uuid: randomUUID(),
    string: '',
    text: '',
  };
  return Object.hasOwn(blanks, field.type) ? blanks[field.type as keyof typeof blanks] : unsetValue(field);
}
