/** What kinds of values there are among the types of plain values. Pure. */
import type { ValueType } from './types.js';

/** A list of plain values; unset is the same as empty. */
export type ListType = Extract<ValueType, 'uuids' | 'strings'>;

export function isListType(type: ValueType): type is ListType {
  return type === 'uuids' || type === 'strings';
}

/** One value that others of its type equal or not: neither a list nor free JSON. */
export function isSingleValueType(type: ValueType): type is Exclude<ValueType, ListType | 'json'> {
  return type !== 'json' && !isListType(type);
}
