/**
 * The Type records: what kinds of fields there are and what they can do. Pure.
 */
import type { Operand } from '../plan/predicate.js';
import type { DescribedType } from './described-record.js';
import { fieldTypeId } from './metadata-id.js';

/** Bits of `flag`. */
const can = {
  beCustom: 1,
  beCalculated: 2,
  haveDefault: 4,
  beReadOnly: 64,
  standInFormula: 256,
} as const;

/** `relation_type`. */
const relation = { none: 0, one: 1, many: 2 } as const;

const anyCustom = can.beCustom | can.beReadOnly;
const plain = anyCustom | can.haveDefault;
const calculated = plain | can.beCalculated | can.standInFormula;

const lengths = { line: 255, text: 1_000_000, address: 2_000 } as const;

interface FieldType {
  readonly primitive: string;
  readonly flag: number;
  readonly relation?: number;
  /** Longest text, in characters. */
  readonly length?: number;
}

/** By their names, as in `type_id` of fields. */
const fieldTypes: Readonly<Record<string, FieldType>> = {
  input: { primitive: 'string', flag: plain, length: lengths.line },
  text_area: { primitive: 'string', flag: plain, length: lengths.text },
  email: { primitive: 'string', flag: plain, length: lengths.line },
  phone: { primitive: 'string', flag: plain, length: lengths.line },
  url: { primitive: 'string', flag: plain, length: lengths.address },
  checkbox: { primitive: 'bool', flag: plain },
  date: { primitive: 'date', flag: plain },
  datetime: { primitive: 'datetime', flag: plain },
  integer: { primitive: 'int', flag: calculated },
  float: { primitive: 'double', flag: calculated },
  currency: { primitive: 'decimal', flag: calculated },
  currency_foreign: { primitive: 'object', flag: plain | can.standInFormula },
  dropdown: { primitive: 'uuid', flag: plain | can.standInFormula, relation: relation.one },
  radio: { primitive: 'uuid', flag: plain | can.standInFormula, relation: relation.one },
  multiselect_checkbox: { primitive: 'list', flag: anyCustom | can.standInFormula, relation: relation.many },
  lookup: { primitive: 'dynamic', flag: anyCustom, relation: relation.many },
  sequence: { primitive: 'string', flag: can.beCustom, length: lengths.line },
};

export function describeTypes(): DescribedType {
  const records = Object.entries(fieldTypes).map(([name, type]) => {
    const single = (type.relation ?? relation.none) !== relation.many;
    const values = new Map<string, Operand>([
      ['name', name],
      ['primitive_type', type.primitive],
      ['relation_type', type.relation ?? relation.none],
      ['flag', type.flag],
      ['container_size', type.length ?? 0],
      ['is_filterable', true],
      ['is_groupable', single && type.length !== lengths.text],
      ['is_selectable', true],
      ['is_sortable', single],
      ['is_delete_protected', true],
    ]);
    return { id: fieldTypeId(name), values };
  });
  return { entityType: 'Type', records };
}
