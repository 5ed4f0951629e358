/**
 * What a field of a record holds: what was stored, or what follows from the record and from others, worked out when it is read.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { Json } from './json.js';
import { catalog, follow, type Rows, type StoredRecord, type Tables } from './tables.js';
import { unsetValue } from './values.js';

/** @param field of the entity type; for rows there is `rowsOf` */
export function fieldValue(tables: Tables, type: EntityType, record: StoredRecord, field: Field): Json {
  const { derived } = field;
  if (derived === undefined) return record[field.name] ?? unsetValue(field);
  const own = (name: string) => valueByName(tables, type, record, name);
  switch (derived.kind) {
    case 'join': {
      const parts = derived.fields.map(own).filter((part) => part !== null && part !== '');
      return parts.length === 0 ? null : parts.join(' ');
    }
    case 'primary': {
      const rows = rowsField(type, derived.rows);
      const row = rowsOf(tables, type, record, rows).find((each) => each[rows.primary ?? ''] === true);
      return row === undefined ? null : valueByName(tables, catalog.existing(rows.target), row, derived.member);
    }
    case 'collect': {
      const rows = rowsOf(tables, type, record, rowsField(type, derived.rows));
      const wanted = rows.filter((row) => holds(row, derived.where ?? {}));
      return [...new Set(wanted.map((row) => row[derived.member] ?? null))];
    }
    case 'days-since': {
      const since = own(derived.since);
      return typeof since === 'string' ? Math.floor((Date.now() - Date.parse(`${since}Z`)) / 86_400_000) : 0;
    }
    case 'favorite':
      // No key here speaks for a user.
      return false;
    case 'constant':
      return derived.value;
    case 'rule':
      return ruled(tables, record, derived.rule) ?? unsetValue(field);
    default:
      return unsetValue(field);
  }
}

function valueByName(tables: Tables, type: EntityType, record: StoredRecord, name: string): Json {
  const field = catalog.field(type.name, name);
  if (field === undefined) throw new Error(`${type.name} has no field ${name}`);
  return fieldValue(tables, type, record, field);
}

function rowsField(type: EntityType, name: string): Rows {
  const field = catalog.field(type.name, name);
  if (field?.kind !== 'rows') throw new Error(`${type.name}.${name} are no rows`);
  return field;
}

/** The rows of a record in their order. Those of a deleted record are the ones that were deleted with it. */
export function rowsOf(tables: Tables, type: EntityType, record: StoredRecord, field: Rows): readonly StoredRecord[] {
  const key = valueByName(tables, type, record, field.on);
  if (key === null) return [];
  const { sortBy } = field;
  const rows = tables
    .of(field.target)
    .filter((row) => row[field.via] === key && belongs(row, record) && holds(row, field.where ?? {}))
    .filter((row) => field.having === undefined || isSet(tables, catalog.existing(field.target), row, field.having));
  const place = (row: StoredRecord) => (sortBy === undefined ? 0 : Number(row[sortBy] ?? 0));
  const shown = rows.toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
  return field.single ? shown.toSorted((a, b) => (a.created < b.created ? -1 : 1)).slice(0, 1) : shown;
}

function belongs(row: StoredRecord, record: StoredRecord): boolean {
  return !row.is_deleted || (record.is_deleted && row.revision === record.revision);
}

function holds(row: StoredRecord, wanted: Readonly<Record<string, Json>>): boolean {
  return Object.entries(wanted).every(([name, value]) => row[name] === value);
}

/** @param name of a reference, or of one of its links: then what it leads to must be of the type of that link */
function isSet(tables: Tables, type: EntityType, row: StoredRecord, name: string): boolean {
  const member = catalog.member(type.name, name);
  if (member?.kind !== 'link') return (row[name] ?? null) !== null;
  return follow(tables, { targets: [member.link.target] }, row[member.field.name]) !== undefined;
}

/** What rules of single entity types say, as far as it is needed here. */
function ruled(tables: Tables, record: StoredRecord, rule: string): Json | undefined {
  switch (rule) {
    case 'lead-status':
      return record.is_archived === true ? 2 : 1;
    case 'opportunity-status':
      return record.is_archived === true ? 2 : isInLastStep(tables, record) ? 3 : 1;
    default:
      return undefined;
  }
}

function isInLastStep(tables: Tables, { step_id }: StoredRecord): boolean {
  const step = typeof step_id === 'string' ? tables.find('Step', step_id) : undefined;
  const others = tables.of('Step').filter((each) => !each.is_deleted && each.pipeline_id === step?.pipeline_id);
  return step !== undefined && others.every((each) => Number(each.sort_order) <= Number(step.sort_order));
}
