/** What can be done with each type of plain values: the one table of them. Pure. */
import type { ValueType } from '@headwater/contract';

export interface ValueTypeDefinition {
  /** The JSON type of the values. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  /** Functions of roll-ups: `number` can be added up, `point` has a least and a greatest. */
  readonly measure?: 'number' | 'point';
}

export const valueTypes: Readonly<Record<ValueType, ValueTypeDefinition>> = {
  string: { json: 'string' },
  text: { json: 'string' },
  integer: { json: 'integer', measure: 'number' },
  float: { json: 'number', measure: 'number' },
  decimal: { json: 'number', measure: 'number' },
  boolean: { json: 'boolean' },
  date: { json: 'string', measure: 'point' },
  datetime: { json: 'string', measure: 'point' },
  uuid: { json: 'string' },
  uuids: { json: 'array' },
  strings: { json: 'array' },
  json: { json: 'object' },
};

/** A list of plain values; unset is the same as empty. */
export type ListType = Extract<ValueType, 'uuids' | 'strings'>;

export function isListType(type: ValueType): type is ListType {
  return valueTypes[type].json === 'array';
}

/** One value that others of its type equal or not: neither a list nor free JSON. */
export function isSingleValueType(type: ValueType): type is Exclude<ValueType, ListType | 'json'> {
  return type !== 'json' && !isListType(type);
}
