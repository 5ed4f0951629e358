/**
 * The catalog's field of a custom field, from its Field record. Pure: of a record that cannot be a field, such as a lookup whose other
 * side is gone, it makes none.
 */
import {
  type CustomField,
  type Default,
  type Field,
  type MoneyField,
  type RollUp,
  type RowsField,
  type ValueField,
  type ValueType,
  valueTypes,
} from '@headwater/catalog';
import { rowsToSumUp } from '../../plan/relations/referring-rows.js';
import { parseValue } from '../../plan/values/parse-value.js';
import { fieldType } from '../field-types.js';
import { type CatalogEntry, choiceMember, type FieldContext, fieldBase } from './field-base.js';
import type { FieldRow, RollUpSettings } from './metadata.js';
import { choicesType, pairEnds, pairsType, rowTypeName } from './relation-types.js';

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

// The catalog's field of a lookup: a reference, or rows of either side of a relation. Pure.

/** @returns undefined when the other side is not there */
function lookupField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const began = row.relation_id === null || row.relation_id === row.id;
  if (!began) return otherSide(row, context);
  return row.lookup?.many ? pairs(row, context) : reference(row, context);
}

function reference(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const target = context.entityType(row.lookup?.entity_name ?? '');
  if (!target) return undefined;
  return {
    field: {
      ...fieldBase(row),
      kind: 'reference',
      name: choiceMember(row.api_name),
      v1Name: row.api_name,
      hasIdMember: true,
      links: [{ name: row.api_name, target: target.name }],
      targets: [target.name],
    },
  };
}

function pairs(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const [owner, target] = [context.entityType(row.entity_name), context.entityType(row.lookup?.entity_name ?? '')];
  const rowType = owner && target && pairsType(context, owner, target, row);
  if (!rowType) return undefined;
  const { first, second } = pairEnds;
  return { rowType, field: { ...rowsBase(row), target: rowType.name, via: first, owned: true, item: second } };
}

/** What the side that began the relation points at, points back. */
function otherSide(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const root = context.row(row.relation_id ?? '');
  if (!root?.lookup || !context.entityType(root.entity_name)) return undefined;
  const { first, second } = pairEnds;
  const base = rowsBase(row);
  if (root.lookup.many) {
    if (!context.field(root.entity_name, root.api_name)) return undefined;
    return { field: { ...base, target: rowTypeName(root), via: second, owned: true, item: first } };
  }
  const via = choiceMember(root.api_name);
  if (!context.field(root.entity_name, via)) return undefined;
  return { field: { ...base, readOnly: true, target: root.entity_name, via, owned: false } };
}

function rowsBase(row: FieldRow): Omit<RowsField, 'target' | 'via' | 'owned' | 'item'> {
  return { ...fieldBase(row), kind: 'rows', nullable: false, v1Name: row.api_name, v1Inline: false, on: 'id' };
}

// The catalog's field of a roll-up: what a function makes of the records of a to-many relation. Pure.

/** @returns undefined when the relation or its field is not there */
function rollUpField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
  const type = row.rollup && rollUpType(row.entity_name, row.rollup, context);
  if (!row.rollup || !type || 'problem' in type) return undefined;
  const { relation, function: name, field, filter } = row.rollup;
  const derived: RollUp = {
    kind: 'roll-up',
    relation,
    function: name,
    ...(field === undefined || field === null ? {} : { field }),
    ...(filter === undefined || filter === null ? {} : { where: filter }),
  };
  const value: ValueField = { ...fieldBase(row), kind: 'value', type: type.type, v1Name: row.api_name };
  return { field: { ...value, readOnly: true, derived } };
}

/** @returns the type of what the roll-up gives, or what is wrong with it */
export function rollUpType(
  entityType: string,
  { relation: relationName, function: name, field: fieldName = null }: RollUpSettings,
  context: Pick<FieldContext, 'field' | 'entityTypes'>,
): { readonly type: ValueType } | { readonly problem: string } {
  const relation = rowsToSumUp(context, entityType, relationName);
  if (!relation) return { problem: `relation: "${relationName}" is not a to-many relation of ${entityType}.` };
  if (name === 'COUNT') {
    return fieldName === null ? { type: 'integer' } : { problem: 'field: COUNT counts records; leave the field out.' };
  }
  const summed = summedType(relation, context);
  if (fieldName === null) return { problem: `field: ${name} needs a field of ${summed}.` };
  const field = context.field(summed, fieldName);
  const type = field && !field.hidden ? typeOf(field) : undefined;
  if (type === undefined) return { problem: `field: ${summed} has no value "${fieldName}".` };
  const isExtreme = name === 'MIN' || name === 'MAX';
  const { measure } = valueTypes[type];
  if (measure === undefined || (measure === 'point' && !isExtreme)) {
    return { problem: `field: ${name} cannot be made of ${summed}.${fieldName}, which is of type ${type}.` };
  }
  return { type: isExtreme ? type : 'decimal' };
}

/** @returns the name of the entity type whose records are summed up: those at the other ends of rows that only tie records together */
export function summedType({ custom, item, target }: RowsField, context: Pick<FieldContext, 'field'>): string {
  const end = custom && item !== undefined ? context.field(target, item) : undefined;
  return end?.kind === 'reference' ? (end.targets[0] ?? target) : target;
}

/** Of an amount the base value counts. */
function typeOf(field: Field): ValueType | undefined {
  if (field.kind === 'money') return 'decimal';
  return field.kind === 'value' ? field.type : undefined;
}
