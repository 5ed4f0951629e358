/**
 * What kinds of fields there are and what each can do. Data only.
 */
import type { CustomFieldType } from '@headwater/catalog';
import { fieldTypeId } from './metadata-id.js';

/** Bits of the `flag` of Type records. */
export const can = {
  beCustom: 1,
  beCalculated: 2,
  haveDefault: 4,
  beReadOnly: 64,
  standInFormula: 256,
} as const;

/** `relation_type` of Type records. */
export const relation = { none: 0, one: 1, many: 2 } as const;

export interface FieldType {
  /** `primitive_type` of Type records. */
  readonly primitive: string;
  /** `primitive_type` of Field records: the JSON type of its values. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly flag: number;
  readonly relation: (typeof relation)[keyof typeof relation];
  /** Longest text, in characters; 0 where a value is no text. */
  readonly length: number;
  /** A space can ask that no two records share a value. */
  readonly canBeUnique: boolean;
  /** Its values are options of a set. */
  readonly hasOptions: boolean;
}

const custom = can.beCustom | can.beReadOnly;
const plain = custom | can.haveDefault | can.standInFormula;
const calculated = plain | can.beCalculated;

const lengths = { line: 255, text: 1_000_000, address: 2_000 } as const;

/** By their names, as in `type_id` of fields. */
export const fieldTypes: Readonly<Record<CustomFieldType, FieldType>> = {
  input: type('string', 'string', calculated, { length: lengths.line, canBeUnique: true }),
  text_area: type('string', 'string', plain, { length: lengths.text }),
  email: type('string', 'string', plain, { length: lengths.line, canBeUnique: true }),
  phone: type('string', 'string', plain, { length: lengths.line, canBeUnique: true }),
  url: type('string', 'string', plain, { length: lengths.address, canBeUnique: true }),
  checkbox: type('bool', 'boolean', calculated),
  date: type('date', 'string', calculated, { canBeUnique: true }),
  datetime: type('datetime', 'string', calculated, { canBeUnique: true }),
  integer: type('int', 'integer', calculated, { canBeUnique: true }),
  float: type('double', 'number', calculated, { canBeUnique: true }),
  currency: type('decimal', 'number', calculated, { canBeUnique: true }),
  currency_foreign: type('object', 'object', plain),
  dropdown: type('uuid', 'string', plain, { relation: relation.one, hasOptions: true }),
  radio: type('uuid', 'string', plain, { relation: relation.one, hasOptions: true }),
  multiselect_checkbox: type('list', 'array', custom, { relation: relation.many, hasOptions: true }),
  lookup: type('dynamic', 'string', custom, { relation: relation.many }),
  sequence: type('string', 'string', can.beCustom | can.standInFormula, { length: lengths.line }),
  rollup: type('dynamic', 'number', can.beCustom | can.standInFormula),
};

/** @returns undefined for a name that is no type of fields */
export function fieldType(name: string | null): FieldType | undefined {
  return name !== null && Object.hasOwn(fieldTypes, name) ? fieldTypes[name as CustomFieldType] : undefined;
}

/** @returns the name of the type whose Type record has this id */
export function fieldTypeName(id: string): string | undefined {
  return Object.keys(fieldTypes).find((name) => fieldTypeId(name) === id.toLowerCase());
}

function type(
  primitive: string,
  json: FieldType['json'],
  flag: number,
  more: Partial<Pick<FieldType, 'relation' | 'length' | 'canBeUnique' | 'hasOptions'>> = {},
): FieldType {
  return { primitive, json, flag, relation: relation.none, length: 0, canBeUnique: false, hasOptions: false, ...more };
}
