/**
 * What REST v1 should show of a record, worked out from what REST v100 shows and the names in the catalog. Pure.
 * Forms that the interface leaves open (how exact a date-time is) are brought to one form on both sides.
 */
import type { Catalog, EntityType, Field, ReferenceField, RowsField, ValueField } from '@headwater/catalog';
import { fromLegacyId } from '../../api/legacy-id.js';
import type { RecordJson } from '../../api/record.js';
import { isJsonObject, type Json } from '../../http/json.js';

/** One member: its v1 name, what it should hold, and how to bring what it holds to the same form. */
export interface MirroredMember {
  readonly name: string;
  readonly wanted: Json;
  read(value: Json | undefined): Json | undefined;
}

/** Numbers that REST v1 shows for users and units are not in REST v100, so only their type is compared. */
const someNumber = 'a number';

/** @returns a member for everything that REST v1 shows of the record */
export function legacyMirror(catalog: Catalog, entityType: EntityType, record: RecordJson): MirroredMember[] {
  return entityType.fields.flatMap((field) => mirrorField(catalog, entityType, field, record));
}

function mirrorField(catalog: Catalog, entityType: EntityType, field: Field, record: RecordJson): MirroredMember[] {
  const value = record[field.name] ?? null;
  if (field.kind === 'money') {
    return (['base_value', 'value_foreign', 'currency_id'] as const).map((part) => ({
      name: field.v1Names[part],
      wanted: isJsonObject(value) ? (value[part] ?? null) : null,
      read: part === 'currency_id' ? readId : (given) => given,
    }));
  }
  if (field.kind === 'rows' && field.v1Lists) {
    // Links do not say in which list their rows are.
    const isNone = Array.isArray(value) && value.length === 0;
    return field.v1Lists.map(({ name }) => ({
      name,
      wanted: isNone ? 0 : 'a list',
      read: (given) => (!Array.isArray(given) ? given : isNone ? given.length : 'a list'),
    }));
  }
  if (field.v1Name === null) return [];
  const name = field.v1Name;
  if (field.kind === 'value' && (field.hidden || field.writeOnly)) return [];
  switch (field.kind) {
    case 'value':
      return [{ name, ...mirrorValue(entityType, field, value) }];
    case 'reference':
      return [{ name, ...mirrorReference(catalog, field, record) }];
    case 'rows':
      return [{ name, ...mirrorRows(field, value) }];
  }
}

type Mirrored = Omit<MirroredMember, 'name'>;

function mirrorValue(entityType: EntityType, field: ValueField, value: Json): Mirrored {
  if (field.name === 'id') {
    return entityType.numbered ? { wanted: someNumber, read: readNumberKind } : { wanted: value, read: readId };
  }
  switch (field.type) {
    case 'boolean':
      return { wanted: value === null ? null : Number(value), read: (given) => given };
    case 'datetime':
      return { wanted: toSecond(value), read: toSecond };
    case 'uuid':
      return { wanted: value, read: readId };
    case 'uuids':
      // Those of users and units are numbers there.
      return { wanted: lengthOf(value), read: (given) => lengthOf(given ?? null) };
    default:
      return { wanted: value, read: (given) => given };
  }
}

function mirrorReference(catalog: Catalog, field: ReferenceField, record: RecordJson): Mirrored {
  const wanted = field.hasIdMember ? (record[field.name] ?? null) : idInLink(field, record);
  const isNumbered = field.targets.some((target) => catalog.entityType(target)?.numbered === true);
  if (!isNumbered) return { wanted, read: readId };
  return wanted === null ? { wanted, read: (given) => given } : { wanted: someNumber, read: readNumberKind };
}

function idInLink(field: ReferenceField, record: RecordJson): Json {
  const link = record[field.links[0]?.name ?? ''];
  return typeof link === 'string' ? (link.split('/').at(-1) ?? null) : null;
}

/** Rows come inline or as ids; of both, how many there are and which. */
function mirrorRows(field: RowsField, value: Json): Mirrored {
  const links = Array.isArray(value) ? value : [];
  const ids = links.map((link) => String(link).split('/').at(-1) ?? '');
  const idOfRow = (row: Json) => (field.v1Inline && isJsonObject(row) ? row.ID : row);
  if (field.single) {
    const wanted = typeof value === 'string' ? (value.split('/').at(-1) ?? null) : null;
    return { wanted, read: (given) => (given === null ? null : readId(idOfRow(given ?? null))) };
  }
  return {
    wanted: ids.sort(),
    read: (given) => (Array.isArray(given) ? given.map((row: Json) => String(readId(idOfRow(row)))).sort() : given),
  };
}

function readId(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? fromLegacyId(value) : value;
}

function lengthOf(value: Json): Json {
  return Array.isArray(value) ? value.length : value;
}

function readNumberKind(value: Json | undefined): Json | undefined {
  return Number.isInteger(value) ? someNumber : value;
}

function toSecond(value: Json | undefined): Json {
  return typeof value === 'string' ? value.replace('T', ' ').slice(0, 19) : (value ?? null);
}
