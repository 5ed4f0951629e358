/**
 * What a record must meet to be the one that a lookup means. Writes the test; reads no database.
 */
import type { EntityType } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { ColumnType } from '../columns.js';
import { column } from '../select/compile-value.js';
import type { Subject } from '../write/questions.js';

/** Values that a record must have, by field: given ones, or what is in a field of another record. */
export type Conditions = Readonly<Record<string, Operand | MemberOfRecord>>;

export interface MemberOfRecord {
  readonly of: EntityType;
  /** Null: the oldest record that is not deleted. */
  readonly id: string | null;
  /** Without an id: a boolean field that must be true. */
  readonly where?: string;
  readonly member: string;
}

/** Where a condition is written. */
export interface ConditionContext {
  /** Means the condition's subject. */
  readonly place: string;
  readonly inSpace: (alias: string) => string;
  /** Where the records of an entity type are found. */
  readonly source: (entityType: EntityType) => string;
}

export interface WrittenCondition {
  /** The same for conditions whose test reads the same. */
  readonly key: string;
  /** What is bound; undefined when the text says it all. */
  readonly subject: Subject | undefined;
  readonly test: (at: ConditionContext) => string;
}

/** @throws Error for a field that holds no single value */
export function writeCondition(target: EntityType, name: string, wanted: Conditions[string]): WrittenCondition {
  const tested = column('t', name);
  if (typeof wanted === 'boolean') {
    return { key: `${name}=${wanted}`, subject: undefined, test: () => `${wanted ? '' : 'NOT '}${tested}` };
  }
  if (wanted === null) return { key: `${name}=null`, subject: undefined, test: () => `${tested} IS NULL` };
  if (typeof wanted !== 'object') {
    return { key: name, subject: [typeOf(target, name), wanted], test: ({ place }) => `${tested} = ${place}` };
  }
  const { of, id, where, member } = wanted;
  return {
    key: `${name}=${of.name}.${member}${id === null ? ` of first ${where}` : ''}`,
    subject: id === null ? undefined : ['uuid', id],
    test: (at) => `${tested} = ${selectMember(wanted, at)}`,
  };
}

function selectMember({ of, id, where, member }: MemberOfRecord, { place, inSpace, source }: ConditionContext): string {
  const flag = where === undefined ? '' : ` AND ${column('o', where)}`;
  const choice = id === null ? `NOT ${column('o', 'is_deleted')}${flag} ORDER BY o.id LIMIT 1` : `o.id = ${place}`;
  return `(SELECT ${column('o', member)} FROM ${source(of)} o WHERE ${inSpace('o')} AND ${choice})`;
}

function typeOf(target: EntityType, name: string): ColumnType {
  const field = target.fields.find((one) => one.name === name);
  if (field?.kind === 'value') return field.type;
  if (field?.kind === 'reference') return 'uuid';
  throw new Error(`${target.name}.${name} holds no value to compare with`);
}
