/**
 * Whether a record would be valid: everything that is wrong with it, at once.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { Json } from './json.js';
import type { Findings } from './rejection.js';
import { follow, type Reference, type StoredRecord } from './tables.js';
import type { WriteContext } from './write-context.js';

/** @param before undefined for a new record @param changed names of the fields that the body sets */
export function validate(
  context: WriteContext,
  type: EntityType,
  record: StoredRecord,
  before: StoredRecord | undefined,
  changed: ReadonlySet<string>,
  findings: Findings,
): void {
  const isAsked = (name: string) => before === undefined || !context.level.changedOnly || changed.has(name);
  for (const field of type.fields) {
    const { name, derived, kind } = field;
    if (kind === 'rows' || derived !== undefined || findings.has(name)) continue;
    const value = record[name] ?? null;
    if (field.writeOnce && before !== undefined && !isSame(before[name] ?? null, value)) {
      findings.add(name, 'ERROR_WRITE_ONCE', `"${name}" is given on create and cannot be changed.`);
    }
    if (!isAsked(name)) continue;
    if (isMissing(type, field, value)) findings.add(name, 'ERROR_PARAMETER_MISSING', `"${name}" has no value.`);
    if (value === null) continue;
    if (kind === 'reference') {
      checkReference(context, type, record, field, String(value), isSame(before?.[name] ?? null, value), findings);
    }
    if (kind === 'value' && field.unique && !isUnset(value)) checkUnique(context, type, record, name, findings);
  }
  for (const group of type.requiredAnyOf) {
    if (!group.some(isAsked) || group.some((name) => !isUnset(record[name] ?? null))) continue;
    findings.add(undefined, 'ERROR_PARAMETER_MISSING', `One of ${group.join(', ')} must have a value.`);
  }
}

function isMissing({ required }: EntityType, field: Field, value: Json): boolean {
  if (required.includes(field.name)) return isUnset(value);
  const isServers = field.readOnly || field.default === undefined;
  return value === null && !field.nullable && !isServers;
}

function isUnset(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function checkReference(
  context: WriteContext,
  type: EntityType,
  record: StoredRecord,
  field: Reference,
  id: string,
  isKept: boolean,
  findings: Findings,
): void {
  const { tables, level } = context;
  const { name } = field;
  const related = follow(tables, field, id)?.record;
  if (related === undefined) {
    const targets = field.targets.join(' or ');
    findings.add(name, 'ERROR_RELATIONS_DOESNT_EXIST', `"${name}" is ${id}, which is the id of no ${targets}.`);
    return;
  }
  if (related.is_deleted && !level.deletedToo && !isKept) {
    findings.add(name, 'ERROR_RELATION_DELETED', `"${name}" is ${id}, which is deleted.`);
  }
  if (field.dataSet !== undefined && related.data_set_id !== field.dataSet) {
    findings.add(name, 'ERROR_VALUE_INVALID', `"${name}" is ${id}, which is no option of its set.`);
  }
  if (field.hierarchy && isAbove(context, type, record, name, id)) {
    findings.add(name, 'ERROR_VALUE_INVALID', `"${name}" is ${id}, which would put the record above itself.`);
  }
}

/** Whether the record is on the way up from the one with the id. */
function isAbove(
  { tables }: WriteContext,
  type: EntityType,
  record: StoredRecord,
  member: string,
  id: string,
): boolean {
  const seen = new Set<string>();
  for (let above: Json = id; typeof above === 'string' && !seen.has(above); ) {
    if (above === record.id) return true;
    seen.add(above);
    above = tables.find(type.name, above)?.[member] ?? null;
  }
  return false;
}

/** @param name of a member of which no two records share a value */
export function checkUnique(
  { tables }: WriteContext,
  type: EntityType,
  record: StoredRecord,
  name: string,
  findings: Findings,
): void {
  const holder = tables
    .of(type.name)
    .find((other) => other.id !== record.id && !other.is_deleted && isSame(other[name] ?? null, record[name] ?? null));
  if (holder === undefined) return;
  findings.add(name, 'ERROR_VALUE_NOT_UNIQUE', `"${name}" has a value that ${type.name} ${holder.id} already has.`);
}
