/**
 * What writes of custom fields and their options must know of the records of the space. Each is one value of the lookup.
 */
import type { EntityType, ReferenceField, ValueField } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { customValue } from '../custom-values/custom-value.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import type { Fact, Lookups, QuestionScope } from './lookups.js';

/** A record that shares a value with another one. */
export interface SharedValue {
  readonly value: Operand;
  readonly id: string;
}

/** Records that are listed where values are shared. */
const maxShared = 10;

/** The api names of an entity type's deleted fields, as the text of a JSON array. @param fields the entity type of Field records */
export function namesOfDeletedFields(lookups: Lookups, fields: EntityType, entityName: string): Fact {
  return lookups.ask('names of deleted fields', [['string', entityName]], ([name], { dialect, inSpace }) => {
    const apiName = dialect.jsonValue(column('t', 'api_name'), 'string');
    const names = dialect.jsonText(dialect.jsonArrayOf(apiName, [], 't.id'));
    const conditions = [inSpace('t'), `${column('t', 'entity_name')} = ${name}`, column('t', 'is_deleted')];
    return `(SELECT ${names} FROM ${recordsOf(dialect, fields)} t WHERE ${conditions.join(' AND ')})`;
  });
}

/** Records, not deleted, that share a value of a custom field: some of them, by value, as the text of a JSON array of `SharedValue`. */
export function sharedValues(lookups: Lookups, entityType: EntityType, field: ValueField): Fact {
  return lookups.ask(`shared ${entityType.name} ${field.name}`, [], (_, scope) => {
    const { dialect } = scope;
    const [rows, all, other] = ['v', 'g', 'o'].map((alias) => keptOf(scope, field, alias)) as [Kept, Kept, Kept];
    // Along the index: what nobody shares is not looked at again.
    const several = `SELECT g.value FROM ${all.from} WHERE ${all.conditions} GROUP BY g.value HAVING count(*) > 1`;
    const pairedField =
      `EXISTS (SELECT 1 FROM ${other.from} WHERE ${other.conditions} AND o.value = v.value AND o.record_id <> v.record_id ` +
      `AND ${isLiving(scope, entityType, 'o')})`;
    const found =
      `SELECT v.value AS value, v.record_id AS id FROM ${rows.from} WHERE ${rows.conditions} AND v.value IN (${several}) ` +
      `AND ${isLiving(scope, entityType, 'v')} AND ${pairedField} ORDER BY v.value, v.record_id LIMIT ${maxShared}`;
    const item = dialect.jsonObject([
      ['value', dialect.jsonValue('d.value', field.type)],
      ['id', dialect.jsonValue('d.id', 'uuid')],
    ]);
    return `(SELECT ${dialect.jsonText(dialect.jsonArrayOf(item, ['d.value'], 'd.id'))} FROM (${found}) d)`;
  });
}

/** The id of some record, deleted or not, that has a value in a custom field. */
export function recordWithValue(lookups: Lookups, field: ValueField): Fact {
  return lookups.ask(`value in ${field.custom?.id}`, [], (_, scope) => {
    const { from, conditions } = keptOf(scope, field, 'v');
    return `(SELECT v.record_id FROM ${from} WHERE ${conditions} AND v.value IS NOT NULL LIMIT 1)`;
  });
}

/** The values of the space that are still to be recomputed, as the text of a JSON array of `{subject, record_ids}`. */
export function recomputeJobs(lookups: Lookups): Fact {
  return lookups.ask('recompute jobs', [], (_, { dialect, inSpace }) => {
    const members = ['subject', 'record_ids'].map((name): [string, string] => [
      name,
      dialect.jsonValue(column('j', name), 'string'),
    ]);
    const rows = dialect.jsonArrayOf(dialect.jsonObject(members), [], column('j', 'subject'));
    const isRecompute = `${column('j', 'action')} = 'recompute-values'`;
    return `(SELECT ${dialect.jsonText(rows)} FROM "jobs" j WHERE ${inSpace('j')} AND ${isRecompute})`;
  });
}

/** The action of the job that applies the last change of a Field or Entity record; null when there is none. */
export function changeJob(lookups: Lookups, recordId: string): Fact {
  return lookups.ask('change job', [['string', recordId]], ([at], { inSpace }) => {
    return `(SELECT j."action" FROM "jobs" j WHERE ${inSpace('j')} AND j."subject" = ${at})`;
  });
}

