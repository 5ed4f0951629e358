/**
 * The catalog's field of a custom field, from its Field record. Pure: of a record that cannot be a field, such as a lookup whose other
 * side is gone, it makes none.
 */
import type { CustomField, Default, MoneyField, ValueField, ValueType } from '@headwater/catalog';
import { parseValue } from '../../plan/values/parse-value.js';
import { fieldType } from '../field-types.js';
import { type CatalogEntry, choiceMember, type FieldContext, fieldBase } from './field-base.js';
import { lookupField } from './lookup-field.js';
import type { FieldRow } from './metadata.js';
import { choicesType } from './relation-types.js';
import { rollUpField } from './roll-up-field.js';

/** @returns undefined when the record makes no field in this context */
export function customField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  switch (row.type_id) {
    case 'currency_foreign':
      return { field: moneyField(row) };
    case 'dropdown':
    case 'radio':
      return choiceField(row, context);
    case 'multiselect_checkbox':
      return choicesField(row, context);
    case 'lookup':
      return lookupField(row, context);
    case 'rollup':
      return rollUpField(row, context);
    default:
      return plainField(row);
  }
}

/** @returns the field of a type with plain values, as yet without what fills it; undefined for all others */
export function plainValue(row: FieldRow): ValueField | undefined {
  const traits = fieldType(row.type_id)?.value;
  return traits && { ...fieldBase(row, pairedFieldOf(row)), kind: 'value', v1Name: row.api_name, ...traits };
}

function plainField(row: FieldRow): CatalogEntry | undefined {
  const base = plainValue(row);
  if (!base) return undefined;
  if (row.type_id === 'sequence') {
    const pattern = row.sequence_pattern;
    return pattern === null
      ? undefined
      : { field: { ...base, readOnly: true, derived: { kind: 'sequence', pattern } } };
  }
  if (row.calc_formula !== null) {
    return { field: { ...base, readOnly: true, derived: { kind: 'formula', text: row.calc_formula } } };
  }
  const unique = row.is_unique === true ? { unique: true } : {};
  return { field: { ...base, ...unique, ...defaultOf(base, row.default_value) } };
}

/** A date-time can begin at the moment of the write, a date on its day. */
const momentOf: Readonly<Partial<Record<ValueType, string>>> = { datetime: 'now', date: 'today' };

/** @returns what `default_value` means for a field; nothing when it is no value of its type */
export function defaultOf(field: ValueField, text: string | null): { default?: Default } {
  if (text === null || text === '') return {};
  if (text === momentOf[field.type]) return { default: { kind: 'now' } };
  const parsed = parseValue(field, text);
  return 'problem' in parsed || parsed.value === null ? {} : { default: { kind: 'value', value: parsed.value } };
}

/** The amount in the base currency is the default of an amount. */
export const amountOf: ValueField = {
  kind: 'value',
  type: 'decimal',
  name: 'base_value',
  description: '',
  readOnly: false,
  writeOnce: false,
  nullable: true,
  v1Name: null,
};

export function moneyField(row: FieldRow): MoneyField {
  const name = row.api_name;
  return {
    ...fieldBase(row, pairedFieldOf(row)),
    kind: 'money',
    v1Names: { base_value: name, value_foreign: `${name}_FOREIGN`, currency_id: `${name}_CURRENCY_ID` },
    ...defaultOf(amountOf, row.default_value),
  };
}

function choiceField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const { api_name, data_set_id, default_value, parent_options_field_id } = row;
  if (data_set_id === null) return undefined;
  const parent =
    parent_options_field_id === null ? undefined : context.choiceField(row.entity_name, parent_options_field_id);
  return {
    field: {
      ...fieldBase(row, { ...pairedFieldOf(row), ...(parent === undefined ? {} : { allowedBy: parent }) }),
      kind: 'reference',
      name: choiceMember(api_name),
      v1Name: api_name,
      hasIdMember: true,
      links: [{ name: api_name, target: 'Data' }],
      targets: ['Data'],
      dataSet: data_set_id,
      ...(default_value === null || default_value === '' ? {} : { default: { kind: 'value', value: default_value } }),
    },
  };
}

function choicesField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const owner = context.entityType(row.entity_name);
  const rowType = owner && choicesType(context, owner, row);
  if (!rowType) return undefined;
  return {
    rowType,
    field: {
      ...fieldBase(row, pairedFieldOf(row)),
      kind: 'rows',
      nullable: false,
      v1Name: row.api_name,
      v1Inline: false,
      target: rowType.name,
      via: 'record_id',
      on: 'id',
      owned: true,
      item: 'data_id',
    },
  };
}

function pairedFieldOf({ shared_with_field_id }: FieldRow): Pick<CustomField, 'pairedField'> {
  return shared_with_field_id === null ? {} : { pairedField: shared_with_field_id };
}
