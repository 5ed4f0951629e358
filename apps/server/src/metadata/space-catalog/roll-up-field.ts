/**
 * The catalog's field of a roll-up: what a function makes of the records of a to-many relation. Pure.
 */
import {
  type Field,
  type RollUp,
  type RowsField,
  type ValueField,
  type ValueType,
  valueTypes,
} from '@headwater/catalog';
import { rowsToSumUp } from '../../plan/relations/referring-rows.js';
import { type CatalogEntry, type FieldContext, fieldBase } from './field-base.js';
import type { FieldRow, RollUpSettings } from './metadata.js';

/** @returns undefined when the relation or its field is not there */
export function rollUpField(row: FieldRow, context: FieldContext): CatalogEntry | undefined {
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
  const type = field && typeOf(field);
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
