/**
 * The operators of filter rules and the kinds of fields that each of them fits. Pure; knows no entity type.
 */
import type { ValueType } from '@headwater/catalog';
import { terminalType } from '../../plan/list/plan-filter.js';
import type { Terminal } from '../../plan/relations/field-path.js';

/** What a rule compares, as far as operators tell it apart. */
export type SubjectKind =
  | 'text'
  | 'number'
  | 'bits'
  | 'flag'
  | 'day'
  | 'moment'
  | 'id'
  | 'reference'
  | 'list'
  | 'records'
  | 'json';

/** What the kinds are called in messages. */
export const subjectNames: Readonly<Record<SubjectKind, string>> = {
  text: 'texts',
  number: 'numbers',
  bits: 'bit masks',
  flag: 'yes or no',
  day: 'days',
  moment: 'moments',
  id: 'ids',
  reference: 'links to a record',
  list: 'lists',
  records: 'links to many records',
  json: 'free JSON',
};

/** How many values an operator takes: none, alternatives of one part each, the items of a list, or alternatives of two bounds. */
export type ValueForm = 'none' | 'one' | 'list' | 'bounds';

interface OperatorTraits {
  readonly values: ValueForm;
  readonly fits: readonly SubjectKind[];
  /** The operator that it is the opposite of. */
  readonly opposes?: string;
}

const all = Object.keys(subjectNames) as SubjectKind[];
const single = ['text', 'number', 'bits', 'flag', 'day', 'moment', 'id', 'reference'] as const;
const ordered = ['text', 'number', 'bits', 'day', 'moment'] as const;
const dated = ['day', 'moment'] as const;
const sets = ['list', 'records', 'bits'] as const;
const active = ['flag', 'reference'] as const;

/** In the order of the interface. */
export const fieldOperators = {
  Nop: { values: 'none', fits: all },
  Is: { values: 'one', fits: single },
  IsNot: { values: 'one', fits: single, opposes: 'Is' },
  IsEmpty: { values: 'none', fits: all },
  IsNotEmpty: { values: 'none', fits: all, opposes: 'IsEmpty' },
  Less: { values: 'one', fits: ordered },
  LessOrEqual: { values: 'one', fits: ordered },
  More: { values: 'one', fits: ordered },
  MoreOrEqual: { values: 'one', fits: ordered },
  Between: { values: 'bounds', fits: ordered },
  BetweenNot: { values: 'bounds', fits: ordered, opposes: 'Between' },
  Contains: { values: 'one', fits: ['text'] },
  ContainsNot: { values: 'one', fits: ['text'], opposes: 'Contains' },
  Has: { values: 'list', fits: sets },
  HasNot: { values: 'list', fits: sets, opposes: 'Has' },
  RelativePeriod: { values: 'one', fits: dated },
  RelativePeriodNot: { values: 'one', fits: dated, opposes: 'RelativePeriod' },
  In: { values: 'list', fits: single },
  InNot: { values: 'list', fits: single, opposes: 'In' },
  StartsWith: { values: 'one', fits: ['text'] },
  EndsWith: { values: 'one', fits: ['text'] },
  IsActive: { values: 'none', fits: active },
  IsNotActive: { values: 'none', fits: active, opposes: 'IsActive' },
} as const satisfies Record<string, OperatorTraits>;

export type FieldOperator = keyof typeof fieldOperators;

/** Operators that are no opposite of another one. */
export type PlainOperator = {
  [Name in FieldOperator]: (typeof fieldOperators)[Name] extends { readonly opposes: string } ? never : Name;
}[FieldOperator];

export function isFieldOperator(name: string): name is FieldOperator {
  return Object.hasOwn(fieldOperators, name);
}

/** @returns the operator without its negation, and whether it had one */
export function plainOperator(operator: FieldOperator): {
  readonly plain: PlainOperator;
  readonly isOpposite: boolean;
} {
  const traits: OperatorTraits = fieldOperators[operator];
  const plain = traits.opposes ?? operator;
  // The table names only operators of its own, and none opposes one that opposes another.
  return { plain: plain as PlainOperator, isOpposite: traits.opposes !== undefined };
}

export function operatorFits(operator: FieldOperator, kind: SubjectKind): boolean {
  return (fieldOperators[operator].fits as readonly SubjectKind[]).includes(kind);
}

export function operatorsOf(kind: SubjectKind): FieldOperator[] {
  return (Object.keys(fieldOperators) as FieldOperator[]).filter((operator) => operatorFits(operator, kind));
}

const kindOfType: Readonly<Record<ValueType, SubjectKind>> = {
  string: 'text',
  text: 'text',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  boolean: 'flag',
  date: 'day',
  datetime: 'moment',
  uuid: 'id',
  uuids: 'list',
  strings: 'list',
  json: 'json',
};

/** @param terminal the end of the rule's path */
export function subjectKind(terminal: Terminal): SubjectKind {
  switch (terminal.kind) {
    case 'rows':
      return 'records';
    case 'collected-ids':
      return 'list';
    case 'reference':
      return 'reference';
    case 'value':
      return terminal.field.bitMask ? 'bits' : kindOfType[terminal.field.type];
    default:
      return kindOfType[terminalType(terminal)];
  }
}
