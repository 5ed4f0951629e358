/**
 * What formulas can use of a record: by which name, as which type, and what of the field they see. Worked out from the catalog; pure.
 */
import {
  type EntityType,
  type Field,
  isWriteOnly,
  type MoneyField,
  type ReferenceField,
  type ValueField,
  type ValueType,
} from '@headwater/catalog';
import { onceFor } from '../../plan/once-for.js';
import type { FieldTypes } from '../formula/check-formula.js';

/** What a formula sees: a value, the base value of an amount, the calc_value of the chosen option. */
export type FormulaOperand = ValueField | MoneyField | ReferenceField;

/** Set again with every write, or known only by the caller: a formula of them would be old at once. */
const unsteady = new Set(['id', 'modified', 'revision', 'is_deleted']);
const readTime = new Set(['days-since', 'favorite', 'collect', 'constant']);

/** Gives the fields that formulas of an entity type can use, by api_name. */
export const formulaOperands = onceFor(({ fields }: EntityType): ReadonlyMap<string, FormulaOperand> => {
  const found = new Map<string, FormulaOperand>();
  for (const field of fields) {
    const name = isOperand(field) ? apiName(field) : undefined;
    if (name !== undefined) found.set(name, field as FormulaOperand);
  }
  return found;
});

/** Gives the same with the types that formulas see, for `checkFormula`; relations, too, of which it says that they cannot be used. */
export const formulaFieldTypes = onceFor((entityType: EntityType): FieldTypes => {
  const operands = [...formulaOperands(entityType)].map(([name, field]) => [name, operandType(field)] as const);
  return new Map([...relationTypes(entityType), ...operands]);
});

function relationTypes({ fields }: EntityType): (readonly [string, ValueType])[] {
  return fields.flatMap((field) => {
    if (field.hidden || (field.kind !== 'reference' && field.kind !== 'rows')) return [];
    return [[apiName(field), field.kind === 'rows' ? 'uuids' : 'uuid'] as const];
  });
}

function operandType(field: FormulaOperand): ValueType {
  return field.kind === 'value' ? field.type : 'decimal';
}

function isOperand(field: Field): field is FormulaOperand {
  if (field.hidden || unsteady.has(field.name) || readTime.has(field.derived?.kind ?? '')) return false;
  if (field.kind === 'reference') return field.dataSet !== undefined;
  return field.kind === 'money' || (field.kind === 'value' && !isWriteOnly(field));
}

/** The name of the Field record: a reference bears that of its id member. */
function apiName(field: Field): string {
  if (field.kind !== 'reference' || field.custom === undefined) return field.name;
  return field.links[0]?.name ?? field.name;
}
