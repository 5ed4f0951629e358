/**
 * The types of plain values: the one table of them. The catalog, both contracts, the types of custom fields and the groups that filter
 * operators name follow from it.
 */
import type { JsonObject } from './json-value.js';

export interface ValueTypeDefinition {
  /** The JSON type of the values. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  /** Its JSON Schema, where answers and bodies have the same. */
  readonly schema?: JsonObject;
  /** The scalar of GraphQL; of a list that of an item. */
  readonly graphql: string;
  /** What a condition is on, in GraphQL. */
  readonly meaning: string;
  /** How values compare: text also by its parts, ordered types by size, single ones only by equality, lists by what they hold. */
  readonly compares: 'text' | 'ordered' | 'single' | 'list' | 'never';
  /** Functions of roll-ups: `number` can be added up, `point` has a least and a greatest. */
  readonly measure?: 'number' | 'point';
  /** The type of custom fields that a system field of this type is shown as. */
  readonly shownAs: string;
}

const table = {
  /** One line. */
  string: {
    json: 'string',
    schema: { type: 'string' },
    graphql: 'String',
    meaning: 'a text',
    compares: 'text',
    shownAs: 'input',
  },
  /** Many lines. */
  text: {
    json: 'string',
    schema: { type: 'string' },
    graphql: 'String',
    meaning: 'a text',
    compares: 'text',
    shownAs: 'text_area',
  },
  integer: {
    json: 'integer',
    schema: { type: 'integer', format: 'int32' },
    graphql: 'Int',
    meaning: 'a whole number',
    compares: 'ordered',
    measure: 'number',
    shownAs: 'integer',
  },
  /** A double. */
  float: {
    json: 'number',
    schema: { type: 'number', format: 'double' },
    graphql: 'Float',
    meaning: 'a number',
    compares: 'ordered',
    measure: 'number',
    shownAs: 'float',
  },
  /** An exact amount. */
  decimal: {
    json: 'number',
    schema: { type: 'number' },
    graphql: 'Decimal',
    meaning: 'an exact amount',
    compares: 'ordered',
    measure: 'number',
    shownAs: 'float',
  },
  boolean: {
    json: 'boolean',
    schema: { type: 'boolean' },
    graphql: 'Boolean',
    meaning: 'a yes or no',
    compares: 'single',
    shownAs: 'checkbox',
  },
  date: {
    json: 'string',
    schema: { type: 'string', format: 'date' },
    graphql: 'Date',
    meaning: 'a day',
    compares: 'ordered',
    measure: 'point',
    shownAs: 'date',
  },
  datetime: {
    json: 'string',
    graphql: 'DateTime',
    meaning: 'a moment',
    compares: 'ordered',
    measure: 'point',
    shownAs: 'datetime',
  },
  uuid: {
    json: 'string',
    schema: { type: 'string', format: 'uuid' },
    graphql: 'UUID',
    meaning: 'an id',
    compares: 'ordered',
    shownAs: 'input',
  },
  /** A list of record ids, in their order. */
  uuids: { json: 'array', graphql: 'UUID', meaning: 'a list of ids', compares: 'list', shownAs: 'lookup' },
  /** A list of one-line texts, in their order. */
  strings: { json: 'array', graphql: 'String', meaning: 'a list of texts', compares: 'list', shownAs: 'text_area' },
  /** Any JSON value, stored as sent. */
  json: { json: 'object', graphql: 'JSON', meaning: 'free JSON', compares: 'never', shownAs: 'text_area' },
} as const satisfies Record<string, ValueTypeDefinition>;

export type ValueType = keyof typeof table;

export const valueTypes: Readonly<Record<ValueType, ValueTypeDefinition>> = table;

/** A list of plain values; unset is the same as empty. */
export type ListType = {
  [Type in ValueType]: (typeof table)[Type]['compares'] extends 'list' ? Type : never;
}[ValueType];

/** One value that others of its type equal or not: neither a list nor free JSON. */
export type SingleValueType = Exclude<ValueType, ListType | 'json'>;

/** In the order of the table. */
export const valueTypeNames = Object.keys(valueTypes) as readonly ValueType[];

export function isListType(type: ValueType): type is ListType {
  return valueTypes[type].compares === 'list';
}

export function isSingleValueType(type: ValueType): type is SingleValueType {
  return type !== 'json' && !isListType(type);
}
