/** Lookups in the tables of the spec: its errors and its filter operators. */

import type { ErrorDefinition, OperatorDefinition } from '@headwater/contract';
import { type ErrorName, errors, type OperatorName, operators } from './generated/catalog.js';

/** A filter operator of the spec. */
export type Operator = OperatorDefinition<OperatorName>;

const errorsByName = new Map<string, ErrorDefinition>(errors.map((error) => [error.name, error]));
const operatorsByName = new Map<string, Operator>(operators.map((operator) => [operator.name, operator]));

/** @returns the entry of the error table; every name of the table has one */
export function errorByName(name: ErrorName): ErrorDefinition {
  const found = errorsByName.get(name);
  if (!found) throw new Error(`the error table has no entry "${name}"`);
  return found;
}

/** @returns the filter operator of the name; every name of the union has one */
export function operatorByName(name: OperatorName): Operator {
  const found = findOperator(name);
  if (!found) throw new Error(`the operator table has no entry "${name}"`);
  return found;
}

/** @returns undefined for a name that is no operator, also for `__proto__` and its like */
export function findOperator(name: string): Operator | undefined {
  return operatorsByName.get(name);
}
