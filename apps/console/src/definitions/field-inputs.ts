/** What the definition of a field needs, by the type of the field, and the body that it makes. Pure. */
import type { Contract } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import { extensible, fieldTypes } from '../generated/facts.js';
import { choice, input } from '../record/inputs.js';
import type { Values } from '../record/record-form.js';

/** What people call the types; a type that is not here is called by its name. */
const typeNames: Readonly<Record<string, string>> = {
  input: 'Line of text',
  text_area: 'Long text',
  checkbox: 'Yes or no',
  datetime: 'Date and time',
  integer: 'Whole number',
  float: 'Number',
  currency: 'Amount in the base currency',
  currency_foreign: 'Amount in any currency',
  dropdown: 'One option (dropdown)',
  radio: 'One option (radio buttons)',
  multiselect_checkbox: 'Several options',
  lookup: 'Other records',
  sequence: 'Number given to each new record',
  rollup: 'Sum of related records',
};

const named = (names: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  names.map((value) => ({ value, label: labels[value] ?? value.charAt(0).toUpperCase() + value.slice(1) }));

/** @param entered what the form holds by now */
export function fieldInputs(entered: Values, contract: Contract): Member[] {
  const all = contract.areas.flatMap((area) => area.entityTypes);
  const own = all.filter(({ isCustom }) => isCustom).map(({ name }) => name);
  const type = fieldTypes.find(({ name }) => name === entered.type_id);
  return [
    choice('entity_name', 'Entity type', named([...extensible, ...own])),
    input('name', 'Name', { isRequired: true, maxLength: 255 }),
    choice(
      'type_id',
      'Type',
      named(
        fieldTypes.map(({ name }) => name),
        typeNames,
      ),
    ),
    ...(type?.options ? [input('data_set', 'Options, one a line', { kind: 'texts', isRequired: true })] : []),
    ...(type?.name === 'lookup' ? lookupInputs(all.map(({ name }) => name)) : []),
    ...(type?.name === 'rollup' ? rollupInputs : []),
    ...(type?.name === 'sequence' ? [input('sequence_pattern', 'Pattern, such as INV-{YYYY}-{00001}')] : []),
    ...(type?.unique ? [input('is_unique', 'No two records share a value', { kind: 'boolean' })] : []),
    ...(type?.can.includes('have-default') ? [input('default_value', 'Value when a create leaves it out')] : []),
    ...(type?.can.includes('be-calculated') ? [input('calc_formula', 'Formula', { kind: 'long-text' })] : []),
  ];
}

function lookupInputs(entityTypes: readonly string[]): Member[] {
  return [
    choice('lookup', 'Entity type of those records', named(entityTypes)),
    input('many', 'Any number of them', { kind: 'boolean' }),
  ];
}

const rollupInputs: readonly Member[] = [
  input('rollup', 'Relation to the records, by its name', { isRequired: true }),
  choice('function', 'Function', named(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG'])),
  input('field', 'Field of those records'),
];

/** @param entered what the form holds @returns the body of a create; only what the type takes */
export function fieldBody(entered: Values, contract: Contract): Values {
  const {
    lookup,
    many,
    rollup,
    function: name,
    field,
    data_set: options,
    ...plain
  } = Object.fromEntries(
    fieldInputs(entered, contract)
      .filter((one) => entered[one.name] !== undefined && entered[one.name] !== null)
      .map((one) => [one.name, entered[one.name]]),
  );
  return {
    ...plain,
    ...(Array.isArray(options) && { data_set: options.map((option) => ({ option_name: option })) }),
    ...(lookup !== undefined && { lookup: { entity_name: lookup, many: many === true } }),
    ...(rollup !== undefined && {
      rollup: { relation: rollup, function: name, ...(field !== undefined && { field }) },
    }),
  };
}