/** An entity type of a space that is deleted. */
export interface DeletedEntityType {
  /** The entity type of Entity records. */
  readonly entities: EntityType;
  readonly name: string;
}

/** How many records, not deleted, have an option chosen in a field. @param kind whose records count too that were deleted with it */
export function countOfChoices(
  lookups: Lookups,
  entityType: EntityType,
  field: ReferenceField,
  option: string,
  kind?: DeletedEntityType,
): Fact {
  return lookups.ask(`choices ${entityType.name} ${field.name}`, [['uuid', option]], ([id = ''], scope) => {
    const { from, where } = choicesOf(scope, entityType, field, id, kind);
    return `(SELECT count(*) FROM ${from} WHERE ${where})`;
  });
}

/** A choice of an option. */
export interface ChosenIn {
  /** Of the record, or of the row of a field with several options. */
  readonly id: string;
  /** Of the record. */
  readonly record: string;
}

/** These choices, at most so many, as the text of a JSON array of `ChosenIn`. */
export function recordsOfChoice(
  lookups: Lookups,
  entityType: EntityType,
  field: ReferenceField,
  option: string,
  limit: number,
): Fact {
  return lookups.ask(`who chose ${entityType.name} ${field.name} ${limit}`, [['uuid', option]], ([at = ''], scope) => {
    const { dialect } = scope;
    const { from, where, id, record } = choicesOf(scope, entityType, field, at);
    const found = `SELECT ${id} AS id, ${record} AS record FROM ${from} WHERE ${where} LIMIT ${limit}`;
    const item = dialect.jsonObject([
      ['id', dialect.jsonValue('d.id', 'uuid')],
      ['record', dialect.jsonValue('d.record', 'uuid')],
    ]);
    return `(SELECT ${dialect.jsonText(dialect.jsonArrayOf(item, [], 'd.id'))} FROM (${found}) d)`;
  });
}

function choicesOf(
  scope: QuestionScope,
  entityType: EntityType,
  field: ReferenceField,
  option: string,
  kind?: DeletedEntityType,
) {
  if (field.custom === undefined) {
    const conditions = [scope.inSpace('t'), `${column('t', field.name)} = ${option}`, notDeleted(scope, 't', kind)];
    const record = entityType.fields.some(({ name }) => name === 'record_id') ? column('t', 'record_id') : 't.id';
    return { from: `${recordsOf(scope.dialect, entityType)} t`, where: conditions.join(' AND '), id: 't.id', record };
  }
  const { from, conditions } = keptOf(scope, field, 'v');
  const where = `${conditions} AND v.value = ${option} AND ${isLiving(scope, entityType, 'v', kind)}`;
  return { from, where, id: 'v.record_id', record: 'v.record_id' };
}

interface Kept {
  readonly from: string;
  readonly conditions: string;
}

function keptOf({ dialect }: QuestionScope, field: ValueField | ReferenceField, alias: string): Kept {
  const custom = customValue(field);
  if (!custom) throw new Error(`${field.name} is not a custom field`);
  const { from, conditions } = customValueRows(dialect, custom, alias);
  return { from, conditions: conditions.join(' AND ') };
}

/** Whether the record of a custom value is not deleted. */
function isLiving(scope: QuestionScope, entityType: EntityType, alias: string, kind?: DeletedEntityType): string {
  const { dialect, inSpace } = scope;
  const row = `${alias}_record`;
  const conditions = [inSpace(row), `${row}.id = ${alias}.record_id`, notDeleted(scope, row, kind)];
  return `EXISTS (SELECT 1 FROM ${recordsOf(dialect, entityType)} ${row} WHERE ${conditions.join(' AND ')})`;
}

/** Records that went with their entity type have its revision or a later one; they come back with it. */
function notDeleted({ dialect, inSpace }: QuestionScope, alias: string, kind?: DeletedEntityType): string {
  const isThere = `NOT ${column(alias, 'is_deleted')}`;
  if (!kind) return isThere;
  const conditions = [
    inSpace('k'),
    `${column('k', 'entity_api_name')} = ${dialect.textLiteral(kind.name)}`,
    column('k', 'is_deleted'),
  ];
  const from = `${recordsOf(dialect, kind.entities)} k WHERE ${conditions.join(' AND ')}`;
  return `(${isThere} OR ${column(alias, 'revision')} >= (SELECT ${column('k', 'revision')} FROM ${from}))`;
}
