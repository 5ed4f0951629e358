/**
 * Which settings a custom field can have, by its type. Pure.
 */
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { parseValue } from '../../plan/values/parse-value.js';
import { parseSequencePattern } from '../../plan/values/sequence-pattern.js';
import type { Draft } from '../../records/write/draft.js';
import { type FieldType, fieldType, fieldTypes } from '../field-types.js';
import { amountOf, defaultOf, plainValue } from '../space-catalog/custom-field.js';
import { fieldRow, objectIn } from './field-draft.js';

interface Setting {
  readonly member: string;
  /** Whether fields of a type can have it. */
  readonly fits: (type: FieldType) => boolean;
}

const settings: readonly Setting[] = [
  { member: 'data_set_id', fits: ({ options }) => options },
  { member: 'parent_options_field_id', fits: (type) => type.options && type.relation === 'one' },
  { member: 'lookup', fits: (type) => type === fieldTypes.lookup },
  { member: 'relation_id', fits: (type) => type === fieldTypes.lookup },
  { member: 'rollup', fits: (type) => type === fieldTypes.rollup },
  { member: 'sequence_pattern', fits: (type) => type === fieldTypes.sequence },
  { member: 'calc_formula', fits: ({ can }) => can.includes('be-calculated') },
  { member: 'default_value', fits: ({ can }) => can.includes('have-default') },
  { member: 'is_unique', fits: ({ unique }) => unique },
];

/** Settings that a field of the type must have. */
const required: Readonly<Record<string, string>> = {
  lookup: 'lookup',
  rollup: 'rollup',
  sequence: 'sequence_pattern',
};

/** @returns what the settings say that fields of this type cannot have, or lack */
export function checkSettings(draft: Draft): FieldLeaf[] {
  const name = draft.text('type_id');
  // That it must be given is said of every required member alike.
  if (name === null) return [];
  const type = fieldType(name);
  if (!type) return [unknownType(name)];
  const errors = settings
    .filter(({ member, fits }) => isSet(draft, member) && !fits(type))
    .map(({ member, fits }) => invalid(member, `is not for fields of type ${name}, only for ${namesOf(fits)}.`));
  const wanted = required[name];
  if (wanted !== undefined && !isSet(draft, wanted)) {
    errors.push(invalid(wanted, `must be given for a field of type ${name}.`));
  }
  return [...errors, ...checkOptions(draft), ...checkGiven(draft), ...checkPattern(draft), ...checkDefault(draft)];
}

function unknownType(name: string): FieldLeaf {
  const problem = `${JSON.stringify(name)} is not a type that fields can have; use one of ${Object.keys(fieldTypes).join(', ')}.`;
  return invalid('type_id', problem);
}

function namesOf(fits: Setting['fits']): string {
  return Object.entries(fieldTypes)
    .flatMap(([name, type]) => (fits(type) ? [name] : []))
    .join(', ');
}

function isSet(draft: Draft, member: string): boolean {
  const value = draft.get(member);
  return value !== null && value !== '' && value !== false;
}

/** Settings beside the options; who gives a list means the options themselves. */
function checkOptions(draft: Draft): FieldLeaf[] {
  if (!draft.changes('options') || draft.text('options') === null || objectIn(draft, 'options')) return [];
  const problem =
    'has settings, as an object. Give the options to choose from in data_set, such as [{"option_name": "Gold"}].';
  return [invalid('options', problem)];
}

/** Nobody chooses a value that a formula gives, and what no two records may share is no default. */
function checkGiven(draft: Draft): FieldLeaf[] {
  if (!isSet(draft, 'calc_formula')) {
    const isShared = isSet(draft, 'is_unique') && isSet(draft, 'default_value');
    const problem = 'cannot be given to a field with is_unique: records that take it would share a value.';
    return isShared && (draft.isNew || draft.changes('is_unique') || draft.changes('default_value'))
      ? [invalid('default_value', problem)]
      : [];
  }
  return ['default_value', 'is_unique']
    .filter((member) => isSet(draft, member))
    .map((member) => invalid(member, 'is not for fields with a formula, which gives every value.'));
}

function checkPattern(draft: Draft): FieldLeaf[] {
  const pattern = draft.text('sequence_pattern');
  const parsed = pattern ? parseSequencePattern(pattern) : undefined;
  return typeof parsed === 'string' ? [invalid('sequence_pattern', parsed)] : [];
}

/** Of a choice the default is looked for among its options. */
function checkDefault(draft: Draft): FieldLeaf[] {
  const row = fieldRow(draft);
  const text = row.default_value;
  const field = row.type_id === 'currency_foreign' ? amountOf : plainValue(row);
  if (!field || text === null || text === '' || defaultOf(field, text).default) return [];
  const parsed = parseValue(field, text);
  return [invalid('default_value', 'problem' in parsed ? parsed.problem : 'is not a value of the field.')];
}
